import type { Store } from './store';

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** This machine's time, which signatures have: a receiver refuses one from another day. Epoch milliseconds. */
  real(): number;
  /** Epoch seconds, the unit of the Stripe API. */
  seconds(): number;
  /** Call it within a transaction. */
  advance(milliseconds: number): void;
}

export function createClock(store: Store, source: () => number): Clock {
  const offset = () => store.get('setting', 'clock-offset')?.value ?? 0;
  const now = () => source() + offset();
  return {
    now,
    real: source,
    seconds: () => Math.floor(now() / 1000),
    advance: (milliseconds) => store.put('setting', { id: 'clock-offset', value: offset() + milliseconds }),
  };
}
