import { describe, expect, it } from 'vitest';
import { decodeLedgerEntry, decodePayments } from '../../core/documents/stripe-account-document';
import { paths } from '../../core/documents/documents';
import { projectTip, tellsNews } from '../../core/tip/state/tip-projection';
import { adaToken, adaUid, bearerOf, goodTip, paidTip, sendTip, word, type Stage } from '../testing/ada';
import { stageWithAccount } from '../testing/known-account';
import { tipIn } from '../testing/stored-state';
import {
  aDayLater,
  lookNow,
  paymentOf,
  refundByOwner,
  requestIn,
  setRefunds,
  twoDays,
} from '../testing/without-events';
import { workOff } from '../testing/work-off';

const day = 24 * 60 * 60_000;

/** Whether a fresh read of the tip at Stripe would change the stored tip. */
async function isBehind(stage: Stage, tipId: string): Promise<boolean> {
  const tip = tipIn(stage, tipId);
  const { accountId: account, paymentIntentId, checkoutSessionId } = tip.stripe;
  const all = { hasRefunds: true, hasDispute: true, hasWarning: true };
  const seen = await stage.deps.payments.snapshot({ account, paymentIntentId, checkoutSessionId, ...all });
  if (!seen.ok) throw new Error('Stripe does not answer');
  return tellsNews(tip, projectTip(tip, seen.value));
}

/** A paid tip whose events are all lost from now on. */
type Later = (stage: Stage, id: string, tipId: string) => Promise<void> | void;

const later: readonly (readonly [event: string, happens: Later, tip: object])[] = [
  [
    'charge.updated',
    (stage, id) =>
      stage.stripe.book(id, { id: 'txn', stripeFee: 45, applicationFee: 0, net: 455, currency: 'usd' }),
    { fees: { net: 455 } },
  ],
  ['charge.refunded', (stage, id) => stage.stripe.refund(id, 200), { state: 'partially_refunded' }],
  ['refund.created', (stage, id) => stage.stripe.refund(id, 200, 'pending'), { refund: { pending: 200 } }],
  [
    'refund.updated',
    async (stage, id) => {
      stage.stripe.refund(id, 200, 'pending');
      await aDayLater(stage);
      setRefunds(stage, id, 'succeeded');
    },
    { refund: { status: 'partial', refunded: 200, pending: 0 } },
  ],
  [
    'refund.updated, months later',
    async (stage, id) => {
      stage.stripe.refund(id, 200, 'pending');
      await aDayLater(stage);
      stage.deps.clock.advance(90 * day);
      const { payments } = stage.deps;
      payments.listBookings = () => Promise.resolve({ ok: true, value: [] });
      setRefunds(stage, id, 'succeeded');
    },
    { refund: { status: 'partial', refunded: 200, pending: 0 } },
  ],
  [
    'refund.failed',
    async (stage, id) => {
      stage.stripe.refund(id, 200);
      await aDayLater(stage);
      setRefunds(stage, id, 'failed');
    },
    { state: 'paid', refund: { status: 'failed' } },
  ],
  [
    'charge.refund.updated (canceled)',
    async (stage, id) => {
      stage.stripe.refund(id, 200, 'requires_action');
      await aDayLater(stage);
      setRefunds(stage, id, 'canceled');
    },
    { state: 'paid', refund: { status: 'none', pending: 0 } },
  ],
  [
    'charge.dispute.created',
    (stage, id) => stage.stripe.dispute(id, 'needs_response'),
    { state: 'disputed' },
  ],
  [
    'charge.dispute.closed, half a year and more later',
    async (stage, id) => {
      stage.stripe.dispute(id, 'needs_response');
      await aDayLater(stage);
      stage.deps.clock.advance(200 * day);
      stage.deps.payments.listDisputes = () => Promise.resolve({ ok: true, value: [] });
      stage.stripe.dispute(id, 'lost');
    },
    { state: 'lost' },
  ],
  [
    'radar.early_fraud_warning.created',
    (stage, id) => stage.stripe.warn(id),
    { warning: { actionable: true } },
  ],
  [
    'radar.early_fraud_warning.updated',
    async (stage, id) => {
      stage.stripe.warn(id);
      await aDayLater(stage);
      stage.stripe.warn(id, false);
    },
    { warning: { actionable: false } },
  ],
];

/** A tip that waits for its payment. */
const before: readonly (readonly [
  event: string,
  happens: (stage: Stage, id: string) => void,
  tip: object,
])[] = [
  ['payment_intent.succeeded', (stage, id) => stage.stripe.pay(id), { state: 'paid' }],
  [
    'payment_intent.payment_failed',
    (stage, id) => stage.stripe.decline(id),
    { state: 'expired', payment: { attempts: 1, lastError: { code: 'card_declined' } } },
  ],
  ['payment_intent.requires_action', (stage, id) => stage.stripe.ask3ds(id), { state: 'expired' }],
  [
    'payment_intent.canceled',
    (stage, id) => {
      const payment = paymentOf(stage, id);
      const cancellationReason = 'requested_by_customer';
      payment.intent = { ...payment.intent, status: 'canceled', cancellationReason };
    },
    { state: 'failed', payment: { status: 'canceled' } },
  ],
];

