import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceAnswer, payoutAnswer, payoutsAnswer, type AnsweredLine } from '@busker/core/books/books-api';
import { payoutSums } from '@busker/core/books/payout';
import { startDeletion } from '@busker/functions/accounts/start-deletion';
import { createApp } from '@busker/functions/app';
import { addSite, listSites } from '@busker/functions/card-domains/site-routes';
import { connectPayments, refreshPayments } from '@busker/functions/connect/payments-routes';
import { runSweep } from '@busker/functions/jobs/run-sweep';
import { readTotals } from '@busker/functions/profiles/publish';
import { reconcileAccount, reconcileAll, totalsAgree } from '@busker/functions/reconcile/reconcile-account';
import { refundTip } from '@busker/functions/refunds/refund-tip';
import { stored } from '@busker/functions/store/store';
import { listAtStripe } from './compare-with-stripe';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

const owner = (uid: string) => ({
  uid,
  guest: false,
  provider: 'password',
  email: `${uid}@example.com`,
  emailVerified: true,
  signedInAt: Date.now(),
});

const wanted = (amount: number | null) => ({
  requestId: randomUUID(),
  amount,
  reason: 'requested_by_customer' as const,
  by: 'owner' as const,
});

describe('payments in the sandbox', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' });
  });
  afterAll(() => api.close());

  const tipOf = (tipId: string) => api.deps.store.read(stored.tip(adaUid, tipId));

  const paymentsOf = (uid: string) => api.deps.store.read(stored.payments(uid));

  async function paidTip() {
    const tip = await api.sendTip();
    await api.pay(tip.paymentIntentId);
    await api.stripe.webhooksIdle();
    return tip;
  }

  it('refunds a part, and never more than is left, also with parallel requests', async () => {
    const { tipId } = await paidTip();
    const reference = { uid: adaUid, tipId };
    expect(await refundTip(api.deps, reference, wanted(200))).toMatchObject({ ok: true });
    const both = await Promise.all([1, 2].map(() => refundTip(api.deps, reference, wanted(200))));
    expect(both.filter((result) => result.ok)).toHaveLength(1);
    await api.stripe.webhooksIdle();
    expect(await tipOf(tipId)).toMatchObject({
      state: 'partially_refunded',
      refund: { refunded: 400, pending: 0 },
    });
  });

  // Holds pay-122.
  it('closes Stripe’s page after four declined cards, and accepts another card before that', async () => {
    const open = async () => {
      const { json } = await api.call('POST', '/v1/tips', await api.tipRequest('hosted'));
      return { tipId: json['tipId'] ?? '', url: json['url'] ?? '' };
    };
    const one = await open();
    for (let tried = 0; tried < 4; tried += 1) {
      expect(await api.payOnPage(one.url, '4000000000000002')).toBe(402);
      await api.stripe.webhooksIdle();
    }
    expect(await tipOf(one.tipId)).toMatchObject({ state: 'expired', payment: { attempts: 4 } });
    expect(await api.payOnPage(one.url, '4242424242424242')).toBe(400);
    const other = await open();
    await api.payOnPage(other.url, '4000000000000002');
    await api.payOnPage(other.url, '4242424242424242');
    await api.stripe.webhooksIdle();
    expect(await tipOf(other.tipId)).toMatchObject({ state: 'paid', payment: { attempts: 1 } });
  });

  it('lets the fan undo a tip', async () => {
    const { tipId, tipToken } = await paidTip();
    const undone = await api.call('POST', `/v1/tips/${tipId}/undo`, undefined, tipToken);
    expect(undone.json).toMatchObject({ status: 'refunded' });
    expect(await tipOf(tipId)).toMatchObject({ state: 'refunded' });
  });

  it('opens Stripe’s page for a tip, and the same page when asked again', async () => {
    const request = { ...(await api.tipRequest('hosted')), receiptEmail: 'zoe@fans.example' };
    const first = await api.call('POST', '/v1/tips', request);
    expect(first.status).toBe(201);
    expect(first.json['url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/c\/pay\//);
    expect((await api.call('POST', '/v1/tips', request)).json).toEqual(first.json);
    expect((await fetch(first.json['url'] ?? '')).status).toBe(200);
  });

  it("connects a new owner and follows the account's status", async () => {
    const grace = owner('uid-grace');
    const begun = await connectPayments(api.deps, grace, { country: 'JP', currency: 'jpy' });
    expect(begun).toMatchObject({ ok: true, value: { url: expect.stringContaining('/connect/setup/') } });
    const payments = await paymentsOf(grace.uid);
    expect(payments).toMatchObject({ country: 'JP', currency: 'jpy' });
    expect(payments?.cardPayments).not.toBe('active');
    await api.control('accounts/capability', { account: payments?.accountId, cardPayments: 'active' });
    await api.stripe.webhooksIdle();
    expect(await paymentsOf(grace.uid)).toMatchObject({ cardPayments: 'active' });
    await api.control('accounts/deauthorize', { account: payments?.accountId });
    await api.stripe.webhooksIdle();
    expect(await refreshPayments(api.deps, grace)).toMatchObject({
      ok: true,
      value: { cardPayments: 'none' },
    });
  });

  // Holds pay-008.
  it('reconnects an owner with a new account after each disconnection', async () => {
    const hedy = owner('uid-hedy');
    const seen = new Set<string | null>();
    for (let turn = 0; turn < 3; turn += 1) {
      const begun = await connectPayments(api.deps, hedy, { country: 'US', currency: null });
      expect(begun).toMatchObject({ ok: true, value: { url: expect.stringContaining('/connect/setup/') } });
      const { accountId: account = null } = (await paymentsOf(hedy.uid)) ?? {};
      await api.control('accounts/capability', { account, cardPayments: 'active' });
      await api.stripe.webhooksIdle();
      const active = { accountId: account, cardPayments: 'active', disconnectedAt: null };
      expect(await paymentsOf(hedy.uid)).toMatchObject(active);
      await api.control('accounts/deauthorize', { account });
      await api.stripe.webhooksIdle();
      const cut = { accountId: account, cardPayments: 'none', disconnectedAt: expect.any(Number) };
      expect(await paymentsOf(hedy.uid)).toMatchObject(cut);
      expect(await api.deps.store.read(stored.stripeAccount(account ?? ''))).toMatchObject({ uid: hedy.uid });
      seen.add(account);
    }
    expect(seen.size).toBe(3);
  });

  it('registers a site for wallets', async () => {
    const added = await addSite(api.deps, owner(adaUid), { domain: 'blog.example' });
    expect(added).toMatchObject({ ok: true, value: { domain: 'blog.example' } });
    expect(await listSites(api.deps, owner(adaUid))).toMatchObject({
      ok: true,
      value: { sites: [{ domain: 'blog.example' }] },
    });
  });

  // Holds pay-101.
  it('updates a tip by the sweep when no event arrived', async () => {
    const changed = async () => (await reconcileAll(api.deps))[0]?.changed;
    // First the changes that other tests left at Stripe, such as accounts that are gone.
    await expect.poll(changed).toBe(0);
    await api.control('webhookFaults', { drop: 1 });
    const { tipId, paymentIntentId } = await api.sendTip();
    await api.pay(paymentIntentId);
    const swept = async () => ({ changed: await changed(), state: (await tipOf(tipId))?.state });
    await expect.poll(swept).toEqual({ changed: 1, state: 'paid' });
    expect(await totalsAgree(api.deps, adaUid)).toBe(true);
    await api.control('webhookFaults', { drop: 0 });
  });

  it('shows a bank’s early fraud warning, also when its event was lost', async () => {
    const warning = { actionable: true, type: expect.any(String) };
    const warned = await paidTip();
    await api.control('warnings/create', { charge: warned.paymentIntentId });
    await api.stripe.webhooksIdle();
    expect(await tipOf(warned.tipId)).toMatchObject({ state: 'paid', warning });
    const missed = await paidTip();
    await api.control('webhookFaults', { drop: 1 });
    await api.control('warnings/create', { charge: missed.paymentIntentId });
    expect(await tipOf(missed.tipId)).toMatchObject({ warning: null });
    await reconcileAll(api.deps);
    expect(await tipOf(missed.tipId)).toMatchObject({ state: 'paid', warning });
    await api.control('webhookFaults', { drop: 0 });
  });

  it('gives the host its share, takes it back with a smaller amount, and tells the owner what is left', async () => {
    const clientAddress = { kind: 'proxy', hops: 1 } as const;
    const shared = { ...api.deps, config: { ...api.deps.config, platformFeeBps: 500, clientAddress } };
    const app = createApp(shared);
    const ask = async (path: string, body: object, token = '') => {
      const headers = {
        'content-type': 'application/json',
        origin: 'https://blog.example',
        'x-forwarded-for': '203.0.113.7',
        authorization: `Bearer ${token}`,
      };
      const answer = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as Record<string, string>;
    };
    const { session } = await ask('/v1/tip-sessions', { handle: 'ada' });
    const sums = { tipAmount: 1000, coverCosts: false, total: 1000 };
    const made = await ask('/v1/tips', {
      handle: 'ada',
      currency: 'usd',
      clientRequestId: randomUUID(),
      session,
      surface: 'elements',
      ...sums,
    });
    const { tipId = '', tipToken = '', clientSecret = '' } = made;
    const id = clientSecret.split('_secret_')[0] ?? '';
    const feeAtStripe = async () =>
      ((await api.atStripe('GET', `/v1/payment_intents/${id}`)) as { application_fee_amount: number | null })
        .application_fee_amount;
    expect(await feeAtStripe()).toBe(50);
    // The application fee must change with the amount.
    const less = { tipAmount: 100, coverCosts: false, total: 100 };
    await ask(`/v1/tips/${tipId}/amount`, less, tipToken);
    expect(await feeAtStripe()).toBe(5);
    await api.deps.payments.changeIntent({
      account: adaAccount,
      paymentIntentId: id,
      amount: 100,
      amounts: { tipAmount: 100, coverAmount: 0, applicationFee: 0, estimatedFee: 33 },
      applicationFeeBefore: 5,
    });
    expect(await feeAtStripe()).toBeNull();
    await ask(`/v1/tips/${tipId}/amount`, sums, tipToken);
    await api.pay(id);
    await api.stripe.webhooksIdle();
    await expect.poll(async () => (await tipOf(tipId))?.fees.net, { timeout: 20_000 }).toBeGreaterThan(0);
    const tip = await tipOf(tipId);
    expect(tip).toMatchObject({ amount: 1000, applicationFee: 50, fees: { application: 50 } });
    expect(tip?.fees.net).toBe(1000 - 50 - (tip?.fees.stripe ?? 0));
  });

  it('refuses to delete an account when the handle in the request is wrong', async () => {
    const refused = await startDeletion(api.deps, owner(adaUid), { handle: 'grace' });
    expect(refused).toMatchObject({ ok: false, problem: { code: 'invalid-fields' } });
  });

  // Holds pay-013.
  it('tells a fan that nothing was charged when the owner disconnects before the card is entered', async () => {
    const { tipId, tipToken } = await api.sendTip();
    await api.control('accounts/deauthorize', { account: adaAccount });
    await api.stripe.webhooksIdle();
    // The server asks Stripe at most once in two seconds for each tip, so the first answers may be older.
    const status = async () =>
      (await api.call('GET', `/v1/tips/${tipId}`, undefined, tipToken)).json['status'];
    await expect.poll(status).toBe('failed');
    expect(await tipOf(tipId)).toMatchObject({ payment: { lastError: { code: 'account-gone' } } });
    // Tests that come later tip Ada.
    await api.control('accounts/reconnect', { account: adaAccount });
    await api.stripe.webhooksIdle();
    expect(await paymentsOf(adaUid)).toMatchObject({ cardPayments: 'active', disconnectedAt: null });
  });

  it('removes test tips from the totals when the server goes live, with queries that have an index', async () => {
    await paidTip();
    // Stripe books payments a moment later; after the sweep, its events would count tips again at this server, which has test keys.
    await api.control('clock/advance', { milliseconds: 2000 });
    await api.stripe.webhooksIdle();
    const live = { ...api.deps, config: { ...api.deps.config, livemode: true } };
    expect((await readTotals(live, adaUid, 'usd')).usd?.count).toBeGreaterThan(0);
    expect(await runSweep(live, 'every-5-minutes')).toContainEqual(
      expect.objectContaining({ sweep: 'set-tests-aside', missed: 0 }),
    );
    const nothing = { count: 0, gross: 0, refunded: 0, disputed: 0 };
    expect(await readTotals(live, adaUid, 'usd')).toEqual({ usd: nothing });
    expect(await totalsAgree(live, adaUid)).toBe(true);
    // Tests that come later tip Ada, whose account this server with test keys follows again.
    expect(await paymentsOf(adaUid)).toMatchObject({ livemode: true });
    await runSweep(api.deps, 'every-5-minutes');
    expect(await paymentsOf(adaUid)).toMatchObject({ livemode: false, cardPayments: 'active' });
  });
});

