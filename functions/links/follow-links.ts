import { collections } from '../../core/documents/documents';
import { decodeLinksHealth } from '../../core/documents/link-health-document';
import type { Deps } from '../deps';
import { checkLinks } from './check-links';
import { readable } from '../store/stored';
import { sweepThrough, type SweepResult } from '../jobs/sweep';

/** The owners of one run, and the time after which no further one is started. The next run continues with those who waited longest. */
const maxOwners = 200;
const maxMs = 4 * 60_000;

/** Hourly: checks the links of owners whose last check was a day ago. Returns how many have a broken link. */
export async function followLinks(deps: Deps): Promise<SweepResult> {
  const began = deps.clock.now();
  const due = await deps.store.find(
    {
      from: collections.linkHealth,
      where: [['nextCheckAt', '<=', new Date(began)]],
      orderBy: [['nextCheckAt', 'asc']],
      limit: maxOwners,
    },
    decodeLinksHealth,
  );
  return sweepThrough(deps, 'follow-links', due, async ({ path, value }) => {
    if (deps.clock.now() - began > maxMs) return false;
    const health = await checkLinks(deps, readable(path, value).uid);
    return Object.values(health?.links ?? {}).some(({ state }) => state !== 'ok' && state !== 'unknown');
  });
}
