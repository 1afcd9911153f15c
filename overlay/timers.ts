/** Time as the overlay needs it. Real: browserTimers; in tests a virtual clock. */
export interface Timers {
  /** Epoch milliseconds of this device. */
  readonly now: () => number;
  /** Calls once, after so many milliseconds. Returns a function that cancels it. */
  readonly after: (ms: number, act: () => void) => () => void;
}

export const browserTimers: Timers = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
