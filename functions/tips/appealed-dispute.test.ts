import { describe, expect, it } from 'vitest';
import { disputeSnapshot } from '../stripe/stripe-payments';
import { paidTip, sendEvent, type SentTip, type Stage } from '../testing/ada';
import { stageWithAccount } from '../testing/known-account';
import { tipIn, totalsIn } from '../testing/stored-state';
import { lookNow, paymentOf } from '../testing/without-events';

const day = 24 * 60 * 60_000;

/** What Stripe shows of the dispute of a tip of 500. It takes the amount and a fee, and gives the amount back once it is won. */
function atStripe(stage: Stage, { paymentIntentId }: SentTip, status: string): void {
  const taken = { net: -2000, fee: 1500 };
  const dispute = {
    id: 'dp_1',
    amount: 500,
    status,
    created: Math.floor(stage.deps.clock.now() / 1000),
    evidence_details: { due_by: status.includes('needs_response') ? 1_900_000_000 : null },
    balance_transactions: status === 'won' ? [taken, { net: 500, fee: 0 }] : [taken],
  } as unknown as Parameters<typeof disputeSnapshot>[0];
  paymentOf(stage, paymentIntentId).disputes = [disputeSnapshot(dispute)];
}

async function lostDispute(): Promise<{ readonly stage: Stage; readonly tip: SentTip }> {
  const stage = await stageWithAccount();
  const [tip] = [await paidTip(stage), await paidTip(stage)];
  const { paymentIntentId } = tip;
  atStripe(stage, tip, 'needs_response');
  await sendEvent(stage, 'charge.dispute.created', { paymentIntentId });
  atStripe(stage, tip, 'lost');
  await sendEvent(stage, 'charge.dispute.closed', { paymentIntentId });
  expect(seen(stage, tip)).toEqual(lost);
  return { stage, tip };
}

const seen = (stage: Stage, { tipId }: SentTip) => {
  const { state, dispute, contrib } = tipIn(stage, tipId);
  return { state, dispute: dispute.status, dueBy: dispute.dueBy, contrib, totals: totalsIn(stage) };
};
const totals = (disputed: number) => ({ usd: { count: 2, gross: 1000, refunded: 0, disputed } });
const contrib = (disputed: number) => ({ count: 1, gross: 500, refunded: 0, disputed });
const lost = {
  state: 'lost',
  dispute: 'lost',
  dueBy: null,
  contrib: expect.objectContaining(contrib(500)) as unknown,
  totals: totals(500),
};
const won = {
  state: 'paid',
  dispute: 'won',
  dueBy: null,
  contrib: expect.objectContaining(contrib(0)) as unknown,
  totals: totals(0),
};

/** By the event, or by the look of the next day when the event is lost. */
const tellings = [
  [
    'the event',
    (stage: Stage, { paymentIntentId }: SentTip, type: string) => sendEvent(stage, type, { paymentIntentId }),
  ],
  [
    'the next look',
    async (stage: Stage) => {
      stage.deps.clock.advance(day);
      await lookNow(stage.deps);
    },
  ],
] as const;

describe('an appeal after a lost dispute', () => {
  // Holds pay-214.
  it.each(tellings)('leaves the tip lost and the totals as they are, by %s', async (_, tell) => {
    const { stage, tip } = await lostDispute();
    for (const status of ['appeal_needs_response', 'appeal_under_review', 'lost']) {
      atStripe(stage, tip, status);
      await tell(stage, tip, 'charge.dispute.updated');
      expect(seen(stage, tip)).toEqual(lost);
    }
  });

  // Holds pay-214.
  it.each(tellings)('that is won brings the tip and the totals back to the unit, by %s', async (_, tell) => {
    const { stage, tip } = await lostDispute();
    atStripe(stage, tip, 'appeal_under_review');
    await tell(stage, tip, 'charge.dispute.updated');
    atStripe(stage, tip, 'won');
    await tell(stage, tip, 'charge.dispute.closed');
    expect(seen(stage, tip)).toEqual(won);
    await sendEvent(stage, 'charge.dispute.funds_reinstated', { paymentIntentId: tip.paymentIntentId });
    stage.deps.clock.advance(day);
    await lookNow(stage.deps);
    expect(seen(stage, tip)).toEqual(won);
  });
});
