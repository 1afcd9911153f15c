import { runParts, type BenchOptions, type BenchRow } from '../bench-row';
import { deletion } from './deletion';
import { exportOfMany } from './export-of-many';
import { hotProfile, tipsBesideViews } from './hot-profile';
import { dayOfChecks, idleMonth, stripeAway } from './reconcile';
import { serverProcesses } from './server-processes';
import { totalsOfMany } from './totals';
import { unknownHandle, viewsOfADay } from './views-of-a-day';

const parts = {
  unknownHandle,
  dayOfChecks,
  idleMonth,
  stripeAway,
  hotProfile,
  viewsOfADay,
  totalsOfMany,
  exportOfMany,
  deletion,
  tipsBesideViews,
  serverProcesses,
};

/**
 * The server at the size of 10,000 owners, on one machine. The long runs have a store and a Stripe in memory, which count what they are asked for, and
 * a virtual clock, on which a day passes in minutes. The runs that need processes to kill have the local Firestore.
 */
export const run = (options: BenchOptions): Promise<BenchRow[]> => runParts('scale', parts, options);
