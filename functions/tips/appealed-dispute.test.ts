import { describe, expect, it } from 'vitest';
import { disputeSnapshot } from '../stripe/stripe-payments';
import { paidTip, sendEvent, type SentTip, type Scenario } from '../testing/ada';
import { scenarioWithAccount } from '../testing/known-account';
import { tipIn, totalsIn } from '../testing/stored-state';
import { reconcileNow, paymentOf } from '../testing/without-events';

const day = 24 * 60 * 60_000;

/** What Stripe shows of the dispute of a tip of 500. It takes the amount and a fee, and gives the amount back once it is won. */
function atStripe(scenario: Scenario, { paymentIntentId }: SentTip, status: string): void {
  const taken = { net: -2000, fee: 1500 };
  const dispute = {
    id: 'dp_1',
    amount: 500,
    status,
    created: Math.floor(scenario.deps.clock.now() / 1000),
    evidence_details: { due_by: status.includes('needs_response') ? 1_900_000_000 : null },
    balance_transactions: status === 'won' ? [taken, { net: 500, fee: 0 }] : [taken],
  } as unknown as Parameters<typeof disputeSnapshot>[0];
  paymentOf(scenario, paymentIntentId).disputes = [disputeSnapshot(dispute)];
}

async function lostDispute(): Promise<{ readonly scenario: Scenario; readonly tip: SentTip }> {
  const scenario = await scenarioWithAccount();
  const [tip] = [await paidTip(scenario), await paidTip(scenario)];
  const { paymentIntentId } = tip;
  atStripe(scenario, tip, 'needs_response');
  await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId });
  atStripe(scenario, tip, 'lost');
  await sendEvent(scenario, 'charge.dispute.closed', { paymentIntentId });
  expect(seen(scenario, tip)).toEqual(lost);
  return { scenario, tip };
}

const seen = (scenario: Scenario, { tipId }: SentTip) => {
  const { state, dispute, contrib } = tipIn(scenario, tipId);
  return { state, dispute: dispute.status, dueBy: dispute.dueBy, contrib, totals: totalsIn(scenario) };
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

/** By the event, or by the check of the next day when the event is lost. */
const tellings = [
  [
    'the event',
    (scenario: Scenario, { paymentIntentId }: SentTip, type: string) =>
      sendEvent(scenario, type, { paymentIntentId }),
  ],
  [
    'the next look',
    async (scenario: Scenario) => {
      scenario.deps.clock.advance(day);
      await reconcileNow(scenario.deps);
    },
  ],
] as const;

describe('an appeal after a lost dispute', () => {
  // Holds pay-214.
  it.each(tellings)('leaves the tip lost and the totals as they are, by %s', async (_, tell) => {
    const { scenario, tip } = await lostDispute();
    for (const status of ['appeal_needs_response', 'appeal_under_review', 'lost']) {
      atStripe(scenario, tip, status);
      await tell(scenario, tip, 'charge.dispute.updated');
      expect(seen(scenario, tip)).toEqual(lost);
    }
  });

  // Holds pay-214.
  it.each(tellings)('that is won brings the tip and the totals back to the unit, by %s', async (_, tell) => {
    const { scenario, tip } = await lostDispute();
    atStripe(scenario, tip, 'appeal_under_review');
    await tell(scenario, tip, 'charge.dispute.updated');
    atStripe(scenario, tip, 'won');
    await tell(scenario, tip, 'charge.dispute.closed');
    expect(seen(scenario, tip)).toEqual(won);
    await sendEvent(scenario, 'charge.dispute.funds_reinstated', { paymentIntentId: tip.paymentIntentId });
    scenario.deps.clock.advance(day);
    await reconcileNow(scenario.deps);
    expect(seen(scenario, tip)).toEqual(won);
  });
});
