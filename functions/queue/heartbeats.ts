import { beatAt, isLate, watchedFrom, type Heartbeat } from '../../core/documents/heartbeat-document';
import type { Deps } from '../deps';
import { stored } from '../store/stored';

/** A job of a schedule, and the milliseconds from one run to the next. */
export interface WatchedJob {
  readonly name: string;
  readonly everyMs: number;
}

/** `missing`: the job's schedule has never run. `waiting`: the job has not succeeded yet, and there was time for at most one run. */
export type HeartbeatState = 'ok' | 'waiting' | 'late' | 'missing';

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
