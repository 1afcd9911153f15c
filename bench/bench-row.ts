/** One measured figure with the bound that it has to keep; ratios are the figures to quote. */
export interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 's' | 'ratio' | 'MB' | 'kB' | 'count' | 'per second' | 'USD';
  /** null: listed for comparison only, unless there is a lower bound. */
  readonly atMost: number | null;
  readonly atLeast?: number;
}

/** What `npm run bench` hands to every part. */
export interface BenchOptions {
  /** Fewer rounds: enough to see whether all is well, but no figure to quote. */
  readonly quick: boolean;
  readonly log: (line: string) => void;
}

export const keeps = ({ value, atMost, atLeast }: BenchRow): boolean =>
  (atMost === null || value <= atMost) && (atLeast === undefined || value >= atLeast);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Milliseconds that one call takes. */
export function timed(act: () => void): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}
