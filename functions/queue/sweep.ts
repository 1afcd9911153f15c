import * as v from 'valibot';
import { ok, type Result } from '@busker/core/base/result';
import { beatAt, isLate, watchedFrom, type Heartbeat } from '@busker/core/jobs/job-document';
import type { Deps } from '../deps';
import { logKeyRefusal } from '../log';
import { allDocuments, readable, stored } from '../store/store';
import type { KeyRefusal } from '../stripe/payments';
import type { JobPlan, JobQueue, JobRun } from './job-work';

/** A job of a schedule, and the milliseconds from one run to the next. */
export interface WatchedJob {
  readonly name: string;
  readonly everyMs: number;
}

/** `missing`: the job's schedule has never run. `waiting`: the job has not succeeded yet, and there was time for at most one run. */
type HeartbeatState = 'ok' | 'waiting' | 'late' | 'missing';

/** Stores that a job succeeded now, after `lastMs` milliseconds. */
export async function beat(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { name, everyMs }: WatchedJob,
  lastMs: number,
) {
  await store.commit([], (writes) =>
    writes.write(stored.heartbeat(name), beatAt(clock.now(), everyMs, lastMs)),
  );
}

const docsOf = (jobs: readonly WatchedJob[]) => jobs.map(({ name }) => stored.heartbeat(name));

/**
 * Starts watching jobs. `missing` starts only the jobs that are not watched yet; `all` also restarts the others, for a process that was switched off
 * meanwhile.
 */
export async function watchJobs(deps: Deps, jobs: readonly WatchedJob[], which: 'missing' | 'all') {
  const now = deps.clock.now();
  const before = await deps.store.readAll(docsOf(jobs));
  const begun = jobs.flatMap(({ name, everyMs }, index) => {
    const known = before[index];
    if (which === 'missing' && known !== undefined) return [];
    return [{ name, heartbeat: watchedFrom(now, everyMs, known) }];
  });
  if (begun.length === 0) return;
  await deps.store.commit([], (writes) => {
    for (const { name, heartbeat } of begun) writes.write(stored.heartbeat(name), heartbeat);
  });
}

export interface JudgedHeartbeat {
  readonly name: string;
  readonly state: HeartbeatState;
  readonly everySeconds: number;
  /** The time since the job last succeeded; null = it never did. */
  readonly ageSeconds: number | null;
}

function stateOf(heartbeat: Heartbeat | undefined, now: number): HeartbeatState {
  if (heartbeat === undefined) return 'missing';
  if (isLate(heartbeat, now)) return 'late';
  return heartbeat.lastOkAt === null ? 'waiting' : 'ok';
}

/** The state of every job. Throws when the store does not answer. */
export async function judgeHeartbeats(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  jobs: readonly WatchedJob[],
): Promise<readonly JudgedHeartbeat[]> {
  const found = await store.readAll(docsOf(jobs));
  const now = clock.now();
  return jobs.map(({ name, everyMs }, index) => {
    const lastOkAt = found[index]?.lastOkAt ?? null;
    return {
      name,
      state: stateOf(found[index], now),
      everySeconds: everyMs / 1000,
      ageSeconds: lastOkAt === null ? null : Math.round((now - lastOkAt) / 1000),
    };
  });
}

/** The number of items that a sweep checked and changed. */
export interface SweepResult {
  readonly sweep: string;
  readonly checked: number;
  readonly changed: number;
  /** The items that Stripe did not answer about. The next run tries them again. */
  readonly missed: number;
}

/** Stripe did not answer or refused the request, so the state of the item is unknown. */
export class NotAnswered extends Error {
  /** `key`: Stripe refused the server's own key. */
  constructor(
    override readonly cause: Error,
    readonly key?: KeyRefusal,
  ) {
    super('Stripe did not answer a sweep', { cause });
  }
}

const atOnce = 8;

/**
 * Processes a list, a few items at a time. A failed item is logged and does not stop the others; the next run tries it again. While Stripe is
 * unavailable all of them fail for the same reason: that is one error line with their number.
 */
export async function sweepThrough<T>(
  deps: Pick<Deps, 'log'>,
  sweep: string,
  items: readonly T[],
  work: (item: T) => Promise<boolean>,
): Promise<SweepResult> {
  const result = await sweepPage(deps, sweep, items, work);
  deps.log.sweepDone(result);
  return result;
}

/** The same for one page of a longer list: the line of the log is left to the last page. */
async function sweepPage<T>(
  { log }: Pick<Deps, 'log'>,
  sweep: string,
  items: readonly T[],
  work: (item: T) => Promise<boolean>,
): Promise<SweepResult> {
  let changed = 0;
  const missed: NotAnswered[] = [];
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        if (await work(item)) changed += 1;
      } catch (error) {
        if (error instanceof NotAnswered) missed.push(error);
        else log.sweepFailed({ sweep, missed: 1, error });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const [first] = missed;
  if (first !== undefined) log.sweepFailed({ sweep, missed: missed.length, error: first.cause });
  const refused = missed.find(({ key }) => key !== undefined)?.key;
  if (refused !== undefined) logKeyRefusal(log, refused);
  return { sweep, checked: items.length, changed, missed: missed.length };
}

