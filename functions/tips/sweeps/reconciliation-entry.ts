import { isDeepStrictEqual } from 'node:util';
import { projectDispute, projectReturned, projectWarning } from '../../../core/tip/state/tip-projection';
import type { Tip } from '../../../core/tip/tip';
import type { ListedDispute, ListedIntent, ListedWarning, OfTip, TipReference } from '../../stripe/payments';

/** What one of Stripe's lists says about a tip. */
export interface ReconciliationEntry {
  readonly reference: TipReference;
  readonly askAbout?: 'refund' | 'dispute' | 'warning';
  /** The payment, for a tip that does not name it. */
  readonly intent?: string;
  /** Whether it brought money in. */
  readonly succeeded: boolean;
  readonly agrees: (tip: Tip) => boolean | Promise<boolean>;
}

export function entriesOfIntent(listed: ListedIntent): readonly ReconciliationEntry[] {
  const { reference, succeeded, paymentIntentId: intent } = listed;
  return reference === null
    ? []
    : [{ reference, succeeded, intent, agrees: (tip) => agreesWith(tip, listed) }];
}

/**
 * Compared with the counted amounts: a refund whose answer was lost is reserved, but not counted yet. A payment that did not match its tip is checked
 * again: the tip's new amount may have been stored after its success arrived. Only the costs may be missing: Stripe creates the balance transaction a
 * moment after the charge and sends an event of its own. Declined cards may be missing too: Stripe's page does not name their payment.
 */
export function agreesWith(
  { amount, payment, contrib, dispute, stripe }: Tip,
  intent: Omit<ListedIntent, 'paymentIntentId' | 'reference'>,
): boolean {
  if (intent.amount !== amount) return false;
  if (intent.succeeded !== (payment.status === 'succeeded' && contrib.count === 1)) return false;
  if (intent.booked && stripe.balanceTransactionId === null) return false;
  if (intent.declined && payment.attempts === 0) return false;
  return intent.refunded === contrib.refunded && intent.disputed === (dispute.status !== 'none');
}

export function entriesOfDisputes(listed: readonly OfTip<ListedDispute>[]): readonly ReconciliationEntry[] {
  const agrees = ({ tipId, dispute: known, returned }: Tip) => {
    const ofTip = listed.filter(({ reference }) => reference.tipId === tipId);
    const disputes = ofTip.map(({ dispute }) => dispute);
    // Also inquiries that closed before we read them: the tip stores which inquiry that was. And money that came back after the end of a dispute.
    return (
      isDeepStrictEqual(projectDispute(known, disputes), known) &&
      isDeepStrictEqual(projectReturned(returned, { refunds: [], disputes }), returned)
    );
  };
  return listed.map(({ reference }) => ({ reference, askAbout: 'dispute', succeeded: false, agrees }));
}

export function entriesOfWarnings(listed: readonly OfTip<ListedWarning>[]): readonly ReconciliationEntry[] {
  const agrees = ({ tipId, warning: known }: Tip) => {
    const ofTip = listed.filter(({ reference }) => reference.tipId === tipId);
    const now = projectWarning(
      known,
      ofTip.map(({ warning }) => warning),
    );
    return isDeepStrictEqual(now, known);
  };
  return listed.map(({ reference }) => ({ reference, askAbout: 'warning', succeeded: false, agrees }));
}