describe('a refund that the bank returns', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi();
  });
  afterAll(() => api.close());

  it('tells the fan that the bank returned the refund of their undo, and why', async () => {
    const { tipId, tipToken, paymentIntentId } = await api.sendTip();
    await api.pay(paymentIntentId, 'pm_card_visa');
    await api.stripe.webhooksIdle();
    const call = (method: string, path: string) =>
      api.call(method, `/v1/tips/${tipId}${path}`, undefined, tipToken);
    expect((await call('POST', '/undo')).json).toMatchObject({ status: 'refunded' });
    // Not a card whose refunds fail by time: on a slow machine that time passes before the undo is answered.
    const [refund] = await listAtStripe<{ readonly id: string }>(api, '/v1/refunds');
    await api.control('refunds/fail', { refund: refund?.id });
    await api.stripe.webhooksIdle();
    expect((await call('GET', '')).json).toMatchObject({
      status: 'paid',
      undoUntil: null,
      refundFailure: { amount: 500, why: 'card-closed' },
    });
    expect(await call('POST', '/undo')).toMatchObject({ status: 409, json: { code: 'undo-failed' } });
    expect((await call('GET', '/receipt?lang=en')).json).toMatchObject({ heading: 'The refund failed' });
    expect(await totalsAgree(api.deps, adaUid)).toBe(true);
  });
});

