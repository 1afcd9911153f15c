import { behaviourOf } from './behaviour-of';
import { formatCharge } from '../format/charge';
import type { Sandbox } from '../sandbox';
import type { ChargeEntity, FeeDetailEntity } from '../state/payment-entities';
import { stripeFee } from './fees';
import { book } from './ledger';

const TWO_DAYS = 2 * 24 * 3600;

function feesOf(sandbox: Sandbox, charge: ChargeEntity): FeeDetailEntity[] {
  const country = sandbox.store.get('account', charge.account)?.country ?? 'US';
  const own = stripeFee(country, charge.amount);
  if (charge.applicationFee === null || charge.applicationFeeAmount === null) return [own];
  return [
    { type: 'application_fee', amount: charge.applicationFeeAmount, description: 'Busker application fee' },
    own,
  ];
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
    fees: feesOf(sandbox, charge),
    source: charge.id,
    type: 'charge',
    reportingCategory: 'charge',
    description: charge.description,
    delay: atOnce ? 0 : TWO_DAYS,
  });
  const booked = { ...charge, balanceTransaction: transaction };
  store.put('charge', booked);
  sandbox.emit({
    account: charge.account,
    type: 'charge.updated',
    object: formatCharge(sandbox, booked),
    previous: { balance_transaction: null },
  });
}
