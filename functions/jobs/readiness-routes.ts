import type { Deps } from '../deps';
import { notCached, type Route } from '../http/routes';
import { judgeHeartbeats, type JudgedHeartbeat, type WatchedJob } from '../queue/sweep';
import { watchedJobs } from './tick';

type ServiceState = 'ok' | 'unavailable' | 'refused';

/** The answer of `GET /ready`. */
interface Readiness {
  readonly ready: boolean;
  readonly store: ServiceState;
  /** `refused`: Stripe says that our key no longer works. */
  readonly stripe: ServiceState;
  /** Empty when the store does not answer. */
  readonly heartbeats: readonly JudgedHeartbeat[];
  /** The time of the check. Answers in the next seconds repeat its result. */
  readonly checkedAt: string;
}

/** Milliseconds within which a service must answer. */
const patience = 5000;
/** Milliseconds for which an instance repeats its answer, so that many requests cost one check. */
const keptFor = 10_000;

const tooLate = () => new Promise<never>((_resolve, reject) => setTimeout(reject, patience).unref());

async function withPatience<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, tooLate()]).catch(() => undefined);
}

/** Stripe may refuse this call to a key with few permissions. That refusal also shows that Stripe can be reached and knows the key. */
async function stripeState({ accounts }: Deps): Promise<ServiceState> {
  const own = await withPatience(accounts.readAccount(null));
  if (own === undefined) return 'unavailable';
  if (own.ok || own.problem.kind === 'refused') return 'ok';
  if (own.problem.kind === 'gone') return 'refused';
  const { key } = own.problem;
  if (key === undefined) return 'unavailable';
  return key.why === 'invalid' ? 'refused' : 'ok';
}

async function check(deps: Deps, jobs: readonly WatchedJob[]): Promise<Readiness> {
  const [heartbeats, stripe] = await Promise.all([
    withPatience(judgeHeartbeats(deps, jobs)),
    stripeState(deps),
  ]);
  const inTime = heartbeats?.every(({ state }) => state === 'ok' || state === 'waiting') ?? false;
  return {
    ready: inTime && stripe === 'ok',
    store: heartbeats === undefined ? 'unavailable' : 'ok',
    stripe,
    heartbeats: heartbeats ?? [],
    checkedAt: new Date(deps.clock.now()).toISOString(),
  };
}

/** A check that runs at most once in an interval, however often it is called. */
function readinessOf(deps: Deps, jobs: readonly WatchedJob[]): () => Promise<Readiness> {
  let last: { readonly at: number; readonly answer: Promise<Readiness> } | null = null;
  return () => {
    const now = deps.clock.now();
    if (last === null || now - last.at >= keptFor) last = { at: now, answer: check(deps, jobs) };
    return last.answer;
  };
}

/** Cloud Run reserves some paths that end with z (cloud.google.com/run/docs/known-issues), so checks of the service request `/ready`. */
const readyPaths = ['/ready', '/readyz'];

/** `GET /ready`: whether the database and Stripe answer and the schedules run. `/health` says only that the function runs. */
export function readinessRoutes(deps: Deps): readonly Route[] {
  const readiness = readinessOf(deps, watchedJobs);
  return readyPaths.map((path): Route => ({
    path,
    cors: 'none',
    on: {
      GET: async (c) => {
        const found = await readiness();
        c.header('Cache-Control', notCached);
        return c.json(found, found.ready ? 200 : 503);
      },
    },
  }));
}
