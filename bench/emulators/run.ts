import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { start as auth } from '@busker/emulator-auth/standalone';
import { run as firestore } from '@busker/emulator-firestore/bench/run';
import { start as firestoreAlone } from '@busker/emulator-firestore/standalone';
import { storageKills } from '@busker/emulator-storage/bench/kill-rounds';
import { start as storageAlone } from '@busker/emulator-storage/standalone';
import { start as stripe } from '@busker/emulator-stripe/standalone';
import { median } from '../bench-row';
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

const STARTS = 100;

/** The memory of this process that is in use, in bytes. */
function used(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

/** How long a start in memory takes, and what a hundred of them leave behind: code that was compiled meanwhile counts too. */
async function startsOf(
  name: string,
  start: () => Promise<{ stop: () => Promise<void> }>,
): Promise<BenchRow[]> {
  const times: number[] = [];
  let before = 0;
  for (let at = 0; at < STARTS; at += 1) {
    if (at === STARTS / 5) before = used();
    const began = performance.now();
    const emulator = await start();
    times.push(performance.now() - began);
    await emulator.stop();
  }
  return [
    { what: `${name} alone: a start in memory`, value: median(times), unit: 'ms', atMost: null },
    {
      what: `${name} alone: memory after ${STARTS} starts and stops, of that after ${STARTS / 5}`,
      value: used() / before,
      unit: 'ratio',
      atMost: 1.3,
    },
  ];
}

async function starts(): Promise<BenchRow[]> {
  return [
    ...(await startsOf('Firestore', () => firestoreAlone())),
    ...(await startsOf('Storage', () => storageAlone())),
    ...(await startsOf('Auth', () => auth())),
    ...(await startsOf('the Stripe sandbox', () => stripe())),
  ];
}

/** The servers for Firestore and Storage, and what each of four costs alone. The 200 kills of the former take several minutes, so a quick run leaves them out. */
export async function run(options: BenchOptions): Promise<BenchRow[]> {
  const { quick, log } = options;
  return [
    ...(await starts()),
    ...(await firestore({ ...(quick && { kills: 0 }), log })),
    ...(await storage(options)),
  ];
}
