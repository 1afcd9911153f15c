import type { BenchOptions, BenchRow } from '../bench-row';
import { heapOfTips } from './heap';
import { thousandKills } from './kills';
import { planningAlone, realMinute } from './real-minute';
import { withinSchedule } from './within-schedule';

const parts = { planningAlone, realMinute, withinSchedule, heapOfTips, thousandKills };

/** What owners are told, while the receivers fail: whether tips are slower, and whether something is lost. Counts and ratios are the figures to quote. */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  // As in bench/money: mapping the stack trace of every call would be most of the work.
  process.setSourceMapsEnabled(false);
  const rows: BenchRow[] = [];
  for (const [name, part] of Object.entries(parts)) {
    const began = performance.now();
    rows.push(...(await part(options)));
    options.log(`outbox: ${name} took ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  return rows;
}
