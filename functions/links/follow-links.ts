import type { JobKind } from '../../core/documents/job-document';
import { each, type Recurring, type SweepResult, sweepPages, type SweepPages } from '../queue/sweep';
import type { Result } from '../../core/base/result';
import { collections } from '../../core/documents/documents';
import { decodeLinksHealth, type LinksHealth } from '../../core/documents/link-health-document';
import type { Deps } from '../deps';
import type { JobRun } from '../queue/job-work';
import type { Found } from '../store/store';
import { readable } from '../store/stored';
import { checkLinks } from './check-links';
import { fetchInTurns } from './fetch-in-turns';

const ownersOfPage = 40;

/** Requests at the same time, to all sites and to one of them. A popular network has links of many owners. */
const atOnce = { all: 8, perHost: 2 };

const isBroken = ({ links }: LinksHealth): boolean =>
  Object.values(links).some(({ state }) => state !== 'ok' && state !== 'unknown');

/** Hourly: checks the links of owners whose last check was a day ago, as many as the time allows. Counts how many have a broken link. */
export async function followLinks(deps: Deps, run: JobRun): Promise<SweepResult | 'more'> {
  const patient: Deps = { ...deps, fetchPage: fetchInTurns(deps.fetchPage, atOnce) };
  return sweepPages(deps, run, {
    sweep: 'follow-links',
    nextPage: pagesOfDue(deps),
    work: async ({ path, value }) => {
      const health = await checkLinks(patient, readable(path, value).uid);
      return health !== undefined && isBroken(health);
    },
  });
}

type DuePage = Awaited<ReturnType<SweepPages<Found<Result<LinksHealth>>>['nextPage']>>;

/** The owners whose check is due, those who waited longest first. An owner whose check failed stays due, and is tried once in a slice. */
function pagesOfDue({ store, clock }: Deps): () => Promise<DuePage> {
  const seen = new Set<string>();
  let stuck = 0;
  return async () => {
    for (;;) {
      const limit = ownersOfPage + stuck;
      const due = await store.find(
        {
          from: collections.linkHealth,
          where: [['nextCheckAt', '<=', new Date(clock.now())]],
          orderBy: [['nextCheckAt', 'asc']],
          limit,
        },
        decodeLinksHealth,
      );
      const items = due.filter(({ path }) => !seen.has(path));
      stuck = due.length - items.length;
      for (const { path } of items) seen.add(path);
      if (items.length > 0) return { items, at: `${seen.size}` };
      if (due.length < limit) return { items, at: null };
    }
  };
}

export const linkSweeps = { 'follow-links': each('hourly', followLinks) } satisfies Partial<
  Record<JobKind, Recurring>
>;
