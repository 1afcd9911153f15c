import type { EnvReader } from '../http/env-reader';

export interface CountingConfig {
  /** How long an instance counts in memory before it writes a batch, in milliseconds. */
  readonly windowMs: number;
  /** Milliseconds from one roll-up to the next; 0 = after each batch, for one machine. */
  readonly rollUpMs: number;
}

/** On one machine each view is written at once: a developer waits for it, and writes cost nothing. */
export function countingConfig(read: EnvReader, sandbox: boolean): CountingConfig {
  const windowSeconds = read.integer('COUNT_WINDOW_SECONDS', sandbox ? 0 : 10, { min: 0, max: 60 });
  const rollUpMinutes = read.integer('ROLL_UP_MINUTES', sandbox ? 0 : 10, {
    min: sandbox ? 0 : 5,
    max: 60,
  });
  return { windowMs: windowSeconds * 1000, rollUpMs: rollUpMinutes * 60_000 };
}
