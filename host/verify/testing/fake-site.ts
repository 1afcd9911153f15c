import { hostedOrigins } from '@busker/core/web/route-headers';
import { InMemoryStore } from '@busker/functions/testing/in-memory-store';
import { known, type LiveFunction, type TrafficShare } from '../../installation/google';
import { fakeStripe } from '../../installation/testing/fake-stripe';
import type { Platform, Site } from '../site';

/** A live site with this platform behind it; nothing is asked of the site itself. */
export function siteWith(platform: Platform | null, region: string | null = null): Site {
  return {
    origin: 'https://busker.example',
    isLocal: false,
    origins: { files: hostedOrigins, functions: hostedOrigins },
    handle: null,
    release: null,
    region,
    insight: platform === null ? null : { store: new InMemoryStore(), webhook: null, shareBps: 0, platform },
    ask: () => Promise.reject(new Error('nothing is asked of the site itself')),
  };
}

/** A platform with these functions, which has every index, and nothing that ops/ describes. */
export const platformOf = (
  functions: readonly LiveFunction[],
  shares: readonly TrafficShare[],
): Platform => ({
  functions: {
    list: () => Promise.resolve(known(functions)),
    traffic: () => Promise.resolve(known(shares)),
    route: () => Promise.reject(new Error('verify changes nothing')),
  },
  stripe: fakeStripe().rest,
  mode: 'single',
  indexes: {
    declared: { indexes: [], fieldOverrides: [] },
    read: () => Promise.resolve(known({ indexes: [], fields: [] })),
  },
  ops: null,
});
