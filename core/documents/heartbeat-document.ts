import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * `heartbeats/{name}`: when a job of a schedule last ended well. The functions write it, and nobody but them and the operator reads it.
 */
export interface Heartbeat {
  readonly v: 1;
  /** Null: it has not ended well since it is watched. */
  readonly lastOkAt: number | null;
  /** The job is late when this is longer ago than two periods: its last good end, or the time from which it is watched. */
  readonly dueFrom: number;
  /** Milliseconds from one run to the next. */
  readonly everyMs: number;
  /** Milliseconds that the last good run took; null = there was none. */
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

/** A job ended well at `now` (epoch milliseconds). */
export const beatAt = (now: number, everyMs: number, lastMs: number): Heartbeat => ({
  v: 1,
  lastOkAt: now,
  dueFrom: now,
  everyMs,
  lastMs,
});

/** A job is watched from `now` on; what is known of its earlier runs stays. */
export const watchedFrom = (now: number, everyMs: number, before: Heartbeat | undefined): Heartbeat => ({
  v: 1,
  lastOkAt: before?.lastOkAt ?? null,
  dueFrom: now,
  everyMs,
  lastMs: before?.lastMs ?? null,
});

/** Two periods: one missed run may pass. */
export const isLate = (beat: Heartbeat, now: number): boolean => now - beat.dueFrom > 2 * beat.everyMs;

export function decodeHeartbeat(stored: unknown): Result<Heartbeat> {
  return decodeStored(heartbeatDocument, stored);
}

export function encodeHeartbeat(beat: Heartbeat): StoredData {
  return { ...beat, lastOkAt: dateOf(beat.lastOkAt), dueFrom: dateOf(beat.dueFrom) };
}
