import { behaviourOf } from './behaviour-of';
import { formatCharge } from '../format/charge';
import type { Sandbox } from '../sandbox';
import type { ChargeEntity, FeeDetailEntity, PaymentMethodEntity } from '../state/payment-entities';
import { MOBILEPAY_FEE, stripeFee } from './fees';
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

/** MobilePay's own fee is billed for each day, apart from the payments: https://docs.stripe.com/payments/mobilepay */
function planOwnFee({ store, ids, clock }: Sandbox, { account, currency }: ChargeEntity): void {
  const midnight = (Math.floor(clock.seconds() / DAY) + 1) * DAY * 1000;
  const id = ids.next('job');
  store.put('job', { id, dueAt: midnight, task: { kind: 'book-own-fee', account, currency } });
}

export function bookOwnFee(sandbox: Sandbox, account: string, currency: string): void {
  book(sandbox, {
    account,
    amount: -MOBILEPAY_FEE,
    currency,
    source: null,
    type: 'stripe_fee',
    reportingCategory: 'fee',
    description: 'MobilePay fee',
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
  if (wayOf(method) === 'mobilepay') planOwnFee(sandbox, charge);
  const booked = { ...charge, balanceTransaction: transaction };
  store.put('charge', booked);
  sandbox.emit({
    account: charge.account,
    type: 'charge.updated',
    object: formatCharge(sandbox, booked),
    previous: { balance_transaction: null },
  });
}
