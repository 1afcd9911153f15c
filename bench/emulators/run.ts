import { run as firestore } from '@busker/emulator-firestore/bench/run';
import { storageKills } from '@busker/emulator-storage/bench/kill-rounds';
import type { BenchOptions, BenchRow } from '../bench-row';

/** kill -9 at random moments while files are written, replaced and deleted. */
async function storage({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const { kills, acknowledged, lost, leftOver } = await storageKills(quick ? 10 : 200, log);
  return [
    { what: `files lost after ${kills} kills`, value: lost.length, unit: 'count', atMost: 0 },
    { what: 'files of bytes that nobody names', value: leftOver, unit: 'count', atMost: 0 },
    { what: 'uploads and deletions acknowledged', value: acknowledged, unit: 'count', atMost: null },
  ];
}

/** The servers for Firestore and Storage. The 200 kills of the former take several minutes, so a quick run leaves them out. */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const { quick, log } = options;
  return [...(await firestore({ ...(quick && { kills: 0 }), log })), ...(await storage(options))];
}
