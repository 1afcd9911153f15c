import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { disputeSnapshot, refundSnapshot } from './stripe-payments';

describe('stripe snapshot', () => {
  /** Only what is read of a dispute. */
  const dispute = (status: string) =>
    ({
      id: 'dp_1',
      amount: 500,
      status,
      created: 1_800_000_000,
      evidence_details: { due_by: 1_800_500_000 },
      balance_transactions: [{ net: -2000, fee: 1500 }],
    }) as unknown as Stripe.Dispute;

  // Holds pay-214.
  it.each(['appeal_needs_response', 'appeal_under_review'])(
    'a lost dispute stays lost, with nothing due, while it is appealed: %s',
    (status) => {
      expect(disputeSnapshot(dispute(status))).toMatchObject({ status: 'lost', dueBy: null });
    },
  );

  it('a status that a later version of Stripe adds holds the money back until it is known', () => {
    expect(disputeSnapshot(dispute('arbitration'))).toMatchObject({
      status: 'under_review',
      dueBy: 1_800_500_000_000,
    });
  });

  // Holds pay-349.
  it.each([
    ['eur', { amount: 191, currency: 'eur' }],
    ['EUR', null],
    ['euro', null],
    ['<b>', null],
    ['', null],
  ])('a sum in the fan’s currency is read only with a code that can be written: %j', (currency, expected) => {
    const presentment_details = { presentment_amount: 191, presentment_currency: currency };
    const refund = { id: 're_1', amount: 200, status: 'succeeded', created: 1, presentment_details };
    expect(refundSnapshot(refund as unknown as Stripe.Refund).presented).toEqual(expected);
  });
});
