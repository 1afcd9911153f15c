import * as v from 'valibot';
import { paths } from '../../core/documents/documents';
import { decodeStored } from '../../core/documents/stored-document';
import { dateOf, storedTime } from '../../core/documents/stored-time';
import type { Clock } from '../store/clock';
import { document } from '../store/stored';
import { commitWith, type PiggybackedWrite } from '../store/piggybacked-write';
import type { VersionedRead, Store, Stored, Writes } from '../store/store';

/** At most `points` of something within `windowMs` of the first one. */
export interface LimitRule {
  readonly key: string;
  readonly points: number;
  readonly windowMs: number;
  /** Counted only while none of the rules before it, in one call, was broken already. */
  readonly behind?: boolean;
}

/** `left` is negative when the rule was broken; then `waitMs` says how long until it is whole again. */
export interface LimitState {
  readonly count: number;
  readonly left: number;
  readonly waitMs: number;
}

const counter = {
  version: 1,
  schema: v.object({ v: v.literal(1), count: v.number(), expiresAt: storedTime }),
};
export type Counter = v.InferOutput<typeof counter.schema>;

const counterAt = (key: string): Stored<Counter> =>
  document(
    paths.limit(key),
    (data) => decodeStored(counter, data),
    (value) => ({ ...value, expiresAt: dateOf(value.expiresAt) }),
  );

/** What may land with the counting, depending on how the rules then stand. */
type PiggybackFor = (states: readonly LimitState[]) => PiggybackedWrite | undefined;

const nobody: PiggybackFor = () => undefined;

interface Waiting {
  readonly rules: readonly LimitRule[];
  readonly seen: readonly VersionedRead<Counter>[];
  readonly piggybackFor: PiggybackFor;
  readonly answer: (states: readonly LimitState[]) => void;
  readonly fail: (error: unknown) => void;
}

/** One transaction takes this many requests: it reads and writes each counter once. */
const maxBatch = 50;

/**
 * Counts in fixed windows, in the store, so that all instances count together. Requests that arrive while a transaction runs wait for
 * the next one and share it: a burst on one counter costs a few transactions instead of fighting over the document.
 */
export class LimitCounter {
  private waiting: Waiting[] = [];
  private running = false;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts one for each rule, together, and says how each one stands; those `behind` a broken one are not counted. Who has just looked at the rules' documents hands them in: then
   * nothing is read again, unless somebody else counted meanwhile, and a piggyback is taken along.
   */
  count(
    rules: readonly LimitRule[],
    seen: readonly VersionedRead<Counter>[] = [],
    piggybackFor: PiggybackFor = nobody,
  ): Promise<readonly LimitState[]> {
    return new Promise((answer, fail) => {
      this.waiting.push({ rules, seen, piggybackFor, answer, fail });
      if (!this.running) void this.run();
    });
  }

  /** How the rules stand, without counting. */
  async look(rules: readonly LimitRule[]): Promise<readonly LimitState[]> {
    return this.states(rules, await this.store.readAll(this.documents(rules)));
  }

  /** Where the rules are counted, for reading them together with other documents. */
  documents(rules: readonly LimitRule[]): readonly Stored<Counter>[] {
    return rules.map(({ key }) => counterAt(key));
  }

  /** How rules stand whose documents were read. */
  states(rules: readonly LimitRule[], counters: readonly (Counter | undefined)[]): readonly LimitState[] {
    const now = this.clock.now();
    return rules.map((rule, index) => stateOf(rule, current(counters[index], rule, now), now));
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, maxBatch);
      try {
        const states = await this.commit(batch);
        for (const [index, each] of batch.entries()) each.answer(states[index] ?? []);
      } catch (error) {
        for (const each of batch) each.fail(error);
      }
    }
    this.running = false;
  }

  /** One that comes alone with what it has seen needs no reading; when that is out of date, and for all others, a transaction. */
  private async commit(batch: readonly Waiting[]): Promise<readonly (readonly LimitState[])[]> {
    const keys = [...new Set(batch.flatMap(({ rules }) => rules.map(({ key }) => key)))];
    const [first] = batch;
    if (first !== undefined && batch.length === 1 && first.seen.length === keys.length) {
      const { states, counters } = this.counted(
        batch,
        keys,
        first.seen.map(({ value }) => value),
      );
      const piggyback = first.piggybackFor(states[0] ?? []);
      if (await commitWith(this.store, piggyback, first.seen, (writes) => writeAll(writes, counters)))
        return states;
    }
    return this.store.transaction(async (tx) => {
      const { states, counters } = this.counted(batch, keys, await tx.readAll(keys.map(counterAt)));
      writeAll(tx, counters);
      return states;
    });
  }

  private counted(
    batch: readonly Waiting[],
    keys: readonly string[],
    read: readonly (Counter | undefined)[],
  ) {
    const counters = new Map<string, Counter>();
    const before = new Map(keys.map((key, index) => [key, read[index]] as const));
    const now = this.clock.now();
    const states = batch.map(({ rules }) => {
      let isBroken = false;
      return rules.map((rule) => {
        const was = current(counters.get(rule.key) ?? before.get(rule.key), rule, now);
        const counts = !(isBroken && rule.behind === true);
        const after = counts ? { ...was, count: was.count + 1 } : was;
        isBroken ||= stateOf(rule, was, now).left < 0;
        counters.set(rule.key, after);
        return stateOf(rule, after, now);
      });
    });
    return { states, counters };
  }
}

function writeAll(writes: Writes, counters: ReadonlyMap<string, Counter>): void {
  for (const [key, value] of counters) writes.write(counterAt(key), value);
}

/** A counter whose window is over begins anew. */
function current(stored: Counter | undefined, { windowMs }: LimitRule, now: number): Counter {
  if (stored !== undefined && stored.expiresAt > now) return stored;
  return { v: 1, count: 0, expiresAt: now + windowMs };
}

function stateOf({ points }: LimitRule, { count, expiresAt }: Counter, now: number): LimitState {
  return { count, left: points - count, waitMs: expiresAt - now };
}
