import type { BenchOptions, BenchRow } from '../bench-row';
import { unknownHandle } from './unknown-handle';
import { viewsOfADay } from './views-of-a-day';

/**
 * The server at the size of 10,000 owners, on one machine: stores and Stripe in memory count what they are asked for, and a virtual clock lets a day
 * pass in minutes. Counts and ratios are the figures to quote.
 */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const part of [unknownHandle, viewsOfADay]) {
    const began = performance.now();
    rows.push(...(await part(options)));
    options.log(`scale: ${part.name} took ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  return rows;
}
