import type { Store } from './store';

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
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
    seconds: () => Math.floor(now() / 1000),
    advance: (milliseconds) => store.put('setting', { id: 'clock-offset', value: offset() + milliseconds }),
  };
}
