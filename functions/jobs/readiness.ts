import type { Deps } from '../deps';
import { judgeHeartbeats, type JudgedHeartbeat, type WatchedJob } from './heartbeats';

type ServiceState = 'ok' | 'unavailable' | 'refused';

/** The answer of `GET /readyz`. */
export interface Readiness {
  readonly ready: boolean;
  readonly store: ServiceState;
  /** `refused`: Stripe says that our key no longer works. */
  readonly stripe: ServiceState;
  /** Empty when the store does not answer. */
  readonly heartbeats: readonly JudgedHeartbeat[];
  /** When it was checked. Answers of the next seconds repeat it. */
  readonly checkedAt: string;
}

/** Milliseconds that a service has to answer. */
const patience = 5000;
/** Milliseconds for which an instance repeats its answer: whoever asks often costs no more than one check in this time. */
const keptFor = 10_000;

const tooLate = () => new Promise<never>((_resolve, reject) => setTimeout(reject, patience).unref());

async function withPatience<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, tooLate()]).catch(() => undefined);
}

/** Any answer shows that Stripe can be reached, also one that refuses this call to a key of few permissions. */
async function stripeState({ accounts }: Deps): Promise<ServiceState> {
  const own = await withPatience(accounts.readAccount(null));
  if (own === undefined || (!own.ok && own.problem.kind === 'unavailable')) return 'unavailable';
  return !own.ok && own.problem.kind === 'gone' ? 'refused' : 'ok';
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

/** A check that is made once in a while, however often it is asked for. */
export function readinessOf(deps: Deps, jobs: readonly WatchedJob[]): () => Promise<Readiness> {
  let last: { readonly at: number; readonly answer: Promise<Readiness> } | null = null;
  return () => {
    const now = deps.clock.now();
    if (last === null || now - last.at >= keptFor) last = { at: now, answer: check(deps, jobs) };
    return last.answer;
  };
}
