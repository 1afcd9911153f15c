import type { Tip } from './tip';
import { noContribution } from '../money/totals';

/** A tip paid with a test card that is set aside, because its server takes real money now: it stays in the list and counts nowhere. */
export const isTestTip = ({ livemode, payment, contrib }: Tip): boolean =>
  !livemode && payment.status === 'succeeded' && contrib.count === 0;

/** A test tip that no longer counts. */
export const setAside = (tip: Tip): Tip => ({ ...tip, contrib: noContribution });
