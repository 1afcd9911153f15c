import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostedOrigins } from '@busker/core/web/route-headers';
import { InMemoryStore } from '@busker/functions/testing/in-memory-store';
import { type LiveFunction, type TrafficShare, known } from '../../installation/google';
import { fakeStripe } from '../../installation/testing/fake-stripe';
import type { Platform, Site } from '../site';

const script = 'export {};';
const hash = `sha384-${createHash('sha384').update(script).digest('base64')}`;

/** A small build. The checks of verify find the same in it with any content. */
const files: Readonly<Record<string, string>> = {
  'dashboard/index.html': '<!doctype html><head></head><script src="/assets/main-Fa9yc3EG.js"></script>',
  'dashboard/404.html': '<!doctype html>Not found',
  'dashboard/app.webmanifest': '{}',
  'dashboard/icons/busker-192.png': 'a picture',
  'dashboard/push-worker.js': script,
  'dashboard/assets/main-Fa9yc3EG.js': script,
  'overlay/overlay.html': '<!doctype html><script type="module" src="/overlay/main-1.js"></script>',
  'overlay/overlay/main-1.js': script,
  'embed/v1.js': script,
  'embed/next.js': script,
  'embed/versions.json': JSON.stringify({ v1: hash, current: '9.8.7', versions: ['9.8.7'] }),
  'embed/9.8.7/manifest.json': JSON.stringify({ integrity: { 'busker.js': hash } }),
  'embed/9.8.7/busker.js': script,
};

/** Writes the small build, for tests that run a whole server without the real build. */
export async function writeSmallBuild(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

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

/** A platform with these functions, which has every index, and nothing that host/ops/ describes. */
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
