import { book } from '../accounts/balance';
import type { ChargeEntity, FeeDetailEntity, PaymentMethodEntity } from '../state/payment-entities';
import type { OwnFeeTask, Sandbox } from '../state/sandbox';
import { formatCharge } from '../payments/charges';
import { behaviourOf, typeOfMethod } from '../payments/payment-methods';

interface Rate {
  readonly basisPoints: number;
  /** Minor units of the country's currency. A charge in another currency has the same number. */
  readonly fixed: number;
}

/** Stripe's published card prices of 2026, simplified. The exact fee is in Stripe's balance transaction. */
const RATES: Readonly<Record<string, Rate>> = {
  US: { basisPoints: 290, fixed: 30 },
  CA: { basisPoints: 290, fixed: 30 },
  GB: { basisPoints: 150, fixed: 20 },
  AU: { basisPoints: 170, fixed: 30 },
  SG: { basisPoints: 340, fixed: 50 },
  JP: { basisPoints: 360, fixed: 0 },
};
const EUROPE: Rate = { basisPoints: 150, fixed: 25 };

/**
 * Ways that do not cost what a card costs. The figures are the sandbox's own: they only differ from each other, so that a fee that was taken from the
 * wrong row is seen. Stripe's price page of the account's country has the true ones.
 */
const WAY_RATES: Readonly<Record<string, Rate>> = {
  ideal: { basisPoints: 0, fixed: 29 },
  bancontact: { basisPoints: 0, fixed: 39 },
  eps: { basisPoints: 160, fixed: 35 },
  p24: { basisPoints: 220, fixed: 30 },
  twint: { basisPoints: 190, fixed: 30 },
  swish: { basisPoints: 100, fixed: 180 },
};

/** What MobilePay costs for each payment beside the card's fee. The sandbox's own figure, in minor units. */
export const MOBILEPAY_FEE = 8;

/** `way`: Stripe's name of the way to pay; most cost what a card costs. The fee is never larger than the charge. */
export function stripeFee(country: string, amount: number, way = 'card'): FeeDetailEntity {
  const rate = WAY_RATES[way] ?? RATES[country] ?? EUROPE;
  const fee = Math.floor((amount * rate.basisPoints + 5000) / 10_000) + rate.fixed;
  return { type: 'stripe_fee', amount: Math.min(fee, amount), description: 'Stripe processing fees' };
}

/** Stripe Billing's 0.7 % of a paid invoice of a subscription, to the nearest unit. Stripe does not say how it rounds. */
export const billingFee = (amount: number): number => Math.floor((amount * 70 + 5000) / 10_000);

const DAY = 24 * 3600;

const wayOf = (method: PaymentMethodEntity | undefined): string =>
  method === undefined ? 'card' : typeOfMethod(method);

function feesOf(sandbox: Sandbox, charge: ChargeEntity, way: string): FeeDetailEntity[] {
  const country = sandbox.store.get('account', charge.account)?.country ?? 'US';
  const own = stripeFee(country, charge.amount, way);
  if (charge.applicationFee === null || charge.applicationFeeAmount === null) return [own];
  return [
    { type: 'application_fee', amount: charge.applicationFeeAmount, description: 'Busker application fee' },
    own,
  ];
}

/** What Stripe charges for a payment, but books apart from it at the next midnight. */
type OwnFee = Pick<OwnFeeTask, 'amount' | 'description'>;

/**
 * MobilePay's own fee is billed for each day, apart from the payments: https://docs.stripe.com/payments/mobilepay. So is what Stripe Billing takes of a
 * paid invoice of a subscription: https://stripe.com/billing/pricing.
 */
function ownFees({ store, clock }: Sandbox, charge: ChargeEntity, way: string): readonly OwnFee[] {
  const isInvoice = store.get('paymentIntent', charge.paymentIntent)?.invoice !== undefined;
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const billing = { amount: billingFee(charge.amount), description: `Billing - Usage Fee (${day})` };
  return [
    ...(way === 'mobilepay' ? [{ amount: MOBILEPAY_FEE, description: 'MobilePay fee' }] : []),
    ...(isInvoice && billing.amount > 0 ? [billing] : []),
  ];
}

function planOwnFee({ store, ids, clock }: Sandbox, { account, currency }: ChargeEntity, fee: OwnFee): void {
  const midnight = (Math.floor(clock.seconds() / DAY) + 1) * DAY * 1000;
  const id = ids.next('job');
  store.put('job', { id, dueAt: midnight, task: { kind: 'book-own-fee', account, currency, ...fee } });
}

/** A job of an earlier version has no amount: MobilePay's fee was the only one. */
export function bookOwnFee(sandbox: Sandbox, task: OwnFeeTask): void {
  const { account, currency, amount = MOBILEPAY_FEE, description = 'MobilePay fee' } = task;
  book(sandbox, {
    account,
    amount: -amount,
    currency,
    source: null,
    type: 'stripe_fee',
    reportingCategory: 'fee',
    description,
  });
}

/** Stripe creates the balance transaction shortly after the charge succeeds. The exact fee is known only then. */
export function bookCharge(sandbox: Sandbox, id: string): void {
  const charge = sandbox.store.get('charge', id);
  if (!charge || charge.status !== 'succeeded' || charge.balanceTransaction !== null) return;
  const { store } = sandbox;
  const method = store.get('paymentMethod', charge.paymentMethod);
  const bank = method && behaviourOf(method).bank;
  const atOnce = bank?.kind === 'approved' && bank.availableAtOnce;
  const transaction = book(sandbox, {
    account: charge.account,
    amount: charge.amount,
    currency: charge.currency,
    fees: feesOf(sandbox, charge, wayOf(method)),
    source: charge.id,
    type: 'charge',
    reportingCategory: 'charge',
    description: charge.description,
    delay: atOnce ? 0 : 2 * DAY,
  });
  for (const fee of ownFees(sandbox, charge, wayOf(method))) planOwnFee(sandbox, charge, fee);
  const booked = { ...charge, balanceTransaction: transaction };
  store.put('charge', booked);
  sandbox.emit({
    account: charge.account,
    type: 'charge.updated',
    object: formatCharge(sandbox, booked),
    previous: { balance_transaction: null },
  });
}
