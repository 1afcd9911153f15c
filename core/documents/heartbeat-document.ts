import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * `heartbeats/{name}`: when a scheduled job last succeeded. The functions write it. Only the functions and the operator read it.
 */
export interface Heartbeat {
  readonly v: 1;
  /** The last successful run; null = none since monitoring began. */
  readonly lastOkAt: number | null;
  /** The last successful run, or the time when monitoring began. The job is late when this is more than two periods ago. */
  readonly dueFrom: number;
  /** Milliseconds from one run to the next. */
  readonly everyMs: number;
  /** How long the last successful run took, in milliseconds; null = no successful run. */
  readonly lastMs: number | null;
}

const heartbeatDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    lastOkAt: v.nullable(storedTime),
    dueFrom: storedTime,
    everyMs: v.number(),
    lastMs: v.nullable(v.number()),
  }),
};

/** The heartbeat of a job that succeeded at `now` (epoch milliseconds). */
export const beatAt = (now: number, everyMs: number, lastMs: number): Heartbeat => ({
  v: 1,
  lastOkAt: now,
  dueFrom: now,
  everyMs,
  lastMs,
});

/** The heartbeat of a job that is monitored from `now` on. It keeps the data of earlier runs. */
export const watchedFrom = (now: number, everyMs: number, before: Heartbeat | undefined): Heartbeat => ({
  v: 1,
  lastOkAt: before?.lastOkAt ?? null,
  dueFrom: now,
  everyMs,
  lastMs: before?.lastMs ?? null,
});

/** A job is late after two periods, so one missed run is allowed. */
export const isLate = (beat: Heartbeat, now: number): boolean => now - beat.dueFrom > 2 * beat.everyMs;

export function decodeHeartbeat(stored: unknown): Result<Heartbeat> {
  return decodeStored(heartbeatDocument, stored);
}

export function encodeHeartbeat(beat: Heartbeat): StoredData {
  return { ...beat, lastOkAt: dateOf(beat.lastOkAt), dueFrom: dateOf(beat.dueFrom) };
}
