import * as v from 'valibot';
import { paths, documentType, storedTime, type DocumentOf } from '@busker/core/documents/documents';
import type { Clock } from '../clock';
import {
  commitTogether,
  document,
  type ConditionalWrites,
  type Store,
  type Stored,
  type VersionedRead,
  type Writes,
} from '../store/store';

/** This many counters take some megabytes; above that the oldest are dropped. */
const maxCounters = 20_000;

/** At most `points` of something for each key in a fixed window, counted in the memory of this instance. All counters start again when it ends. */
export class MemoryLimit {
  private counters = new Map<string, number>();
  private endsAt = 0;

  constructor(
    private readonly windowMs: number,
    private readonly points: number,
  ) {}

  /** Milliseconds until all counters start again. */
  waitMs(now: number): number {
    return Math.max(0, this.endsAt - now);
  }

  /** Counts `points`; false = the limit was reached before them. `now` in epoch milliseconds. */
  take(key: string, now: number, points = 1, most = this.points): boolean {
    if (now >= this.endsAt) {
      this.counters = new Map();
      this.endsAt = now + this.windowMs;
    }
    const count = this.counters.get(key) ?? 0;
    if (count >= most) return false;
    this.counters.set(key, count + points);
    const [oldest] = this.counters.keys();
    if (this.counters.size > maxCounters && oldest !== undefined) this.counters.delete(oldest);
    return true;
  }
}

/**
 * At most `points` of something within `windowMs` of the first one. A full rule refuses: then no rule of the call is counted and nothing is written, so
 * that a flood of refused requests costs no writes and counts against nobody else.
 */
export interface LimitRule {
  readonly key: string;
  readonly points: number;
  readonly windowMs: number;
  /** `LIMIT_FACTOR` does not multiply its points: the host has said the number. */
  readonly exact?: boolean;
  /** Counts on above its points and refuses nobody: it leads to a challenge, or notes what has happened. */
  readonly soft?: boolean;
  /** A soft rule that is not counted when an earlier rule of the same call was broken already. */
  readonly behind?: boolean;
}

/** `left` is negative when the rule is broken; then `waitMs` is the time until its window ends. */
export interface LimitState {
  readonly count: number;
  readonly left: number;
  readonly waitMs: number;
}

const counterDocument = documentType({
  kind: 'limit',
  version: 1,
  schema: v.object({ v: v.literal(1), count: v.number(), expiresAt: storedTime }),
});
export type Counter = DocumentOf<typeof counterDocument>;

const counterAt = (key: string): Stored<Counter> => document(paths.limit(key), counterDocument);

/** How the rules stand after counting, and whether the writes that were handed in were committed with the counters. */
interface Counted {
  readonly states: readonly LimitState[];
  readonly landed: boolean;
}

/** Counting on documents that the caller has just read. */
interface CountOnRead {
  readonly seen: readonly VersionedRead<Counter>[];
  /** Writes to commit with the counters, chosen by how the rules stand after counting. */
  readonly alongside: (states: readonly LimitState[]) => ConditionalWrites | undefined;
}

interface Waiting {
  readonly rules: readonly LimitRule[];
  readonly onRead: CountOnRead | null;
  readonly answer: (counted: Counted) => void;
  readonly fail: (error: unknown) => void;
}

/** The requests of one transaction, which reads and writes each counter once. */
const maxBatch = 50;

/** The clocks of two instances differ by less. A window that ends later than this after its length is damaged, and must not refuse for so long. */
const clockSkewMs = 60_000;

/**
 * Counts in fixed windows, in the store, so that all instances count together. Requests that arrive during a transaction share the next one: a burst
 * on one counter costs a few transactions instead of many conflicts.
 */
export class LimitCounter {
  /** Counts of this process alone, in windows of ten minutes and without a request of the store. */
  readonly inMemory = new MemoryLimit(10 * 60_000, 1);
  private waiting: Waiting[] = [];
  private running = false;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** Counts one for each rule, together, and answers how each one stands; none when one of them refuses. */
  async count(rules: readonly LimitRule[]): Promise<readonly LimitState[]> {
    return (await this.enqueue(rules, null)).states;
  }

  /**
   * Counts like `count`, without reading the counters again: one request instead of two. The writes of `alongside` are in the same commit.
   * They are left out (`landed: false`) when a condition did not hold or when other requests are counted in the same transaction.
   */
  countOnRead(
    rules: readonly LimitRule[],
    seen: readonly VersionedRead<Counter>[],
    alongside: CountOnRead['alongside'] = () => undefined,
  ): Promise<Counted> {
    return this.enqueue(rules, { seen, alongside });
  }

