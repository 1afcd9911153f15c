import type { Result } from '@busker/core/base/result';
import { collections } from '@busker/core/documents/documents';
import type { JobKind } from '@busker/core/jobs/job-document';
import { linksHealthDocument, type LinksHealth } from '@busker/core/profile-documents/profile-document';
import type { Deps } from '../deps';
import type { SafeFetch } from '../safe-fetch/safe-fetch';
import type { JobRun } from '../queue/job-work';
import { each, sweepPages, type Recurring, type SweepPages, type SweepResult } from '../queue/sweep';
import { readable, type Found } from '../store/store';
import { checkLinks } from './check-links';

interface AtOnce {
  /** Requests at the same time to all hosts. */
  readonly all: number;
  readonly perHost: number;
}

/** Fetches at most so many pages at the same time. The others wait for their turn; a busy host does not hold up the others. */
export function fetchWithSlots(fetchPage: SafeFetch, atOnce: AtOnce): SafeFetch {
  const waiting: { readonly host: string; readonly go: () => void }[] = [];
  const busy = new Map<string, number>();
  let running = 0;
  const busyAt = (host: string) => busy.get(host) ?? 0;
  const count = (host: string, by: 1 | -1) => {
    running += by;
    if (busyAt(host) + by === 0) busy.delete(host);
    else busy.set(host, busyAt(host) + by);
  };
  const next = () => {
    if (running >= atOnce.all) return;
    const index = waiting.findIndex(({ host }) => busyAt(host) < atOnce.perHost);
    const [turn] = index < 0 ? [] : waiting.splice(index, 1);
    if (turn === undefined) return;
    count(turn.host, 1);
    turn.go();
    next();
  };
  return async (...request) => {
    const { host } = new URL(request[0]);
    await new Promise<void>((go) => {
      waiting.push({ host, go });
      next();
    });
    try {
      return await fetchPage(...request);
    } finally {
      count(host, -1);
      next();
    }
  };
}

const ownersOfPage = 40;

/** Requests at the same time, to all sites and to one of them. A popular network has links of many owners. */
const atOnce = { all: 8, perHost: 2 };

const isBroken = ({ links }: LinksHealth): boolean =>
  Object.values(links).some(({ state }) => state !== 'ok' && state !== 'unknown');

/** Hourly: checks the links of owners whose last check was a day ago, as many as the time allows. Counts how many have a broken link. */
async function followLinks(deps: Deps, run: JobRun): Promise<SweepResult | 'more'> {
  const patient: Deps = { ...deps, fetchPage: fetchWithSlots(deps.fetchPage, atOnce) };
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
        linksHealthDocument.decode,
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
