import { parseConfig } from '@busker/functions/config';
import { liveDeps } from '@busker/functions/live-deps';
import {
  recurringKinds,
  sweepPeriods,
  type RecurringKind,
  type SweepName,
} from '@busker/functions/jobs/recurring-jobs';
import { kindsOf, runSweeps } from '@busker/functions/jobs/run-sweep';
import { reconcileAll } from '@busker/functions/reconcile/reconcile-account';
import { Stopped, type Machine } from './command';
import { environmentOf } from './dot-env';

const periods = Object.keys(sweepPeriods) as SweepName[];

/** The sweeps of a period, one sweep, or all of them. */
function wantedBy(word: string): readonly RecurringKind[] {
  if (word === 'all') return recurringKinds;
  const period = periods.find((each) => each === word);
  return period === undefined ? recurringKinds.filter((kind) => kind === word) : kindsOf(period);
}

/**
 * `busker sweep`: runs sweeps now, or compares every account with Stripe, due or not (accounts). With the functions' own environment, or with --local on the
 * servers that `npm start` runs on this machine. Their jobs keep their times. The log goes to the error output. 1 = something could not be checked.
 */
export async function sweep(args: readonly string[], { say }: Machine): Promise<0 | 1> {
  const isLocal = args.includes('--local');
  const [word = '', ...more] = args.filter((each) => each !== '--local');
  const wanted = wantedBy(word);
  if ((wanted.length === 0 && word !== 'accounts') || more.length > 0) {
    const known = [...periods, 'all', 'accounts'].join(', ');
    throw new Stopped(`Say which sweeps: ${known}, or one of ${recurringKinds.join(', ')}.`, 2);
  }
  let code: 0 | 1 = 0;
  const deps = liveDeps(parseConfig(await environmentOf(isLocal)), (line) => {
    if (line.startsWith('{"severity":"ERROR"')) code = 1;
    console.error(line);
  });
  const done = await (word === 'accounts' ? reconcileAll(deps) : runSweeps(deps, wanted));
  for (const { sweep: what, checked, changed, missed } of done)
    say(`${what}: checked ${checked}, changed ${changed}${missed > 0 ? `, missed ${missed}` : ''}`);
  return code;
}
