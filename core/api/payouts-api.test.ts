import * as v from 'valibot';
import { expect, it } from 'vitest';
import { isPayoutId, payoutQuery, payoutsQuery } from './payouts-api';

it('takes the ids that Stripe gives as the start of a page, and nothing else', () => {
  expect(v.is(payoutsQuery, {})).toBe(true);
  expect(v.is(payoutsQuery, { after: 'po_1Abc' })).toBe(true);
  expect(v.is(payoutQuery, { after: 'txn_1Abc' })).toBe(true);
  for (const after of ['txn_1', 'po_', 'po_../x', '', `po_${'x'.repeat(101)}`])
    expect(v.is(payoutsQuery, { after }), after).toBe(false);
  expect(v.is(payoutsQuery, { limit: '5' })).toBe(false);
});

it('knows the id of a payout by its shape', () => {
  expect(isPayoutId('po_1Abc')).toBe(true);
  for (const other of ['', 'pi_1', 'po_1/2', 'po_1?x', '../po_1'])
    expect(isPayoutId(other), other).toBe(false);
});
