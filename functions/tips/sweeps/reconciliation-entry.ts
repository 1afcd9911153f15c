import { projectDispute } from '../../../core/tip/state/dispute-projection';
import { pendingRefunds } from '../../../core/tip/state/refund-projection';
import type { Tip } from '../../../core/tip/tip';
import { projectWarning } from '../../../core/tip/state/tip-projection';
import type {
  ListedDispute,
  ListedIntent,
  ListedRefund,
  ListedWarning,
  TipReference,
} from '../../stripe/payments';
import { requestStatus } from '../refund/refund-requests';
import type { Store } from '../../store/store';
import { stored } from '../../store/stored';
import type { Trigger } from '../write-tip';

/** What one of Stripe's lists, or our own of what is not over yet, tells of a tip. */
export interface ReconciliationEntry {
  readonly reference: TipReference;
  readonly askAbout?: Trigger['askAbout'];
  /** The payment, for a tip that does not know of it. */
  readonly intent?: string;
  /** Whether money came in by it. */
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
 * Against what was counted: a refund of ours whose answer was lost is reserved, but not counted yet. A payment that was not counted
 * because it was unlike its tip is looked at again: the tip's new amount may have been written after its success was heard of. And
 * what it cost may be all that is missing: Stripe books a charge a moment after it succeeded, and tells so in an event of its own. So may
 * the cards that were declined on Stripe's page, which does not name their payment.
 */
function agreesWith({ amount, payment, contrib, dispute, stripe }: Tip, intent: ListedIntent): boolean {
  if (intent.amount !== amount) return false;
  if (intent.succeeded !== (payment.status === 'succeeded' && contrib.count === 1)) return false;
  if (intent.booked && stripe.balanceTransactionId === null) return false;
  if (intent.declined && payment.attempts === 0) return false;
  return intent.refunded === contrib.refunded && intent.disputed === (dispute.status !== 'none');
}

/**
 * A refund that failed before anybody heard of it leaves no trace at the payment, and one on its way that arrived changes no sum there. So
 * each is compared with the request that it answers, too.
 */
export function entriesOfRefunds(
  store: Pick<Store, 'read'>,
  listed: readonly ListedRefund[],
): readonly ReconciliationEntry[] {
  return listed.map(({ reference, refund, refunded }) => {
    const { tipId, uid } = reference;
    const ofTip = listed.filter((each) => each.reference.tipId === tipId);
    const pending = pendingRefunds(ofTip.map((each) => each.refund));
    const agrees = async (tip: Tip) => {
      if (refunded !== tip.contrib.refunded || pending !== tip.refund.pending) return false;
      if (refund.status === 'failed' && tip.refund.status === 'none') return false;
      const requestId = refund.requestId ?? null;
      const request = requestId === null ? undefined : await store.read(stored.refund(uid, tipId, requestId));
      return request === undefined || request.status === requestStatus(refund);
    };
    return { reference, askAbout: 'refund', succeeded: false, agrees };
  });
}

export function entriesOfDisputes(listed: readonly ListedDispute[]): readonly ReconciliationEntry[] {
  const agrees = ({ tipId, dispute: known }: Tip) => {
    const ofTip = listed.filter(({ reference }) => reference.tipId === tipId);
    const now = projectDispute(
      known,
      ofTip.map(({ dispute }) => dispute),
    );
    // Also what ended in nothing before anybody heard of it: the tip keeps which inquiry that was.
    return JSON.stringify(now) === JSON.stringify(known);
  };
  return listed.map(({ reference }) => ({ reference, askAbout: 'dispute', succeeded: false, agrees }));
}

export function entriesOfWarnings(listed: readonly ListedWarning[]): readonly ReconciliationEntry[] {
  const agrees = ({ tipId, warning: known }: Tip) => {
    const ofTip = listed.filter(({ reference }) => reference.tipId === tipId);
    const now = projectWarning(
      known,
      ofTip.map(({ warning }) => warning),
    );
    return JSON.stringify(now) === JSON.stringify(known);
  };
  return listed.map(({ reference }) => ({ reference, askAbout: 'warning', succeeded: false, agrees }));
}

/** What is not over yet may have ended, however long ago it began. */
export const entryOfOpenTip = (reference: TipReference): ReconciliationEntry => ({
  reference,
  succeeded: false,
  agrees: () => false,
});
