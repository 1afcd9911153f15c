import type { BenchRow } from '../../../bench/bench-row';
import { run as kills } from './kill-bench';
import { run as queries } from './query-bench';
import { run as starts } from './start-bench';
import { listeners, writes } from './write-bench';

/** All benchmarks of the Firestore server. 200 kills take several minutes; `kills: 0` skips them. */
export async function run(
  options: { kills?: number; log?: (line: string) => void } = {},
): Promise<BenchRow[]> {
  const { kills: count = 200, log } = options;
  const rows = [...(await queries()), ...(await writes()), ...(await listeners()), ...(await starts())];
  return count === 0 ? rows : [...rows, ...(await kills(count, log))];
}