/** A tip whose payment is made on Stripe's own page. */
const hosted: readonly (readonly [
  event: string,
  happens: (stage: Stage, page: string) => void,
  tip: object,
])[] = [
  ['checkout.session.completed', (stage, page) => void stage.stripe.payHosted(page), { state: 'paid' }],
  [
    'checkout.session.expired',
    (stage, page) => {
      const session = stage.deps.payments.sessions.get(page);
      if (session) session.status = 'expired';
    },
    { state: 'expired', payment: { attempts: 0 } },
  ],
  [
    'payment_intent.payment_failed',
    (stage, page) => void stage.stripe.declineHosted(page),
    { state: 'expired', payment: { attempts: 1, lastError: { code: 'card_declined' } } },
  ],
];

describe('a lost event', () => {
  // Holds pay-084, host-033.
  it.each(later)('is made up for by the sweeps, for a paid tip: %s', async (_, happens, expected) => {
    const stage = await stageWithAccount();
    const { tipId, paymentIntentId } = await paidTip(stage);
    await happens(stage, paymentIntentId, tipId);
    await twoDays(stage);
    expect(tipIn(stage, tipId)).toMatchObject(expected);
    expect(await isBehind(stage, tipId)).toBe(false);
  });

  // Holds pay-084.
  it.each(before)(
    'is made up for by the sweeps, for a tip that waits for its card: %s',
    async (_, happens, expected) => {
      const stage = await stageWithAccount();
      const { tipId, paymentIntentId } = await sendTip(stage);
      happens(stage, paymentIntentId);
      await twoDays(stage);
      expect(tipIn(stage, tipId)).toMatchObject(expected);
      expect(await isBehind(stage, tipId)).toBe(false);
    },
  );

  // Holds pay-084.
  it.each(hosted)("is made up for by the sweeps, for Stripe's own page: %s", async (_, happens, expected) => {
    const stage = await stageWithAccount();
    const made = await stage.call('POST', '/v1/tips', await goodTip(stage, { surface: 'hosted' }));
    happens(stage, word(made, 'url').split('/').at(-1) ?? '');
    await twoDays(stage);
    expect(tipIn(stage, word(made, 'tipId'))).toMatchObject(expected);
  });

  // Holds pay-084.
  it('is made up for by the sweeps, for a failed refund that was made again', async () => {
    const stage = await stageWithAccount();
    const { tipId, paymentIntentId } = await paidTip(stage);
    await refundByOwner(stage, tipId);
    expect(requestIn(stage, tipId)).toMatchObject({ value: { status: 'succeeded' } });
    setRefunds(stage, paymentIntentId, 'failed');
    stage.stripe.refund(paymentIntentId, 200);
    await twoDays(stage);
    expect(requestIn(stage, tipId)).toMatchObject({ value: { status: 'failed' } });
    expect(tipIn(stage, tipId).refund).toMatchObject({ status: 'partial', refunded: 200 });
  });

  // Holds pay-084.
  it('is made up for by the sweeps, for an account: account.updated, account.application.deauthorized, within a month or at the next sheet', async () => {
    const stage = await stageWithAccount();
    const paymentsIn = () => decodePayments(stage.deps.store.dump()[paths.payments(adaUid)]);
    const { states } = stage.deps.accounts;
    const known = states.get('acct_ada');
    if (known === undefined) throw new Error('There is no account');
    const openSheet = async () => {
      stage.deps.clock.advance(day);
      await stage.call('POST', '/v1/tip-sessions', { handle: 'ada' });
      await workOff(stage.deps);
    };
    await lookNow(stage.deps);
    states.set('acct_ada', { ...known, requirements: ['individual.address'] });
    await openSheet();
    expect(paymentsIn()).toMatchObject({
      value: { requirements: ['individual.address'], disconnectedAt: null },
    });
    // Nobody opens the sheet, and the account has no tips.
    states.set('acct_ada', { ...known, cardPayments: 'restricted' });
    await aDayLater(stage, 30);
    expect(paymentsIn()).toMatchObject({ value: { cardPayments: 'restricted', disconnectedAt: null } });
    states.set('acct_ada', known);
    await aDayLater(stage, 30);
    states.clear();
    await openSheet();
    await aDayLater(stage);
    expect(paymentsIn()).toMatchObject({ value: { disconnectedAt: stage.deps.clock.now() } });
  });

  // Holds pay-084.
  it('is made up for by the sweeps, for the ledger of a deleted account', async () => {
    const stage = await stageWithAccount();
    const { tipId, paymentIntentId } = await paidTip(stage);
    await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    stage.stripe.refund(paymentIntentId, 200);
    await twoDays(stage);
    const entry = decodeLedgerEntry(stage.deps.store.dump()[paths.ledgerEntry(adaUid, tipId)]);
    expect(entry).toMatchObject({ value: { refunded: 200 } });
    const left = Object.keys(stage.deps.store.dump());
    expect(left.filter((path) => /^(profiles|drafts|accounts)\//.test(path))).toEqual([]);
    expect(stage.deps.lines.join('\n')).not.toContain('paid-without-tip');
  });
});
