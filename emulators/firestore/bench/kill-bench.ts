import type { BenchRow } from '../../../bench/bench-row';
import { killRounds } from './kill-rounds';

/** kill -9 at random moments during mixed writes; every acknowledged write is looked for afterwards. */
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
    { what: 'torn last records cut off', value: result.torn, unit: 'count', atMost: null },
  ];
}
