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

/** A bench of several parts, one after the other, and how long each took. Counts and ratios are the figures to quote. */
export async function runParts(
  bench: string,
  parts: Readonly<Record<string, (options: BenchOptions) => Promise<readonly BenchRow[]>>>,
  options: BenchOptions,
): Promise<BenchRow[]> {
  // As in bench/money: mapping the stack trace of every call would be most of the work.
  process.setSourceMapsEnabled(false);
  const rows: BenchRow[] = [];
  for (const [name, part] of Object.entries(parts)) {
    const began = performance.now();
    rows.push(...(await part(options)));
    options.log(`${bench}: ${name} took ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  return rows;
}
