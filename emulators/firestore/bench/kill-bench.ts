import type { BenchRow } from '../../../bench/bench-row';
import { killRounds } from './kill-rounds';

/** kill -9 at random moments during mixed writes, then a check of every acknowledged write. */
export async function run(kills = 200, log?: (line: string) => void): Promise<BenchRow[]> {
  const result = await killRounds(kills, log);
  return [
    {
      what: `acknowledged writes lost after ${kills} kills`,
      value: result.lost.length,
      unit: 'count',
      atMost: 0,
    },
    { what: 'writes acknowledged', value: result.acknowledged, unit: 'count', atMost: null },
    { what: 'incomplete last records removed', value: result.torn, unit: 'count', atMost: null },
  ];
}
