import { describe, expect, it } from 'vitest';
import { ledgerEntryDocument, paymentsDocument } from '../../core/money-documents/stripe-account-document';
import { paths } from '../../core/documents/documents';
import { projectTip, isNews } from '../../core/tip-state/tip-projection';
import { adaToken, adaUid, bearerOf, goodTip, paidTip, sendTip, word, type Scenario } from '../testing/ada';
import { scenarioWithAccount } from '../testing/known-account';
import { tipIn } from '../testing/stored-state';
import {
  aDayLater,
  reconcileNow,
  paymentOf,
  refundByOwner,
  requestIn,
  setRefunds,
  twoDays,
} from '../testing/without-events';
import { workOff } from '../testing/work-off';

const day = 24 * 60 * 60_000;

/** Whether a fresh read of the tip at Stripe would change the stored tip. */
async function isBehind(scenario: Scenario, tipId: string): Promise<boolean> {
  const tip = tipIn(scenario, tipId);
  const { accountId: account, paymentIntentId, checkoutSessionId } = tip.stripe;
  const all = { hasRefunds: true, hasDispute: true, hasWarning: true };
  const seen = await scenario.deps.payments.snapshot({ account, paymentIntentId, checkoutSessionId, ...all });
  if (!seen.ok) throw new Error('Stripe does not answer');
  return isNews(tip, projectTip(tip, seen.value));
}

/** A paid tip whose events are all lost from now on. */
type Later = (scenario: Scenario, id: string, tipId: string) => Promise<void> | void;

const later: readonly (readonly [event: string, happens: Later, tip: object])[] = [
  [
    'charge.updated',
    (scenario, id) =>
      scenario.stripe.book(id, { id: 'txn', stripeFee: 45, applicationFee: 0, net: 455, currency: 'usd' }),
    { fees: { net: 455 } },
  ],
  ['charge.refunded', (scenario, id) => scenario.stripe.refund(id, 200), { state: 'partially_refunded' }],
  [
    'refund.created',
    (scenario, id) => scenario.stripe.refund(id, 200, 'pending'),
    { refund: { pending: 200 } },
  ],
  [
    'refund.updated',
    async (scenario, id) => {
      scenario.stripe.refund(id, 200, 'pending');
      await aDayLater(scenario);
      setRefunds(scenario, id, 'succeeded');
    },
    { refund: { status: 'partial', refunded: 200, pending: 0 } },
  ],
  [
    'refund.updated, months later',
    async (scenario, id) => {
      scenario.stripe.refund(id, 200, 'pending');
      await aDayLater(scenario);
      scenario.deps.clock.advance(90 * day);
      const { payments } = scenario.deps;
      payments.listBookings = () => Promise.resolve({ ok: true, value: [] });
      setRefunds(scenario, id, 'succeeded');
    },
    { refund: { status: 'partial', refunded: 200, pending: 0 } },
  ],
  [
    'refund.failed',
    async (scenario, id) => {
      scenario.stripe.refund(id, 200);
      await aDayLater(scenario);
      setRefunds(scenario, id, 'failed');
    },
    { state: 'paid', refund: { status: 'failed' } },
  ],
  [
    'charge.refund.updated (canceled)',
    async (scenario, id) => {
      scenario.stripe.refund(id, 200, 'requires_action');
      await aDayLater(scenario);
      setRefunds(scenario, id, 'canceled');
    },
    { state: 'paid', refund: { status: 'none', pending: 0 } },
  ],
  [
    'charge.dispute.created',
    (scenario, id) => scenario.stripe.dispute(id, 'needs_response'),
    { state: 'disputed' },
  ],
  [
    'charge.dispute.closed, half a year and more later',
    async (scenario, id) => {
      scenario.stripe.dispute(id, 'needs_response');
      await aDayLater(scenario);
      scenario.deps.clock.advance(200 * day);
      scenario.deps.payments.listDisputes = () => Promise.resolve({ ok: true, value: [] });
      scenario.stripe.dispute(id, 'lost');
    },
    { state: 'lost' },
  ],
  [
    'radar.early_fraud_warning.created',
    (scenario, id) => scenario.stripe.warn(id),
    { warning: { actionable: true } },
  ],
  [
    'radar.early_fraud_warning.updated',
    async (scenario, id) => {
      scenario.stripe.warn(id);
      await aDayLater(scenario);
      scenario.stripe.warn(id, false);
    },
    { warning: { actionable: false } },
  ],
];

/** A tip that waits for its payment. */
const before: readonly (readonly [
  event: string,
  happens: (scenario: Scenario, id: string) => void,
  tip: object,
])[] = [
  ['payment_intent.succeeded', (scenario, id) => scenario.stripe.pay(id), { state: 'paid' }],
  [
    'payment_intent.payment_failed',
    (scenario, id) => scenario.stripe.decline(id),
    { state: 'expired', payment: { attempts: 1, lastError: { code: 'card_declined' } } },
  ],
  ['payment_intent.requires_action', (scenario, id) => scenario.stripe.ask3ds(id), { state: 'expired' }],
  [
    'payment_intent.canceled',
    (scenario, id) => {
      const payment = paymentOf(scenario, id);
      const cancellationReason = 'requested_by_customer';
      payment.intent = { ...payment.intent, status: 'canceled', cancellationReason };
    },
    { state: 'failed', payment: { status: 'canceled' } },
  ],
];

