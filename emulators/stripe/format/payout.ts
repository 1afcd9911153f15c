import type Stripe from 'stripe';
import type { PayoutEntity, PayoutFailureCode } from '../state/payout-entities';

const MESSAGES: Readonly<Record<PayoutFailureCode, string>> = {
  account_closed: 'The bank account has been closed.',
  no_account: 'No account with that number could be found.',
  insufficient_funds: 'Your Stripe account has insufficient funds to cover the payout.',
  debit_not_authorized: 'Debit transactions are not approved on your bank account.',
  invalid_currency: 'The bank was unable to process this payout because of its currency.',
};

export function formatPayout(payout: PayoutEntity): Stripe.Payout {
  const { failure } = payout;
  return {
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: payout.arrivalDate,
    automatic: payout.automatic,
    balance_transaction: payout.balanceTransaction,
    created: payout.created,
    currency: payout.currency,
    description: payout.description,
    destination: 'ba_sandbox',
    failure_balance_transaction: failure?.balanceTransaction ?? null,
    failure_code: failure?.code ?? null,
    failure_message: failure === null ? null : MESSAGES[failure.code],
    livemode: false,
    metadata: { ...payout.metadata },
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: payout.reconciliation,
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: payout.status,
    trace_id: null,
    type: 'bank_account',
  } satisfies Stripe.Payout;
}
