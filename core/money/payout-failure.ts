/**
 * Stripe's codes of failed payouts, by what the owner can do: https://docs.stripe.com/api/payouts/failures. `other` = Stripe gave no reason, or one
 * that is not listed here.
 */
const codes = {
  'account-closed': ['account_closed', 'account_frozen'],
  'account-unknown': ['no_account', 'invalid_account_number'],
  'wrong-holder': [
    'incorrect_account_holder_name',
    'incorrect_account_holder_address',
    'incorrect_account_holder_tax_id',
    'bank_ownership_changed',
  ],
  'bank-refused': [
    'bank_account_restricted',
    'could_not_process',
    'debit_not_authorized',
    'declined',
    'unsupported_card',
  ],
  'wrong-currency': ['invalid_currency'],
  'balance-too-low': ['insufficient_funds'],
} as const;

export type PayoutFailure = keyof typeof codes | 'other';

export function payoutFailure(code: string | null): PayoutFailure {
  const found = Object.entries(codes).find(([, known]) => known.some((each) => each === code));
  return (found?.[0] as PayoutFailure | undefined) ?? 'other';
}
