import type { PaymentsState } from '../../money/payments-state';
import type { Tip } from '../tip';

/** The error code of a tip that ended because its account was gone. */
const accountGone = 'account-gone';

/**
 * Whether an unpaid tip is known to have lost its account: it ended with that error, or the owner's record says that the account was disconnected or
 * replaced. The record may be out of date and still say no.
 */
export function hasLostAccount({ payment, stripe }: Tip, payments: PaymentsState | null): boolean {
  if (payment.status === 'failed') return payment.lastError?.code === accountGone;
  if (payment.status !== 'draft' && payment.status !== 'awaiting') return false;
  return payments === null || payments.disconnectedAt !== null || payments.accountId !== stripe.accountId;
}

/**
 * The end of a tip whose payment Stripe no longer shows us: the owner disconnected, or the account is gone. Null = the tip stays as it is.
 * `succeeded`: a signed event says that exactly this payment succeeded. No further event will come.
 * Otherwise a payment in the page that waits for its card can no longer be made with our key, so nothing was charged. A pending 3-D Secure check may
 * still be answered, and Stripe's own page may still be paid. We cannot find out how those end.
 */
export function goneTip(tip: Tip, { succeeded }: { readonly succeeded: boolean }, now: number): Tip | null {
  if (succeeded && tip.payment.status !== 'succeeded') return paidTip(tip, now);
  const waitsForCard = tip.payment.status === 'awaiting' && tip.surface === 'elements';
  return waitsForCard || tip.payment.status === 'draft' ? unpaidTip(tip, now) : null;
}

function paidTip(tip: Tip, now: number): Tip {
  return {
    ...tip,
    payment: { ...tip.payment, status: 'succeeded', lastError: null, succeededAt: now },
    state: 'paid',
    contrib: { count: 1, gross: tip.amount, refunded: 0, disputed: 0 },
    syncedAt: now,
  };
}

function unpaidTip(tip: Tip, now: number): Tip {
  const lastError = { code: accountGone, declineCode: null, at: now };
  return { ...tip, payment: { ...tip.payment, status: 'failed', lastError }, state: 'failed', syncedAt: now };
}
