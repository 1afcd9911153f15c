import type { PaymentSnapshot } from './payment-snapshot';
import { projectDispute } from './dispute-projection';
import { moderationWith, mismatchesOf } from './payment-mismatch';
import { isOpenPayment, tipState } from './payment-states';
import { projectPayment } from './payment-projection';
import { countedRefunds, projectRefund } from './refund-projection';
import { projectReturned } from './returned-projection';
import type { Tip, TipCycle } from '../tip';
import { noContribution, type TipContribution } from '../../money/totals';
import { withAmounts } from '../tip-amounts';
import { usualWays } from '../../ways/ways-for';

/**
 * The tip after Stripe's fresh answer: pure, no clock, no I/O, and the same answer twice changes nothing but `syncedAt`. Stripe's answer replaces the
 * stored state, except for an answer older than a success. When the payment differs from the tip's request (amount, currency, account, metadata), the
 * tip is held and not counted.
 * `reserved`: minor units of Busker's own refund requests that Stripe does not have yet.
 * The writer sets `rev` and `updatedAt`.
 */
export function projectTip(known: Tip, snapshot: PaymentSnapshot, reserved = 0): Tip {
  const tip = snapshot.intent === null ? known : withAmounts(known, snapshot.intent);
  const payment = projectPayment(tip, snapshot);
  const dispute = projectDispute(tip.dispute, snapshot.disputes);
  const mismatches = mismatchesOf(tip, snapshot);
  const movedBack = payment.status === 'succeeded' ? countedRefunds(snapshot.refunds) : 0;
  const counted = payment.status === 'succeeded' && mismatches.length === 0;
  return {
    ...tip,
    payment,
    refund: projectRefund(tip.amount, snapshot.refunds, reserved),
    dispute,
    moderation: moderationWith(tip.moderation, mismatches),
    fan: { ...tip.fan, country: tip.fan.country ?? snapshot.charge?.method?.country ?? null },
    stripe: stripeIds(tip.stripe, snapshot),
    warning: projectWarning(tip.warning, snapshot.warnings),
    risk: snapshot.charge?.riskLevel ?? tip.risk,
    fees: bookedFees(tip.fees, snapshot),
    returned: projectReturned(tip.returned, snapshot),
    state: tipState({ amount: tip.amount, payment, dispute }, movedBack),
    contrib: counted ? contribution(tip.amount, movedBack, dispute) : noContribution,
    ...(tip.cycle === undefined ? {} : { cycle: projectCycle(tip.cycle, snapshot) }),
    amountChange: openChange(tip, payment, snapshot.askedAt),
    syncedAt: snapshot.askedAt,
  };
}

/** A change of the amount is over once the payment is over, or when this answer is younger than any change that Stripe could still make. */
function openChange({ amountChange }: Tip, { status }: Tip['payment'], askedAt: number): Tip['amountChange'] {
  if (amountChange === null || !isOpenPayment(status)) return null;
  return askedAt >= amountChange.until ? null : amountChange;
}

/** The change of the owner's totals when `after` replaces `before`. Zeros for a replay. */
export function contributionDelta(before: TipContribution, after: TipContribution): TipContribution {
  return {
    count: after.count - before.count,
    gross: after.gross - before.gross,
    refunded: after.refunded - before.refunded,
    disputed: after.disputed - before.disputed,
  };
}

/** The first payment of a monthly tip learns of its invoice once it is paid. */
function projectCycle(known: TipCycle, { invoice }: PaymentSnapshot): TipCycle {
  if (invoice == null || known.invoiceId !== null) return known;
  const { id: invoiceId, subscriptionId, from, to } = invoice;
  return { ...known, invoiceId, subscriptionId, period: { from, to } };
}

/** Whether a projection changes the tip. If not, only `syncedAt` needs to be written. */
export function tellsNews(before: Tip, after: Tip): boolean {
  const comparable = (tip: Tip) => JSON.stringify({ ...tip, rev: 0, updatedAt: 0, syncedAt: 0 });
  return comparable(before) !== comparable(after);
}

function contribution(amount: number, refunded: number, dispute: Tip['dispute']): TipContribution {
  const disputed = dispute.status === 'open' || dispute.status === 'lost' ? dispute.amount : 0;
  return { count: 1, gross: amount, refunded, disputed };
}

/** While Stripe's page is open, and after it expired, the session decides: it is what we can close, and cards are only tried on its payment. */
function settledIntent({ intent, session }: PaymentSnapshot): string | null {
  return session === null || session.status === 'complete' ? (intent?.id ?? null) : null;
}

function stripeIds(known: Tip['stripe'], snapshot: PaymentSnapshot): Tip['stripe'] {
  const { session, charge } = snapshot;
  const statement = charge?.statement ?? known.statement;
  // A second try without the wallet belongs to another charge.
  const wallet =
    charge?.method === undefined || charge.method === null
      ? known.wallet
      : (charge.method.wallet ?? undefined);
  return {
    accountId: known.accountId,
    paymentIntentId: known.paymentIntentId ?? settledIntent(snapshot),
    checkoutSessionId: known.checkoutSessionId ?? session?.id ?? null,
    chargeId: charge?.id ?? known.chargeId,
    balanceTransactionId: charge?.balance?.id ?? known.balanceTransactionId,
    paymentMethodType: charge?.method?.type ?? known.paymentMethodType,
    brand: charge?.method?.brand ?? known.brand,
    last4: charge?.method?.last4 ?? known.last4,
    ...(wallet !== undefined && { wallet }),
    ...(statement !== undefined && { statement }),
  };
}

/** The latest warning. An answer without warnings keeps the stored one: nobody asks for them until an event announces one. */
export function projectWarning(known: Tip['warning'], warnings: PaymentSnapshot['warnings']): Tip['warning'] {
  const latest = warnings.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  return latest === undefined
    ? known
    : { type: latest.type, actionable: latest.actionable, at: latest.createdAt };
}

/** The estimate is a card's. Nobody here knows what other ways cost, before Stripe has booked it. */
function hasOtherPrice(charge: PaymentSnapshot['charge']): boolean {
  const { status, method = null } = charge ?? {};
  return status === 'succeeded' && method !== null && !usualWays.includes(method.type);
}

function bookedFees(known: Tip['fees'], { charge }: PaymentSnapshot): Tip['fees'] {
  const booked = charge?.balance;
  const estimated = hasOtherPrice(charge) ? 0 : known.estimated;
  if (!booked) return { ...known, estimated };
  return {
    estimated,
    stripe: booked.stripeFee,
    application: booked.applicationFee,
    net: booked.net,
    settlementCurrency: booked.currency,
  };
}
