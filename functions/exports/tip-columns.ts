import { currencies } from '../../core/money/currencies';
import { currencyCodes } from '../../core/money/currency-codes';
import type { Tip } from '../../core/tip/tip';

const iso = (millis: number | null) => (millis === null ? '' : new Date(millis).toISOString());

/** Exact, without floats: 500 cents become `5.00`. */
function major(minorUnits: number | null, currency: Tip['currency']): string {
  if (minorUnits === null) return '';
  const { exponent } = currencies[currency];
  const digits = String(Math.abs(minorUnits)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${minorUnits < 0 ? '-' : ''}${whole}${exponent === 0 ? '' : `.${digits.slice(-exponent)}`}`;
}

const charged = (amount: (tip: Tip) => number) => (tip: Tip) => major(amount(tip), tip.currency);

/**
 * Amounts of the balance transaction, in the currency of the owner's balance. Empty before it exists, and for currencies whose decimals we do not
 * know.
 */
const booked =
  (amount: (fees: Tip['fees']) => number | null) =>
  ({ fees }: Tip): string => {
    const settled = currencyCodes.find((code) => code === fees.settlementCurrency);
    return settled === undefined ? '' : major(amount(fees), settled);
  };

/** The columns of a tip in a table, in this order. docs/payments.md explains each one. */
export const tipColumns: Readonly<Record<string, (tip: Tip) => string>> = {
  id: ({ tipId }) => tipId,
  state: ({ state }) => state,
  created: ({ createdAt }) => iso(createdAt),
  paid: ({ payment }) => iso(payment.succeededAt),
  currency: ({ currency }) => currency,
  amount: charged(({ amount }) => amount),
  tip: charged(({ tipAmount }) => tipAmount),
  cover: charged(({ coverAmount }) => coverAmount),
  refunded: charged(({ contrib }) => contrib.refunded),
  disputed: charged(({ contrib }) => contrib.disputed),
  booked_in: ({ fees }) => fees.settlementCurrency ?? '',
  stripe_fee: booked(({ stripe }) => stripe),
  host_share: booked(({ application }) => application),
  net: booked(({ net }) => net),
  name: ({ fan }) => fan.name ?? '',
  message: ({ fan }) => fan.message ?? '',
  anonymous: ({ fan }) => (fan.anonymous ? 'yes' : 'no'),
  site: ({ source }) => source.origin ?? '',
  for: ({ source }) => source.for ?? '',
  risk: ({ risk }) => risk ?? '',
  test: (tip) => (tip.livemode ? 'no' : 'yes'),
  stripe_payment: ({ stripe }) => stripe.paymentIntentId ?? '',
};