  /** How the rules stand, without counting. */
  async read(rules: readonly LimitRule[]): Promise<readonly LimitState[]> {
    return this.states(rules, await this.store.readAll(this.documents(rules)));
  }

  /** The rules' documents, for reading them together with others. */
  documents(rules: readonly LimitRule[]): readonly Stored<Counter>[] {
    return rules.map(({ key }) => counterAt(key));
  }

  /** How the rules stand, from documents that were read. */
  states(rules: readonly LimitRule[], counters: readonly (Counter | undefined)[]): readonly LimitState[] {
    const now = this.clock.now();
    return rules.map((rule, index) => stateOf(rule, current(counters[index], rule, now), now));
  }

  private enqueue(rules: readonly LimitRule[], onRead: CountOnRead | null): Promise<Counted> {
    return new Promise((answer, fail) => {
      this.waiting.push({ rules, onRead, answer, fail });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, maxBatch);
      try {
        const [first] = batch;
        const alone = batch.length === 1 && first !== undefined ? await this.commitOnRead(first) : undefined;
        if (alone !== undefined) first?.answer(alone);
        else await this.transact(batch);
      } catch (error) {
        for (const each of batch) each.fail(error);
      }
    }
    this.running = false;
  }

  /** Undefined when the counters were not read before, or somebody else counted since. */
  private async commitOnRead({ rules, onRead }: Waiting): Promise<Counted | undefined> {
    if (onRead === null) return undefined;
    const { seen, alongside } = onRead;
    const keys = rules.map(({ key }) => key);
    const { states, counters } = this.counted(
      [{ rules }],
      keys,
      seen.map(({ value }) => value),
    );
    const extra = alongside(states[0] ?? []);
    if (counters.size === 0 && extra === undefined) return { states: states[0] ?? [], landed: false };
    const own = { conditions: seen, write: (writes: Writes) => writeAll(writes, counters) };
    const landed = await commitTogether(this.store, extra === undefined ? [own] : [own, extra]);
    return landed ? { states: states[0] ?? [], landed: extra !== undefined } : undefined;
  }

  private async transact(batch: readonly Waiting[]): Promise<void> {
    const keys = [...new Set(batch.flatMap(({ rules }) => rules.map(({ key }) => key)))];
    const states = await this.store.transaction(async (tx) => {
      const counted = this.counted(batch, keys, await tx.readAll(keys.map(counterAt)));
      writeAll(tx, counted.counters);
      return counted.states;
    });
    for (const [index, { answer }] of batch.entries()) answer({ states: states[index] ?? [], landed: false });
  }

  private counted(
    batch: readonly Pick<Waiting, 'rules'>[],
    keys: readonly string[],
    read: readonly (Counter | undefined)[],
  ) {
    const counters = new Map<string, Counter>();
    const before = new Map(keys.map((key, index) => [key, read[index]] as const));
    const now = this.clock.now();
    const states = batch.map(({ rules }) => {
      const after = new Map<string, Counter>();
      let isBroken = false;
      let isRefused = false;
      const counted = rules.map((rule) => {
        const was = current(after.get(rule.key) ?? counters.get(rule.key) ?? before.get(rule.key), rule, now);
        const isFull = rule.soft !== true && was.count >= rule.points;
        const next = isBroken && rule.behind === true ? was : { ...was, count: was.count + 1 };
        isBroken ||= was.count > rule.points;
        isRefused ||= isFull;
        after.set(rule.key, next);
        return { rule, was, next, isFull };
      });
      if (!isRefused) for (const [key, counter] of after) counters.set(key, counter);
      return counted.map(({ rule, was, next, isFull }) =>
        stateOf(rule, isRefused && !isFull ? was : next, now),
      );
    });
    return { states, counters };
  }
}

function writeAll(writes: Writes, counters: ReadonlyMap<string, Counter>): void {
  for (const [key, value] of counters) writes.write(counterAt(key), value);
}

/** A counter whose window is over starts again, and so does one whose end cannot be that of its window. */
function current(stored: Counter | undefined, { windowMs }: LimitRule, now: number): Counter {
  if (stored !== undefined && stored.expiresAt > now && stored.expiresAt <= now + windowMs + clockSkewMs)
    return stored;
  return { v: 1, count: 0, expiresAt: now + windowMs };
}

function stateOf({ points }: LimitRule, { count, expiresAt }: Counter, now: number): LimitState {
  return { count, left: points - count, waitMs: expiresAt - now };
}
