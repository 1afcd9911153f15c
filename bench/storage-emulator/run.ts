import { storageKills } from '@busker/emulator-storage/bench/kill-rounds';
import type { BenchOptions, BenchRow } from '../bench-row';

/** kill -9 at random moments while files are written, replaced and deleted. */
export async function run({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const { kills, acknowledged, lost, leftOver } = await storageKills(quick ? 10 : 200, log);
  return [
    { what: `files lost after ${kills} kills`, value: lost.length, unit: 'count', atMost: 0 },
    { what: 'files of bytes that nobody names', value: leftOver, unit: 'count', atMost: 0 },
    { what: 'uploads and deletions acknowledged', value: acknowledged, unit: 'count', atMost: null },
  ];
}