/** A tip whose payment is made on Stripe's own page. */
const hosted: readonly (readonly [
  event: string,
  happens: (scenario: Scenario, page: string) => void,
  tip: object,
])[] = [
  ['checkout.session.completed', (scenario, page) => void scenario.stripe.payHosted(page), { state: 'paid' }],
  [
    'checkout.session.expired',
    (scenario, page) => {
      const session = scenario.deps.payments.sessions.get(page);
      if (session) session.status = 'expired';
    },
    { state: 'expired', payment: { attempts: 0 } },
  ],
  [
    'payment_intent.payment_failed',
    (scenario, page) => void scenario.stripe.declineHosted(page),
    { state: 'expired', payment: { attempts: 1, lastError: { code: 'card_declined' } } },
  ],
];

describe('a lost event', () => {
  // Holds pay-084, host-033.
  it.each(later)('is made up for by the sweeps, for a paid tip: %s', async (_, happens, expected) => {
    const scenario = await scenarioWithAccount();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    await happens(scenario, paymentIntentId, tipId);
    await twoDays(scenario);
    expect(tipIn(scenario, tipId)).toMatchObject(expected);
    expect(await isBehind(scenario, tipId)).toBe(false);
  });

  // Holds pay-084.
  it.each(before)(
    'is made up for by the sweeps, for a tip that waits for its card: %s',
    async (_, happens, expected) => {
      const scenario = await scenarioWithAccount();
      const { tipId, paymentIntentId } = await sendTip(scenario);
      happens(scenario, paymentIntentId);
      await twoDays(scenario);
      expect(tipIn(scenario, tipId)).toMatchObject(expected);
      expect(await isBehind(scenario, tipId)).toBe(false);
    },
  );

  // Holds pay-084.
  it.each(hosted)("is made up for by the sweeps, for Stripe's own page: %s", async (_, happens, expected) => {
    const scenario = await scenarioWithAccount();
    const made = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' }));
    happens(scenario, word(made, 'url').split('/').at(-1) ?? '');
    await twoDays(scenario);
    expect(tipIn(scenario, word(made, 'tipId'))).toMatchObject(expected);
  });

  // Holds pay-084.
  it('is made up for by the sweeps, for a failed refund that was made again', async () => {
    const scenario = await scenarioWithAccount();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    await refundByOwner(scenario, tipId);
    expect(requestIn(scenario, tipId)).toMatchObject({ value: { status: 'succeeded' } });
    setRefunds(scenario, paymentIntentId, 'failed');
    scenario.stripe.refund(paymentIntentId, 200);
    await twoDays(scenario);
    expect(requestIn(scenario, tipId)).toMatchObject({ value: { status: 'failed' } });
    expect(tipIn(scenario, tipId).refund).toMatchObject({ status: 'partial', refunded: 200 });
  });

  // Holds pay-084.
  it('is made up for by the sweeps, for an account: account.updated, account.application.deauthorized, within a month or at the next sheet', async () => {
    const scenario = await scenarioWithAccount();
    const paymentsIn = () => paymentsDocument.decode(scenario.deps.store.dump()[paths.payments(adaUid)]);
    const { states } = scenario.deps.accounts;
    const known = states.get('acct_ada');
    if (known === undefined) throw new Error('There is no account');
    const openSheet = async () => {
      scenario.deps.clock.advance(day);
      await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
      await workOff(scenario.deps);
    };
    await reconcileNow(scenario.deps);
    states.set('acct_ada', { ...known, requirements: ['individual.address'] });
    await openSheet();
    expect(paymentsIn()).toMatchObject({
      value: { requirements: ['individual.address'], disconnectedAt: null },
    });
    // Nobody opens the sheet, and the account has no tips.
    states.set('acct_ada', { ...known, cardPayments: 'restricted' });
    await aDayLater(scenario, 30);
    expect(paymentsIn()).toMatchObject({ value: { cardPayments: 'restricted', disconnectedAt: null } });
    states.set('acct_ada', known);
    await aDayLater(scenario, 30);
    states.clear();
    await openSheet();
    await aDayLater(scenario);
    expect(paymentsIn()).toMatchObject({ value: { disconnectedAt: scenario.deps.clock.now() } });
  });

  // Holds pay-084.
  it('is made up for by the sweeps, for the ledger of a deleted account', async () => {
    const scenario = await scenarioWithAccount();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    scenario.stripe.refund(paymentIntentId, 200);
    await twoDays(scenario);
    const entry = ledgerEntryDocument.decode(scenario.deps.store.dump()[paths.ledgerEntry(adaUid, tipId)]);
    expect(entry).toMatchObject({ value: { refunded: 200 } });
    const left = Object.keys(scenario.deps.store.dump());
    expect(left.filter((path) => /^(profiles|drafts|accounts)\//.test(path))).toEqual([]);
    expect(scenario.deps.lines.join('\n')).not.toContain('paid-without-tip');
  });
});
