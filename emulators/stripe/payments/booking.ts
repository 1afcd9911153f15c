import { behaviourOf } from './behaviour-of';
import { formatCharge } from '../format/charge';
import type { Sandbox } from '../sandbox';
import type { OwnFeeTask } from '../state/event-entities';
import type { ChargeEntity, FeeDetailEntity, PaymentMethodEntity } from '../state/payment-entities';
import { billingFee, MOBILEPAY_FEE, stripeFee } from './fees';
import { book } from './ledger';
import { typeOfMethod } from './type-of-method';

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
