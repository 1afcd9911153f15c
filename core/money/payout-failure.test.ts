import { expect, it } from 'vitest';
import { payoutFailure } from './payout-failure';

it('groups Stripe’s codes by what the owner can do, and takes any other code', () => {
  expect(payoutFailure('account_closed')).toBe('account-closed');
  expect(payoutFailure('no_account')).toBe('account-unknown');
  expect(payoutFailure('incorrect_account_holder_name')).toBe('wrong-holder');
  expect(payoutFailure('declined')).toBe('bank-refused');
  expect(payoutFailure('invalid_currency')).toBe('wrong-currency');
  expect(payoutFailure('insufficient_funds')).toBe('balance-too-low');
  expect(payoutFailure('a_new_code')).toBe('other');
  expect(payoutFailure(null)).toBe('other');
});
