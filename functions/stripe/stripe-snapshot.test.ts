import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { disputeSnapshot } from './stripe-snapshot';

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
