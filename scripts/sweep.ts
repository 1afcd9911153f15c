// Runs one of the scheduled sweeps now, with the functions' own environment: npx tsx scripts/sweep.ts every-5-minutes|hourly|daily
import { parseConfig } from '../functions/config';
import { liveDeps } from '../functions/live-deps';
import { runSweep, sweepPlan, type SweepName } from '../functions/sweeps/run-sweep';

const names = Object.keys(sweepPlan) as SweepName[];
const name = names.find((each) => each === process.argv[2]);
if (name === undefined) {
  console.error(`Say which sweep: ${names.join(', ')}.`);
  process.exitCode = 1;
} else {
  for (const { looked, changed } of await runSweep(liveDeps(parseConfig(process.env)), name)) {
    console.log(`looked at ${looked}, changed ${changed}`);
  }
}
