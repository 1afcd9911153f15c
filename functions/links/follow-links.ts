import { decodeLinksHealth } from '../../core/documents/link-health-document';
import type { Deps } from '../deps';
import { checkLinks } from './check-links';
import { readable } from '../store/stored';
import { sweepThrough, type SweepResult } from '../jobs/sweep';

/** So many owners a run, and none is begun after so long: the next run goes on with those who waited longest. */
const maxOwners = 200;
const maxMs = 4 * 60_000;

/** Hourly: the links of owners who were not looked at for a day. Answers how many had one that does not work. */
export async function followLinks(deps: Deps): Promise<SweepResult> {
  const began = deps.clock.now();
  const due = await deps.store.find(
    {
      from: 'linkHealth',
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
