import { run as runAll } from '@busker/emulator-firestore/bench/run';
import type { BenchOptions, BenchRow } from '../bench-row';

/** The Firestore server. Its 200 kills take several minutes, so a quick run leaves them out. */
export const run = ({ quick, log }: BenchOptions): Promise<BenchRow[]> =>
  runAll({ ...(quick && { kills: 0 }), log });
