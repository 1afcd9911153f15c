import type { PaymentsState } from '../../money/payments-state';
import type { Tip } from '../tip';

/** The error code of a tip that ended because its account was gone. */
const accountGone = 'account-gone';

/**
 * Whether an unpaid tip is known to have no account to be paid on: it ended so, or the owner's record says that the account was
 * disconnected or replaced. A record that has not heard of it yet says no.
 */
export function hasLostAccount({ payment, stripe }: Tip, payments: PaymentsState | null): boolean {
  if (payment.status === 'failed') return payment.lastError?.code === accountGone;
  if (payment.status !== 'draft' && payment.status !== 'awaiting') return false;
  return payments === null || payments.disconnectedAt !== null || payments.accountId !== stripe.accountId;
}

/**
 * The tip as it ends when Stripe no longer lets us see its payment: the owner disconnected, or the account is gone. Null = it stays as it
 * is.
 * `succeeded`: a signed event says that exactly this payment succeeded; no more will be heard of it.
 * Else a payment in the page that waits for its card can no longer be made with our key, so nothing was charged. A bank's question may still
 * be answered, and Stripe's own page may still be paid on: of those nobody here can say how they end.
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
