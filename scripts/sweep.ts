// Runs sweeps now, or compares every account with Stripe, due or not (accounts):
// npx tsx scripts/sweep.ts every-5-minutes|hourly|daily|all|accounts|<name of a sweep> [--local] With the functions' own environment, or with
// --local on the servers that `npm start` runs on this machine. Their jobs keep their times. The log goes to standard error, what was done to standard output. Exits with 1 if something
// could not be checked.
import { fileURLToPath } from 'node:url';
import { ok } from '@busker/core/base/result';
import { ConfigError, parseConfig } from '@busker/functions/config';
import type { Deps } from '@busker/functions/deps';
import { liveDeps } from '@busker/functions/live-deps';
import {
  recurringKinds,
  sweepPeriods,
  type RecurringKind,
  type SweepName,
} from '@busker/functions/jobs/recurring-jobs';
import { kindsOf, runSweeps } from '@busker/functions/jobs/run-sweep';
import { reconcileAll } from '@busker/functions/reconcile/reconcile-account';
import { environmentOfRunning, pointSdkAt } from '@busker/local/functions-environment';
import { dotEnvSettings } from './dot-env';

const periods = Object.keys(sweepPeriods) as SweepName[];
const asked = process.argv.slice(2).filter((each) => each !== '--local');

/** The sweeps of a period, one sweep, or all of them. */
function wantedBy(word: string): readonly RecurringKind[] {
  if (word === 'all') return recurringKinds;
  const period = periods.find((each) => each === word);
  return period === undefined ? recurringKinds.filter((kind) => kind === word) : kindsOf(period);
}

const wanted = wantedBy(asked[0] ?? '');
const stateDir = process.env['BUSKER_STATE'] ?? fileURLToPath(new URL('../.busker', import.meta.url));

function refuse(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}

const isEveryAccount = asked[0] === 'accounts';
const done = (deps: Deps) => (isEveryAccount ? reconcileAll(deps) : runSweeps(deps, wanted));

async function sweep(): Promise<void> {
  const isLocal = process.argv.includes('--local');
  const env = isLocal
    ? await environmentOfRunning(process.env, stateDir)
    : ok({ ...(await dotEnvSettings()), ...process.env });
  if (!env.ok) return refuse(env.problem);
  if (isLocal) pointSdkAt(env.value);
  const deps = liveDeps(parseConfig(env.value), (line) => {
    if (line.startsWith('{"severity":"ERROR"')) process.exitCode = 1;
    console.error(line);
  });
  for (const { sweep: what, checked, changed, missed } of await done(deps))
    console.log(`${what}: checked ${checked}, changed ${changed}${missed > 0 ? `, missed ${missed}` : ''}`);
}

if ((wanted.length === 0 && !isEveryAccount) || asked.length !== 1)
  refuse(
    `Say which sweeps: ${[...periods, 'all', 'accounts'].join(', ')}, or one of ${recurringKinds.join(', ')}.`,
  );
else
  await sweep().catch((error: unknown) => {
    refuse(
      error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error),
    );
  });