const day = 24 * 60 * 60_000;

describe('without the events of Stripe', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' });
  });
  afterAll(() => api.close());
  const tipOf = (tipId: string) => api.deps.store.read(stored.tip(adaUid, tipId));

  async function paidTip() {
    const tip = await api.sendTip();
    await api.pay(tip.paymentIntentId);
    await api.stripe.webhooksIdle();
    return tip;
  }

  // Holds pay-083.
  it('gets the fee of a payment when only the event with the fee was lost', async () => {
    const { tipId } = await paidTip();
    await expect.poll(async () => (await tipOf(tipId))?.fees.net).not.toBeNull();
    const tip = await tipOf(tipId);
    if (tip === undefined) throw new Error('There is no tip');
    const unbooked = { ...tip.fees, stripe: null, application: null, net: null, settlementCurrency: null };
    const stripe = { ...tip.stripe, balanceTransactionId: null };
    await api.deps.store.transaction(async (tx) =>
      tx.write(stored.tip(adaUid, tipId), { ...tip, stripe, fees: unbooked }),
    );
    expect(await reconcileAccount(api.deps, adaAccount)).toBe('changed');
    expect(await tipOf(tipId)).toMatchObject({ stripe: tip.stripe, fees: tip.fees });
  });

  // Holds pay-082.
  it('finds later refunds, disputes and warnings at Stripe without any event', async () => {
    const [refunded, failed, disputed] = [await paidTip(), await paidTip(), await paidTip()];
    await api.control('webhookFaults', { drop: 1 });
    let now = Date.now() + day;
    const look = async () => {
      const deps = { ...api.deps, clock: { now: () => now } };
      await runSweep(deps, 'daily');
      await runSweep(deps, 'hourly');
    };
    await api.control('clock/advance', { milliseconds: day });
    await look();
    await api.control('clock/advance', { milliseconds: 29 * day });
    now += 29 * day;
    const refund = async ({ paymentIntentId }: { readonly paymentIntentId: string }) =>
      (await api.atStripe('POST', '/v1/refunds', { payment_intent: paymentIntentId })) as { id: string };
    await refund(refunded);
    const sentBack = await refund(failed);
    const opened = (await api.control('disputes/create', { charge: disputed.paymentIntentId })) as {
      id: string;
    };
    await look();
    expect(await tipOf(refunded.tipId)).toMatchObject({ state: 'refunded' });
    expect(await tipOf(failed.tipId)).toMatchObject({ state: 'refunded' });
    expect(await tipOf(disputed.tipId)).toMatchObject({ state: 'disputed' });
    await api.control('clock/advance', { milliseconds: 20 * day });
    now += 20 * day;
    await api.control('refunds/fail', { refund: sentBack.id });
    await api.control('disputes/close', { dispute: opened.id, outcome: 'lost' });
    await look();
    expect(await tipOf(refunded.tipId)).toMatchObject({ state: 'refunded' });
    expect(await tipOf(failed.tipId)).toMatchObject({ state: 'paid', refund: { status: 'failed' } });
    expect(await tipOf(disputed.tipId)).toMatchObject({ state: 'lost' });
    expect(await totalsAgree(api.deps, adaUid)).toBe(true);
    await api.control('webhookFaults', { drop: 0 });
  });
});

