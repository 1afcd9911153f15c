/** One measured figure with the bound that it has to keep; ratios are the figures to quote. */
export interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'ratio' | 'MB' | 'count';
  /** null: told for comparison only. */
  readonly atMost: number | null;
}

export const keeps = ({ value, atMost }: BenchRow): boolean => atMost === null || value <= atMost;

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
