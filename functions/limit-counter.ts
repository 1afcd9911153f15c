import * as v from 'valibot';
import { paths } from '../core/documents';
import { decodeStored } from '../core/stored-document';
import { dateOf, storedTime } from '../core/stored-time';
import type { Clock } from './clock';
import { document } from './stored';
import type { Store, Stored } from './store';

/** At most `points` of something within `windowMs` of the first one. */
export interface LimitRule {
  readonly key: string;
  readonly points: number;
  readonly windowMs: number;
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
type Counter = v.InferOutput<typeof counter.schema>;

const counterAt = (key: string): Stored<Counter> =>
  document(
    paths.limit(key),
    (data) => decodeStored(counter, data),
    (value) => ({ ...value, expiresAt: dateOf(value.expiresAt) }),
  );

interface Waiting {
  readonly rules: readonly LimitRule[];
  readonly points: number;
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

  /** Counts one for each rule, together, and says how each one stands. */
  count(rules: readonly LimitRule[]): Promise<readonly LimitState[]> {
    return this.enqueue(rules, 1);
  }

  /** How the rules stand, without counting. */
  async look(rules: readonly LimitRule[]): Promise<readonly LimitState[]> {
    const counters = await this.store.readAll(rules.map(({ key }) => counterAt(key)));
    const now = this.clock.now();
    return rules.map((rule, index) => stateOf(rule, current(counters[index], rule, now), now));
  }

  private enqueue(rules: readonly LimitRule[], points: number): Promise<readonly LimitState[]> {
    return new Promise((answer, fail) => {
      this.waiting.push({ rules, points, answer, fail });
      if (!this.running) void this.run();
    });
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

  private commit(batch: readonly Waiting[]): Promise<readonly (readonly LimitState[])[]> {
    return this.store.transaction(async (tx) => {
      const keys = [...new Set(batch.flatMap(({ rules }) => rules.map(({ key }) => key)))];
      const read = await tx.readAll(keys.map(counterAt));
      const counters = new Map(keys.map((key, index) => [key, read[index]] as const));
      const now = this.clock.now();
      const states = batch.map(({ rules, points }) =>
        rules.map((rule) => {
          const before = current(counters.get(rule.key), rule, now);
          const after = { ...before, count: before.count + points };
          counters.set(rule.key, after);
          return stateOf(rule, after, now);
        }),
      );
      for (const [key, value] of counters) if (value !== undefined) tx.write(counterAt(key), value);
      return states;
    });
  }
}

/** A counter whose window is over begins anew. */
function current(stored: Counter | undefined, { windowMs }: LimitRule, now: number): Counter {
  if (stored !== undefined && stored.expiresAt > now) return stored;
  return { v: 1, count: 0, expiresAt: now + windowMs };
}

function stateOf({ points }: LimitRule, { count, expiresAt }: Counter, now: number): LimitState {
  return { count, left: points - count, waitMs: expiresAt - now };
}
