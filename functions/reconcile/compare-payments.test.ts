import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { ledgerEntryDocument, paymentsDocument } from '@busker/core/money-documents/stripe-account-document';
import { isNews, projectTip } from '@busker/core/tip-state/tip-projection';
import { followOpenTips } from '../checkout/follow-open-tips';
import { runSweep } from '../jobs/run-sweep';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  paidTip,
  sendEvent,
  sendTip,
  word,
  scenarioWithAccount,
  type Scenario,
} from '../testing/ada';
import {
  tipIn,
  workOff,
  aDayLater,
  paymentOf,
  reconcileNow,
  refundByOwner,
  requestIn,
  setRefunds,
  twoDays,
} from '../testing/stored-state';
import { endAbandoned } from './abandoned-tips';

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

const minute = 60_000;
const cut = { kind: 'unavailable', error: new Error('cut') } as const;

describe('a lost answer', () => {
  describe('a tip that was given up before its payment was created', () => {
    // Holds pay-085.
    it.each(['elements', 'hosted'] as const)(
      'continues when the fan repeats the request, and counts when they pay (%s)',
      async (surface) => {
        const scenario = await scenarioWithAccount();
        const request = await goodTip(scenario, { surface });
        const call = surface === 'hosted' ? 'openCheckout' : 'createIntent';
        scenario.deps.payments.failNext(call, cut, 'after');
        await scenario.call('POST', '/v1/tips', request);
        scenario.deps.clock.advance(surface === 'hosted' ? 3 * minute : day + minute);
        await runSweep(scenario.deps, 'every-5-minutes');
        const session = (await goodTip(scenario)).session;
        const again = await scenario.call('POST', '/v1/tips', { ...request, session });
        const tipId = word(again, 'tipId');
        expect(tipIn(scenario, tipId)).toMatchObject({ state: 'pending', payment: { status: 'awaiting' } });
        if (surface === 'hosted') scenario.stripe.payHosted(word(again, 'url').split('/').at(-1) ?? '');
        else scenario.stripe.pay(word(again, 'clientSecret').split('_secret_')[0] ?? '');
        await twoDays(scenario);
        expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', contrib: { count: 1, gross: 500 } });
      },
    );

    // Holds pay-085.
    it('is synced when it was paid anyway', async () => {
      const scenario = await scenarioWithAccount();
      scenario.deps.payments.failNext('createIntent', cut, 'after');
      await scenario.call('POST', '/v1/tips', await goodTip(scenario));
      scenario.deps.clock.advance(day + minute);
      await runSweep(scenario.deps, 'every-5-minutes');
      const [[id = ''] = []] = scenario.deps.payments.payments;
      scenario.stripe.pay(id);
      scenario.stripe.book(id, { id: 'txn', stripeFee: 45, applicationFee: 0, net: 455, currency: 'usd' });
      await aDayLater(scenario);
      const tipId = paymentOf(scenario, id).order.tipId;
      expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', stripe: { paymentIntentId: id } });
    });
  });

  describe('the daily comparison of one account', () => {
    // Holds pay-087.
    it('continues after a tip or a list that fails', async () => {
      const scenario = await scenarioWithAccount();
      const tips = await Promise.all([1, 2, 3].map(() => paidTip(scenario)));
      for (const { paymentIntentId } of tips) scenario.stripe.refund(paymentIntentId, 200);
      scenario.deps.payments.failNext('listDisputes', { kind: 'refused', code: 'no', requestId: null });
      scenario.deps.payments.failNext('snapshot', { kind: 'refused', code: 'no', requestId: null });
      await aDayLater(scenario);
      expect(tips.map(({ tipId }) => tipIn(scenario, tipId).state).toSorted()).toEqual([
        'paid',
        'partially_refunded',
        'partially_refunded',
      ]);
      expect(scenario.deps.lines.join('\n')).toContain('Stripe refused: no');
    });

    // Holds pay-087.
    it('stops when Stripe is unavailable, without a request for every tip', async () => {
      const scenario = await scenarioWithAccount();
      for (const { paymentIntentId } of await Promise.all(Array.from({ length: 9 }, () => paidTip(scenario))))
        scenario.stripe.refund(paymentIntentId, 200);
      for (let call = 0; call < 40; call += 1) scenario.deps.payments.failNext('snapshot', cut);
      const asked = () => scenario.deps.payments.calls.filter((call) => call === 'snapshot').length;
      const before = asked();
      await aDayLater(scenario);
      expect(asked() - before).toBe(5);
    });
  });

  describe('after an outage of the daily comparison', () => {
    const sweep = async (deps: Scenario['deps']) => {
      await runSweep(deps, 'daily');
      await runSweep(deps, 'hourly');
    };

    /** A balance transaction whose event was lost, and this many days without a sweep. */
    const booked = async (without: (scenario: Scenario) => Promise<void>) => {
      const scenario = await scenarioWithAccount();
      await sweep(scenario.deps);
      const { tipId, paymentIntentId } = await paidTip(scenario);
      const balance = { id: 'txn', stripeFee: 45, applicationFee: 0, net: 455, currency: 'usd' };
      scenario.stripe.book(paymentIntentId, balance);
      await without(scenario);
      scenario.deps.clock.advance(60 * minute);
      await sweep(scenario.deps);
      return tipIn(scenario, tipId).fees.net;
    };

    // Holds pay-096.
    it('the lists start at the last comparison, when nothing was swept', async () => {
      const net = booked(({ deps }) => Promise.resolve(deps.clock.advance(12 * day)));
      expect(await net).toBe(455);
    });

    // Holds pay-096.
    it.each(['unavailable', 'gone'] as const)(
      'the lists start at the last comparison, when Stripe answered: %s',
      async (kind) => {
        const net = booked(async ({ deps }) => {
          for (let days = 0; days < 6; days += 1) {
            deps.clock.advance(2 * day);
            deps.payments.failNext('listBookings', kind === 'gone' ? { kind } : cut);
            await sweep(deps);
          }
        });
        expect(await net).toBe(455);
      },
    );

    it('the lists start at the last comparison, and new tips are found, after almost two months', async () => {
      const net = booked(({ deps }) => Promise.resolve(deps.clock.advance(58 * day)));
      expect(await net).toBe(455);
    });
  });

  describe('a refund without an answer', () => {
    // Holds pay-086.
    it('ends when the account is gone, and is found when it comes back', async () => {
      const scenario = await scenarioWithAccount();
      const { tipId } = await paidTip(scenario);
      scenario.deps.refunds.failNext('createRefund', cut, 'after');
      await refundByOwner(scenario, tipId);
      expect(requestIn(scenario, tipId)).toMatchObject({ value: { status: 'requested' } });
      scenario.deps.clock.advance(5 * minute);
      for (let call = 0; call < 2; call += 1) scenario.deps.payments.failNext('snapshot', { kind: 'gone' });
      await runSweep(scenario.deps, 'hourly');
      expect(requestIn(scenario, tipId)).toMatchObject({
        value: { status: 'failed', failureReason: 'gone' },
      });
      expect(tipIn(scenario, tipId).refund).toMatchObject({ pending: 0 });
      await aDayLater(scenario);
      expect(requestIn(scenario, tipId)).toMatchObject({ value: { status: 'succeeded' } });
      expect(tipIn(scenario, tipId).refund).toMatchObject({ status: 'partial', refunded: 200 });
    });

    // Holds pay-086.
    it('is not overwritten by the answer when an event was newer', async () => {
      const scenario = await scenarioWithAccount();
      const { tipId, paymentIntentId } = await paidTip(scenario);
      const { refunds, payments } = scenario.deps;
      const createRefund = refunds.createRefund.bind(refunds);
      refunds.next = 'pending';
      refunds.createRefund = async (order) => {
        const made = await createRefund(order);
        setRefunds(scenario, paymentIntentId, 'canceled');
        await sendEvent(scenario, 'refund.updated', { paymentIntentId });
        payments.failNext('snapshot', cut);
        return made;
      };
      await refundByOwner(scenario, tipId);
      expect(requestIn(scenario, tipId)).toMatchObject({ value: { status: 'canceled' } });
    });
  });

  it('reads disputes after a dispute event, even when the charge shows none', async () => {
    const scenario = await scenarioWithAccount();
    const { tipId, paymentIntentId } = await paidTip(scenario);
    const { payments } = scenario.deps;
    const snapshot = payments.snapshot.bind(payments);
    // Inquiries take no money; the charge may not show them.
    payments.snapshot = async (wanted) => {
      const seen = await snapshot(wanted);
      return seen.ok && !wanted.hasDispute ? { ...seen, value: { ...seen.value, disputes: [] } } : seen;
    };
    scenario.stripe.dispute(paymentIntentId, 'warning_needs_response');
    await sendEvent(scenario, 'charge.dispute.created', { paymentIntentId });
    expect(tipIn(scenario, tipId).dispute).toMatchObject({ status: 'inquiry' });
  });
});

describe('open tips', () => {
  const day = 24 * 60 * 60_000;

  it('follows and ends open tips although another tip cannot be read, and logs that one', async () => {
    const scenario = await adasScenario();
    const { store, clock, lines } = scenario.deps;
    const paid = await sendTip(scenario);
    const left = await sendTip(scenario);
    const newer = { v: 9, payment: { status: 'awaiting' }, updatedAt: new Date(1) };
    store.put(paths.tip('uid-newer', 'newer'), newer);
    scenario.stripe.pay(paid.paymentIntentId);
    clock.advance(5 * 60_000);
    await followOpenTips(scenario.deps);
    expect(tipIn(scenario, paid.tipId).payment.status).toBe('succeeded');
    clock.advance(day);
    await endAbandoned(scenario.deps);
    expect(tipIn(scenario, left.tipId).payment.status).toBe('expired');
    expect(lines.filter((line) => line.includes('newer cannot be read'))).toHaveLength(2);
    expect(store.dump()[paths.tip('uid-newer', 'newer')]).toEqual(newer);
  });
});
