import type { Tip } from './tip';
import { noContribution } from '../money/totals';

/** A tip that was paid with a test card before its server took real money: it stays in the list and does not count. */
export const isTestTip = ({ livemode, payment, contrib }: Tip): boolean =>
  !livemode && payment.status === 'succeeded' && contrib.count === 0;

/** The test tip without its contribution. */
export const setAside = (tip: Tip): Tip => ({ ...tip, contrib: noContribution });
