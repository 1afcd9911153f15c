/** Faults of webhook delivery. All rates are 0 to 1. */
export interface WebhookFaults {
  /** New deliveries are held until they are released. */
  readonly hold: boolean;
  /** The rate of deliveries that are never sent. */
  readonly drop: number;
  /** The rate of deliveries that are sent twice. */
  readonly duplicate: number;
  /** Each delivery is delayed by a random time up to this many milliseconds, so that they arrive out of order. */
  readonly shuffle: number;
}

export const noWebhookFaults: WebhookFaults = { hold: false, drop: 0, duplicate: 0, shuffle: 0 };

/** Deterministic numbers in [0, 1): the same seed gives the same faults (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
