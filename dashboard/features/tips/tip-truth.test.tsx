import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Tip } from '../../../core/tip/tip';
import { adasWorld, showScreen } from '../../testing/fake-screen';
import { declinedTip, makeTip } from '../../testing/fakes';

afterEach(cleanup);

const lost: Partial<Tip> = {
  tipId: 'lost',
  state: 'lost',
  warning: { type: 'made_with_stolen_card', actionable: true, at: 1 },
  risk: 'highest',
  refund: {
    status: 'failed',
    refunded: 0,
    pending: 0,
    failure: { amount: 500, reason: 'charge_for_pending_refund_disputed' },
  },
  dispute: { status: 'lost', amount: 500, disputeId: 'dp_1', dueBy: null },
  contrib: { count: 1, gross: 500, refunded: 0, disputed: 500 },
  fees: { estimated: 45, stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' },
  returned: { refundNet: 0, disputeNet: -2000, disputeFee: 1500, refundedAt: null, disputedAt: 1 },
};

function showTip(tip: Partial<Tip>) {
  const world = adasWorld();
  world.begin(makeTip(tip));
  return showScreen(`/tips?state=all&tip=${tip.tipId}`, world);
}

// Holds dash-141.
test('a lost dispute is all that is said about its tip: no refund, no warning, and what it cost', async () => {
  showTip(lost);
  expect(await screen.findByText('You lost the dispute')).toBeDefined();
  expect(screen.getAllByText('Dispute lost').length).toBeGreaterThan(0);
  for (const other of [
    /while the bank decides/,
    /A full refund now/,
    /Refund the tip unless/,
    /try the refund/,
  ])
    expect(screen.queryByText(other)).toBeNull();
  for (const tag of ['Fraud suspected', 'Refund failed'])
    expect(screen.queryByText(tag, { ignore: 'option' })).toBeNull();
  expect(screen.getByText('Stripe’s fees for disputes').nextSibling?.textContent).toBe('$15.00');
  expect(
    screen.getByText('You keep', { selector: 'div[role=dialog] dt, section dt' }).nextSibling?.textContent,
  ).toBe('-$15.45');
});

test('a declined tip says so in the list and in its details, and that nothing was charged', async () => {
  showTip(declinedTip);
  expect(await screen.findByText('Nothing was charged. The fan may still try another card.')).toBeDefined();
  expect(screen.getAllByText('Declined').length).toBeGreaterThan(1);
  expect(screen.queryByText('Charged')).toBeNull();
  expect(screen.queryByText('Stripe’s fee, estimated')).toBeNull();
});

test('a refund that failed is not called a refund in the history', async () => {
  const world = adasWorld();
  world.begin(makeTip({ tipId: 'failed' }));
  const request = {
    v: 1,
    requestId: 'r1',
    amount: 500,
    reason: 'duplicate',
    by: 'owner',
    status: 'failed',
    stripeRefundId: 're_1',
    failureReason: 'unknown',
    keyRound: 0,
    keptErrorAt: null,
    createdAt: 50,
    updatedAt: 60,
  } as const;
  world.refunds.set('failed', [request]);
  showScreen('/tips?tip=failed', world);
  expect(await screen.findByText('Refund of $5.00')).toBeDefined();
  expect(screen.queryByText('You refunded $5.00')).toBeNull();
});

// Holds pay-229.
test('the wallet of a card is named, and a fee that Stripe books apart', async () => {
  const { stripe } = makeTip();
  const booked = {
    tipId: 'paid',
    fees: { estimated: 45, stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' },
  } as const;
  showTip({ ...booked, stripe: { ...stripe, paymentMethodType: 'card', wallet: 'apple_pay' } });
  expect((await screen.findByText('Paid with')).nextSibling?.textContent).toBe('Apple Pay');
  expect(screen.getByText('You receive').nextSibling?.textContent).toBe('$4.55');
  cleanup();
  showTip({ ...booked, stripe: { ...stripe, paymentMethodType: 'mobilepay' } });
  expect((await screen.findByText('Paid with')).nextSibling?.textContent).toBe('MobilePay');
  expect(screen.getByText('You receive, before MobilePay’s own fee').nextSibling?.textContent).toBe('$4.55');
});
