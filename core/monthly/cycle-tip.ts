import { noContribution } from '../money/totals';
import type { Tip } from '../tip/tip';
import { isMismatch } from '../tip/state/payment-mismatch';
import { yearsAfter } from '../tip/text-lifetime';
import { cycleNumber } from './charge-days';
import type { Monthly } from './monthly';
import type { InvoiceSnapshot } from './monthly-snapshot';

interface Given {
  readonly tipId: string;
  /** The owner may have hidden the words of the first tip since. */
  readonly first: Pick<Tip, 'moderation'>;
  /** How long the owner keeps names and messages. */
  readonly keepTipsYears: number;
}

/**
 * The tip of a later period of a monthly tip, from its invoice, before Stripe is asked for the payment. It says nothing that another server would not
 * say: whoever sees the invoice first makes the same document. Null when the invoice has no payment.
 */
export function cycleTip(
  monthly: Monthly,
  invoice: InvoiceSnapshot,
  { tipId, first, keepTipsYears }: Given,
): Tip | null {
  const payment = invoice.payments.find(({ isPaid }) => isPaid) ?? invoice.payments[0];
  const { subscriptionId, accountId } = monthly.stripe;
  if (payment === undefined || subscriptionId === null) return null;
  const amount = invoice.status === 'paid' ? invoice.amountPaid : invoice.amountDue;
  const coverAmount = Math.min(monthly.coverAmount, amount);
  return {
    v: 1,
    rev: 1,
    tipId,
    ownerUid: monthly.ownerUid,
    handle: monthly.handle,
    livemode: monthly.livemode,
    mode: monthly.mode,
    surface: 'hosted',
    currency: monthly.currency,
    amount,
    tipAmount: amount - coverAmount,
    coverAmount,
    applicationFee: Math.floor((amount * monthly.shareBps) / 10_000),
    // The message belongs to the first payment alone.
    fan: { ...monthly.fan, message: null, country: null },
    moderation: withoutMismatches(first.moderation),
    reply: null,
    source: monthly.source,
    stripe: {
      accountId,
      paymentIntentId: payment.paymentIntentId,
      checkoutSessionId: null,
      chargeId: null,
      balanceTransactionId: null,
      paymentMethodType: null,
      brand: null,
      last4: null,
    },
    payment: { status: 'unknown', attempts: 0, lastError: null, succeededAt: null },
    refund: { status: 'none', refunded: 0, pending: 0 },
    dispute: { status: 'none', amount: 0, disputeId: null, dueBy: null },
    warning: null,
    risk: null,
    fees: { estimated: 0, stripe: null, application: null, net: null, settlementCurrency: null },
    returned: null,
    state: 'pending',
    contrib: noContribution,
    cycle: {
      monthlyId: monthly.monthlyId,
      number: numberOf(monthly, invoice),
      invoiceId: invoice.id,
      subscriptionId,
      period: { from: invoice.from, to: invoice.to },
    },
    requestHash: monthly.requestHash,
    amountChange: null,
    amountSequence: 0,
    keyRound: 0,
    ways: ['card', 'link'],
    sealedSecret: null,
    eraseTextsAt: monthly.fan.name === null ? null : yearsAfter(invoice.createdAt, keepTipsYears),
    createdAt: invoice.createdAt,
    updatedAt: invoice.createdAt,
    syncedAt: null,
  };
}

const numberOf = ({ startedAt, every }: Monthly, { from, isFirst }: InvoiceSnapshot): number =>
  cycleNumber(startedAt ?? from, every, from, isFirst);

/** What was wrong with the first payment is not wrong with this one. */
function withoutMismatches({ state, reasons }: Tip['moderation']): Tip['moderation'] {
  const others = reasons.filter((reason) => !isMismatch(reason));
  return { state: state === 'held' && others.length === 0 ? 'visible' : state, reasons: others };
}
