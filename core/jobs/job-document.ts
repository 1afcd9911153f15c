import * as v from 'valibot';
import { dateOf, documentType, storedTime, type DocumentOf, type StoredData } from '../documents/documents';

/** Every kind of work that goes on after an answer. No kind begins with another kind and a hyphen, so that an id has one kind only. */
export const jobKinds = [
  'follow-open-tips',
  'go-live',
  'follow-monthlies',
  'end-abandoned',
  'repeat-refunds',
  'follow-links',
  'reconcile',
  'follow-unsettled',
  'look',
  'erase-texts',
  'sweep-uploads',
  'sweep-pictures',
  'sweep-guests',
  'close-reports',
  'watch-waiting',
  'compare-cards',
  'roll-up',
  'keep-texts',
  'upgrade-tips',
  'rename-fan',
  'thank',
  'sweep-exports',
  'end-disabled',
  'sweep-consents',
  'heal-monthlies',
  'seal-channels',
  'follow-domains',
  'export',
  'delete',
] as const;
export type JobKind = (typeof jobKinds)[number];

/** The id of a job's document: its kind and its key. The same kind and key is the same job. */
export type JobId = `${JobKind}-${string}`;

/** Milliseconds. How long a job that ended stays, so that the operator can look at it. */
export const endedJobLifetime = 30 * 24 * 60 * 60 * 1000;

/** Bytes of the JSON that a job may be given. */
export const maxJobInput = 2048;

export interface JobProgress {
  readonly done: number;
  /** null = not known */
  readonly total: number | null;
}

/**
 * `jobs/{kind}-{key}`: work that goes on after an answer. The functions write it. Only the functions and the operator read it. A round is the work
 * from its beginning to its end, in slices; the cursor says how far it came. A job that is wanted during a round gets another round.
 */
export type Job = DocumentOf<typeof jobDocument>;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.optional(v.nullable(v.string()), null);

export const jobDocument = documentType({
  kind: 'job',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    kind: v.picklist(jobKinds),
    key: v.string(),
    state: v.picklist(['due', 'running', 'done', 'dead']),
    /** When the next slice may begin. Of a running job: when its lease ends. */
    dueAt: storedTime,
    /** The runner that works on it now. */
    lease: v.optional(v.nullable(v.object({ holder: v.string(), until: storedTime })), null),
    cursor: text,
    progress: v.optional(v.object({ done: count, total: v.nullable(count) }), { done: 0, total: null }),
    /** The slices in a row that began and did not end well. */
    attempts: v.optional(count, 0),
    /** The kind of the last error; null = the last slice ended well. */
    errorCode: text,
    /** JSON, at most `maxJobInput` bytes. */
    input: text,
    /** When the store deletes it; null = it has not ended. */
    expiresAt: v.nullable(storedTime),
    /** How often the job was wanted. It only grows, so a caller need not read the document first. */
    wants: count,
    /** How often the job had been wanted when this round began. */
    covered: v.optional(count, 0),
    /** The latest wish: when the next round may begin, and its input. */
    wanted: v.object({ dueAt: storedTime, input: v.nullable(v.string()) }),
  }),
});

const encodeWanted = ({ dueAt, input }: Job['wanted']): StoredData => ({ dueAt: dateOf(dueAt), input });

/** The fields to write, without reading first, for a job that is wanted: also `wants` grows by one. All other fields stay as they are. */
export const encodeWish = (kind: JobKind, key: string, wanted: Job['wanted']): StoredData => ({
  v: 1,
  kind,
  key,
  state: 'due',
  dueAt: dateOf(wanted.dueAt),
  expiresAt: null,
  wanted: encodeWanted(wanted),
});

export const jobIdOf = (kind: JobKind, key: string): JobId => `${kind}-${key}`;

const kindIn = (text: string): JobKind | undefined =>
  jobKinds.find((kind) => text.startsWith(`${kind}-`) && text.length > kind.length + 1);

export const isJobId = (text: string): text is JobId => kindIn(text) !== undefined;

export function kindOfJob(id: JobId): JobKind {
  const kind = kindIn(id);
  if (kind === undefined) throw new Error(`No kind of job: ${id}`);
  return kind;
}

/**
 * `heartbeats/{name}`: when a scheduled job last succeeded. The functions write it. Only the functions and the operator read it.
 */
export type Heartbeat = DocumentOf<typeof heartbeatDocument>;

export const heartbeatDocument = documentType({
  kind: 'heartbeat',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** The last successful run; null = none since monitoring began. */
    lastOkAt: v.nullable(storedTime),
    /** The last successful run, or the time when monitoring began. The job is late when this is more than two periods ago. */
    dueFrom: storedTime,
    /** Milliseconds from one run to the next. */
    everyMs: v.number(),
    /** How long the last successful run took, in milliseconds; null = no successful run. */
    lastMs: v.nullable(v.number()),
  }),
});

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