describe('payouts', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' });
    api.deps.idTokens.signIn('token-ada', {
      uid: adaUid,
      guest: false,
      provider: 'password',
      email: 'ada@example.com',
      emailVerified: true,
      signedInAt: Date.now(),
    });
  });
  afterAll(() => api.close());

  const read = async <S extends v.GenericSchema>(path: string, schema: S): Promise<v.InferOutput<S>> => {
    const { status, json } = await api.call('GET', path, undefined, 'token-ada');
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
    return v.parse(schema, json);
  };
  const payouts = async () => (await read('/v1/me/payouts', payoutsAnswer)).payouts;

  /** All lines of a payout, page by page. */
  async function linesOf(id: string): Promise<readonly AnsweredLine[]> {
    const lines: AnsweredLine[] = [];
    let after = '';
    for (;;) {
      const page = await read(`/v1/me/payouts/${id}${after}`, payoutAnswer);
      lines.push(...page.lines);
      if (page.next === null) return lines;
      after = `?after=${page.next}`;
    }
  }

  /** A tip whose money is available at once, booked at Stripe. */
  async function availableTip(change: Record<string, unknown> = {}) {
    const tip = await api.sendTip(change);
    await api.pay(tip.paymentIntentId, 'pm_card_bypassPending');
    await api.control('clock/advance', { milliseconds: 500 });
    await expect
      .poll(() => api.atStripe('GET', `/v1/charges?payment_intent=${tip.paymentIntentId}`))
      .toMatchObject({ data: [{ balance_transaction: expect.stringMatching(/^txn_/) }] });
    await api.stripe.webhooksIdle();
    return tip;
  }

  /** Pays out what is available, and waits until Stripe says what is in it. */
  async function payOut() {
    await api.control('payouts/now', { account: adaAccount });
    await api.control('clock/advance', { milliseconds: 2000 });
    await expect.poll(async () => (await payouts())[0]?.contents).toBe('listed');
  }

  // Holds pay-211.
  it('an owner sees the tips, refunds, disputes, fees and failed payouts that add up to each payout', async () => {
    const before = await payouts();
    const kept = await availableTip({ name: 'Jörg' });
    const refunded = await availableTip();
    await api.atStripe('POST', '/v1/refunds', { payment_intent: refunded.paymentIntentId, amount: '200' });
    expect((await read('/v1/me/balance', balanceAnswer)).balances).toEqual([
      { currency: 'usd', available: 710, pending: 0 },
    ]);
    await payOut();
    const [first] = await payouts();
    const lines = await linesOf(first?.id ?? '');
    expect(first).toMatchObject({ amount: 710, status: 'pending' });
    expect(payoutSums(lines)).toMatchObject({ tips: 1000, refunds: -200, fees: -90, total: 710 });
    expect(lines.map(({ kind, tip }) => [kind, tip?.tipId])).toEqual([
      ['refund', refunded.tipId],
      ['tip', refunded.tipId],
      ['tip', kept.tipId],
    ]);
    expect(lines.at(-1)?.tip?.fan).toBe('Jörg');

    await api.control('payouts/fail', { payout: first?.id, code: 'no_account' });
    expect(await payouts()).toMatchObject([{ status: 'failed', failureCode: 'no_account' }, ...before]);
    expect((await read('/v1/me/balance', balanceAnswer)).paused).toBe(true);
    await api.control('payouts/bank', { account: adaAccount, number: '000123456789' });
    const disputed = await availableTip();
    await availableTip();
    await availableTip();
    await availableTip();
    await api.control('disputes/create', { charge: disputed.paymentIntentId });
    await payOut();
    const [second] = await payouts();
    const sums = payoutSums(await linesOf(second?.id ?? ''));
    expect(sums).toMatchObject({ payouts: 710, tips: 2000, disputes: -500, fees: -1680 });
    expect(sums.total).toBe(second?.amount);
  });

  it('a payout made by hand has no lines, and is itself a line of the next automatic one', async () => {
    await availableTip();
    const made = await api.atStripe('POST', '/v1/payouts', { amount: '50', currency: 'usd' });
    expect(made).toMatchObject({ automatic: false });
    const [byHand] = await payouts();
    expect(byHand).toMatchObject({ amount: 50, contents: 'never' });
    expect(await linesOf(byHand?.id ?? '')).toEqual([]);
    await payOut();
    const [next] = await payouts();
    const lines = await linesOf(next?.id ?? '');
    expect(lines.map(({ kind }) => kind).toSorted()).toEqual(['payout', 'tip']);
    expect(payoutSums(lines).total).toBe(next?.amount);
  });
});
