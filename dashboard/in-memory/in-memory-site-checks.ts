import type { SiteCheckAnswer } from '../../core/api/owner-api';
import { ok } from '../../core/base/result';
import type { Answer } from '../data/failure';
import type { InMemoryWorld } from './in-memory-world';
import type { ScriptedCall } from './scripted-call';
import type { SiteChecks } from '../data/backend';

/** A page without problems. */
export const liveSite = (given: Partial<SiteCheckAnswer> = {}): SiteCheckAnswer => ({
  url: 'https://ada.example/',
  status: 200,
  failure: null,
  found: 'card',
  otherHandles: [],
  script: 'here',
  policies: [],
  permissionsLine: null,
  live: true,
  ...given,
});

/** The web in `world`: `siteCheck` is every page; a link is verified when `linksBack` has it. */
export function inMemorySiteChecks(world: InMemoryWorld): SiteChecks {
  const asked = <T>(name: ScriptedCall, act: () => Awaited<Answer<T>>) => world.answer(name, act);
  return {
    checkSite: ({ url }) => asked('checkSite', () => ok({ ...(world.siteCheck ?? liveSite()), url })),
    verifyLink: (url) =>
      asked('verifyLink', () =>
        ok({
          url,
          outcome: world.linksBack.has(url) ? 'verified' : 'no-link-back',
          linkBack: 'https://busker.example/@ada',
        }),
      ),
    checkLinks: () =>
      asked('checkLinks', () => ok({ checkedAt: Date.now(), links: { ...world.linkStates } })),
    pinnedScript: () =>
      asked('pinnedScript', () =>
        ok({ address: 'https://busker.example/embed/1.2.3/busker.js', integrity: 'sha384-pinned' }),
      ),
    exportProfile: (handle) => asked('exportProfile', () => ok(new Blob([JSON.stringify({ handle })]))),
  };
}