export interface SweepPages<T> {
  readonly sweep: string;
  /**
   * The items after the last one of the earlier page, and where this page ends; null = it is the last one. `at` is null on the first page of a run.
   */
  readonly nextPage: (
    at: string | null,
  ) => Promise<{ readonly items: readonly T[]; readonly at: string | null }>;
  /** Whether it changed the item. */
  readonly work: (item: T) => Promise<boolean>;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const cursorOf = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ at: v.nullable(v.string()), checked: count, changed: count, missed: count }),
);
type SweepCursor = v.InferOutput<typeof cursorOf>;

const begin: SweepCursor = { at: null, checked: 0, changed: 0, missed: 0 };

/** A cursor of another release starts the round again. */
function readCursor(cursor: string | null): SweepCursor {
  const read = v.safeParse(cursorOf, cursor);
  return read.success ? read.output : begin;
}

/** Sweeps page by page, and saves after each page where it is and what it did so far. `more` when the time of the slice is over. */
export async function sweepPages<T>(
  deps: Pick<Deps, 'log'>,
  run: JobRun,
  { sweep, nextPage, work }: SweepPages<T>,
): Promise<SweepResult | 'more'> {
  let { at, ...done } = readCursor(run.cursor);
  for (;;) {
    const page = await nextPage(at);
    const { checked, changed, missed } = await sweepPage(deps, sweep, page.items, work);
    done = {
      checked: done.checked + checked,
      changed: done.changed + changed,
      missed: done.missed + missed,
    };
    at = page.at;
    if (at === null) break;
    await run.save(JSON.stringify({ at, ...done }), { done: done.checked, total: null });
    if (run.isOver()) return 'more';
  }
  const result: SweepResult = { sweep, ...done };
  deps.log.sweepDone(result);
  return result;
}

/** Documents as `store.find` answers them. */
type Found<T> = readonly { readonly path: string; readonly value: Result<T> }[];

/** Reads a page. A document that cannot be read is logged and left out, so that it does not stop the work on all others. */
export function readableItems<T>({ log }: Pick<Deps, 'log'>, sweep: string, found: Found<T>): readonly T[] {
  const items: T[] = [];
  for (const { path, value } of found) {
    try {
      items.push(readable(path, value));
    } catch (error) {
      log.sweepFailed({ sweep, missed: 1, error });
    }
  }
  return items;
}

/** Reads a whole collection in the same way. */
export async function* allReadable<T>(
  deps: Pick<Deps, 'store' | 'log'>,
  sweep: string,
  from: string,
  decode: (data: unknown) => Result<T>,
): AsyncGenerator<T> {
  for await (const found of allDocuments(deps.store, from, (data) => ok(decode(data))))
    yield* readableItems(deps, sweep, [found]);
}

/**
 * A run succeeded when it finished and did some work. Stripe may have left single items without an answer; those have a log line of
 * their own. When Stripe answered for no item, the run did no work.
 */
const endedWell = (results: readonly SweepResult[]): boolean =>
  results.every(({ checked, missed }) => checked === 0 || missed < checked);

/** `more`: it saved its cursor and goes on in another slice. */
type Sweep = (deps: Deps, run: JobRun) => Promise<SweepResult | readonly SweepResult[] | 'more'>;

/** A sweep that repeats itself. */
export interface Recurring {
  /** Milliseconds from one run to the next. */
  readonly everyMs: number;
  readonly sweep: Sweep;
  /** Where its job waits. */
  readonly queue: JobQueue;
}

/** One slice of a sweep. A heartbeat follows when its round ended well; a sweep that throws is logged under its name. */
export async function sweepSlice(
  deps: Deps,
  name: string,
  { everyMs, sweep }: Recurring,
  run: JobRun,
): Promise<readonly SweepResult[] | 'more'> {
  const began = deps.clock.now();
  try {
    const end = await sweep(deps, run);
    if (end === 'more') return end;
    const results = [end].flat();
    if (endedWell(results)) await beat(deps, { name, everyMs }, deps.clock.now() - began);
    return results;
  } catch (error) {
    deps.log.sweepFailed({ sweep: name, missed: 0, error });
    throw error;
  }
}

/** A sweep as a job: its next round begins `everyMs` after the end of this one. */
export const recurringPlan = (name: string, recurring: Recurring): JobPlan => ({
  queue: recurring.queue,
  everyMs: recurring.everyMs,
  work: async (deps, run) => {
    const end = await sweepSlice(deps, name, recurring, run);
    return end === 'more' ? end : { againAt: deps.clock.now() + recurring.everyMs };
  },
});

/** Milliseconds from one run to the next. A person starts the sweeps of one period together. */
export const sweepPeriods = {
  'every-5-minutes': 5 * 60_000,
  hourly: 60 * 60_000,
  daily: 24 * 60 * 60_000,
} as const;
export type SweepName = keyof typeof sweepPeriods;

/** A sweep of one of the periods, as each room lists its own. */
export const each = (name: SweepName, sweep: Sweep): Recurring => ({
  everyMs: sweepPeriods[name],
  // Only daily jobs may wait for an export.
  queue: name === 'daily' ? 'work' : 'sweeps',
  sweep,
});

/** The key of a job that exists once on a server. */
export const recurringKey = 'all';
