import { tableTime } from '../../core/base/zoned-day';
import { isCurrency } from '../../core/money/currency-codes';
import { tableAmount } from '../../core/money/money';
import { bookLine, feeApartOf, type BookedLine } from '../../core/tip/book-sums';
import { shownState, tipTime } from '../../core/tip/tip-filter';
import type { Tip } from '../../core/tip/tip';

/** How a table writes its cells. */
export interface TableStyle {
  /** The decimal sign. */
  readonly decimal: '.' | ',';
  /** The calendar day of a time in milliseconds. */
  readonly dayOf: (millis: number) => string;
}
type Cell = (tip: Tip, style: TableStyle) => string;

/** Empty for a tip that does not count: nothing was charged, or the tip is held because its payment differs from it. */
const charged =
  (amount: (tip: Tip) => number): Cell =>
  (tip, { decimal }) =>
    tip.contrib.count === 0 ? '' : tableAmount(amount(tip), tip.currency, decimal);

/** An amount on the owner's balance. Empty before Stripe has booked it, and for currencies whose decimals we do not know. */
const booked =
  (amount: (line: BookedLine) => number): Cell =>
  (tip, { decimal }) => {
    const line = bookLine(tip)?.booked ?? null;
    return line !== null && isCurrency(line.currency)
      ? tableAmount(amount(line), line.currency, decimal)
      : '';
  };

/** The columns of a tip in a table, in this order. docs/payments.md explains each one. */
export const tipColumns: Readonly<Record<string, Cell>> = {
  id: ({ tipId }) => tipId,
  state: shownState,
  created: ({ createdAt }) => tableTime(createdAt),
  paid: ({ payment }) => tableTime(payment.succeededAt),
  refunded_at: ({ returned }) => tableTime(returned?.refundedAt ?? null),
  disputed_at: ({ returned }) => tableTime(returned?.disputedAt ?? null),
  currency: ({ currency }) => currency,
  amount: charged(({ amount }) => amount),
  tip: charged(({ tipAmount }) => tipAmount),
  cover: charged(({ coverAmount }) => coverAmount),
  refunded: charged(({ contrib }) => contrib.refunded),
  disputed: charged(({ contrib }) => contrib.disputed),
  booked_in: ({ fees }) => fees.settlementCurrency ?? '',
  booked: booked(({ received }) => received),
  stripe_fee: booked(({ stripeFee }) => stripeFee),
  host_share: booked(({ hostShare }) => hostShare),
  booked_refunds: booked(({ refunds }) => refunds),
  booked_disputes: booked(({ disputes }) => disputes),
  dispute_fee: booked(({ disputeFee }) => disputeFee),
  net: booked(({ kept }) => kept),
  method: ({ stripe }) => stripe.paymentMethodType ?? '',
  card: ({ stripe }) => stripe.brand ?? '',
  country: ({ fan }) => fan.country ?? '',
  name: ({ fan }) => fan.name ?? '',
  message: ({ fan }) => fan.message ?? '',
  anonymous: ({ fan }) => (fan.anonymous ? 'yes' : 'no'),
  site: ({ source }) => source.origin ?? '',
  for: ({ source }) => source.for ?? '',
  risk: ({ risk }) => risk ?? '',
  test: (tip) => (tip.livemode ? 'no' : 'yes'),
  stripe_payment: ({ stripe }) => stripe.paymentIntentId ?? '',
  day: (tip, { dayOf }) => dayOf(tipTime(tip)),
  reply: ({ reply }) => reply?.text ?? '',
  replied_at: ({ reply }) => tableTime(reply?.at ?? null),
  wallet: ({ stripe }) => stripe.wallet ?? '',
  fee_apart: (tip) => (feeApartOf(tip) === null ? 'no' : 'yes'),
  monthly: ({ cycle }) => cycle?.monthlyId ?? '',
  period_from: ({ cycle }) => tableTime(cycle?.period?.from ?? null),
  period_to: ({ cycle }) => tableTime(cycle?.period?.to ?? null),
  placement: ({ source }) => source.placement ?? '',
};
