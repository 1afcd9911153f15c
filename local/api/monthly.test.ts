import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MonthlyView } from '@busker/core/fan-api/monthly-api';
import { wordsVersion } from '@busker/core/monthly/monthly-words';
import { endMonthly } from '@busker/functions/monthly/sync-monthly';
import { stored } from '@busker/functions/store/store';
import { monthlyTipsOn, type Subscribed } from './testing/monthly-tips';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

describe('monthly tips', () => {
  let api: OpenApi;
  let tips: Awaited<ReturnType<typeof monthlyTipsOn>>;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' }, { hasSandboxClock: true });
    tips = await monthlyTipsOn(api);
  });
  afterAll(() => api.close());

  describe('a monthly tip on the sandbox', () => {
    // Holds pay-266.
    it('of the 31st is charged thirteen times in a year, on the last day of shorter months, and each charge is one paid tip without a gap', async () => {
      await tips.advanceTo(tips.nextTime(0, 31, 10));
      const begun = await tips.subscribe();
      expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({
        state: 'active',
        paidCycles: 1,
        card: { brand: 'visa', last4: '4242' },
        contrib: { active: 1, perYear: 6000 },
      });
      await tips.advance(12);
      const charged = await tips.renewalsOf(begun);
      expect(charged.map((tip) => [tip?.state, tip?.amount, tip?.cycle?.number])).toEqual(
        Array.from({ length: 13 }, (_, index) => ['paid', 500, index + 1]),
      );
      const periods = charged.map((tip) => tip?.cycle?.period);
      for (const [index, period] of periods.slice(1).entries()) expect(period?.from).toBe(periods[index]?.to);
      // Each is the last day of its month: the next day is the first.
      const dayAfter = periods.map((period) => new Date((period?.from ?? 0) + 24 * 60 * 60_000).getUTCDate());
      expect(dayAfter).toEqual(periods.map(() => 1));
      expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'active', paidCycles: 13 });
      expect(charged.flatMap((tip) => tip?.moderation.reasons ?? ['missing'])).toEqual([]);
    });

    // Holds pay-269.
    it('shows on Stripe’s page and bill what the fan agreed to, and where to stop', async () => {
      const { url, monthlyId } = await tips.open();
      const monthly = await tips.monthlyOf(monthlyId);
      const page = await (await fetch(url)).text();
      expect(page).toContain('every month on the');
      expect(page).toContain('/@ada/monthly');
      expect(monthly).toMatchObject({ state: 'starting', consent: { wordsVersion, language: 'en' } });
      await api.payOnPage(url, '4242424242424242');
      await api.stripe.webhooksIdle();
      const begun = await tips.monthlyOf(monthlyId);
      const [invoice] = await tips.invoicesOf(begun?.stripe.subscriptionId ?? '');
      const path = `/v1/invoices/${invoice?.id ?? ''}`;
      expect(await api.atStripe('GET', path)).toMatchObject({
        footer: expect.stringContaining('/@ada/monthly'),
      });
    });

    // Holds pay-274.
    // Holds pay-364.
    it('that is declined on Stripe’s page makes nothing, and a good card then begins one whose first tip counts the declined one', async () => {
      const { url, monthlyId } = await tips.open();
      expect(await api.payOnPage(url, '4000000000000002')).not.toBe(200);
      expect(await tips.monthlyOf(monthlyId)).toMatchObject({ state: 'starting' });
      expect(await api.payOnPage(url, '4242424242424242')).toBe(200);
      await api.stripe.webhooksIdle();
      expect(await tips.monthlyOf(monthlyId)).toMatchObject({ state: 'active', paidCycles: 1 });
      const tip = await api.deps.store.read(stored.tip(adaUid, monthlyId));
      expect(tip).toMatchObject({
        state: 'paid',
        amount: 500,
        contrib: { count: 1 },
        payment: { attempts: 1 },
      });
    });

    // Holds pay-275.
    it('whose page runs out never began', async () => {
      const { monthlyId } = await tips.open();
      await api.control('clock/advance', { milliseconds: 61 * 60_000 });
      await api.stripe.webhooksIdle();
      await tips.sync(monthlyId);
      expect(await tips.monthlyOf(monthlyId)).toMatchObject({ state: 'never-began', contrib: { active: 0 } });
    });

    // Holds pay-263.
    it('has the same tips when no event about it arrives', async () => {
      const begun = await tips.subscribe();
      await api.control('webhookFaults', { drop: 1 });
      await tips.advance(3);
      expect((await tips.monthlyOf(begun.monthlyId))?.paidCycles).toBe(1);
      await api.control('webhookFaults', { drop: 0 });
      expect(await tips.sync(begun.monthlyId)).toMatchObject({ ok: true, value: { paidCycles: 4 } });
      const charged = await tips.renewalsOf(begun);
      expect(charged.map((tip) => tip?.state)).toEqual(['paid', 'paid', 'paid', 'paid']);
    });

    // Holds pay-256.
    it('is overdue while the card is declined, and ending it voids what is open', async () => {
      const begun = await tips.subscribe();
      const { subscription } = begun;
      await api.control('billing/renewals', { subscription, answer: 'decline' });
      await tips.advance(1);
      const overdue = await tips.monthlyOf(begun.monthlyId);
      if (overdue === undefined) throw new Error('There is no monthly tip');
      expect(overdue).toMatchObject({ state: 'overdue', contrib: { active: 0 } });
      expect((await tips.renewalsOf(begun)).map((tip) => tip?.state)).toEqual(['paid', 'failed']);
      expect(await endMonthly(api.deps, overdue, 'overdue')).toMatchObject({
        ok: true,
        value: { state: 'ended', endReason: 'overdue', asked: null },
      });
      expect((await tips.invoicesOf(subscription)).map(({ status }) => status).toSorted()).toEqual([
        'paid',
        'void',
      ]);
      expect(await endMonthly(api.deps, overdue, 'overdue')).toMatchObject({ ok: true });
    });

    // Holds pay-304.
    it('shows the new date of a card that its network renews, and has ended when its customer is deleted', async () => {
      const { monthlyId, subscription } = await tips.subscribe();
      const before = await tips.monthlyOf(monthlyId);
      await api.control('billing/replace-card', { subscription });
      await api.stripe.webhooksIdle();
      const renewed = await tips.monthlyOf(monthlyId);
      expect(renewed).toMatchObject({ state: 'active', card: { last4: '4242' } });
      expect(renewed?.card?.expYear).not.toBe(before?.card?.expYear);
      await api.atStripe('DELETE', `/v1/customers/${before?.stripe.customerId ?? ''}`);
      await api.stripe.webhooksIdle();
      expect(await tips.monthlyOf(monthlyId)).toMatchObject({ state: 'ended', endReason: 'stripe' });
    });

    it('needs action while the bank asks the fan', async () => {
      const begun = await tips.subscribe();
      await api.control('billing/renewals', { subscription: begun.subscription, answer: 'ask' });
      await tips.advance(1);
      expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({
        state: 'needs-action',
        failing: { needsAction: true },
      });
    });
  });

  describe('an object of Stripe', () => {
    it('is the product of the owner’s monthly tips, which can be given another name', async () => {
      const { monthlyId } = await tips.subscribe();
      const { productId = '' } = (await tips.monthlyOf(monthlyId))?.stripe ?? {};
      const path = `/v1/products/${productId}`;
      expect(await api.atStripe('GET', path)).toMatchObject({ name: 'Monthly tip for Ada Lovelace' });
      const { subscriptions } = api.deps;
      const name = 'Monthly tip for @countess';
      expect(await subscriptions.renameProduct(adaAccount, productId, name)).toEqual({
        ok: true,
        value: null,
      });
      expect(await api.atStripe('GET', path)).toMatchObject({ name });
      const gone = { ok: false, problem: { kind: 'gone' } };
      expect(await subscriptions.renameProduct(adaAccount, 'prod_none', name)).toEqual(gone);
    });

    it('leads to the monthly tip that its subscription names', async () => {
      const { monthlyId, subscription } = await tips.subscribe();
      const tip = await api.deps.store.read(stored.tip(adaUid, monthlyId));
      const reference = { ok: true, value: { uid: adaUid, tipId: monthlyId } };
      const [invoice] = await tips.invoicesOf(subscription);
      const { subscriptions } = api.deps;
      expect(await subscriptions.ofInvoice(adaAccount, invoice?.id ?? '')).toEqual(reference);
      const paymentIntentId = tip?.stripe.paymentIntentId ?? '';
      expect(await subscriptions.ofPayment(adaAccount, paymentIntentId)).toEqual(reference);
      const { paymentIntentId: once } = await api.sendTip();
      expect(await subscriptions.ofPayment(adaAccount, once)).toEqual({ ok: true, value: null });
      expect(await subscriptions.ofInvoice(adaAccount, 'in_none')).toEqual({
        ok: false,
        problem: { kind: 'gone' },
      });
    });
  });
});

const product = (name: string) => ({
  account: adaAccount,
  uid: adaUid,
  name: `Monthly tip for ${name}`,
});
const portal = (handle: string) => ({
  account: adaAccount,
  uid: adaUid,
  version: 1,
  headline: `Tips for @${handle}`,
  returnUrl: `https://busker.example/@${handle}`,
});

describe('what Stripe needs for monthly tips', () => {
  let api: OpenApi;
  beforeAll(async () => {
    api = await openApi();
  });
  afterAll(() => api.close());

  it('a product that was made and not stored is the same one again, and another one under a new handle', async () => {
    const { subscriptions } = api.deps;
    const made = await subscriptions.makeProduct(product('Ada'));
    expect(made.ok).toBe(true);
    expect(await subscriptions.makeProduct(product('Ada'))).toEqual(made);
    const renamed = await subscriptions.makeProduct(product('Ada sings'));
    expect(renamed.ok).toBe(true);
    expect(renamed).not.toEqual(made);
  });

  it('a portal that was made and not stored is the same one again, and another one under a new handle', async () => {
    const { subscriptions } = api.deps;
    const made = await subscriptions.makePortal(portal('ada'));
    expect(made.ok).toBe(true);
    expect(await subscriptions.makePortal(portal('ada'))).toEqual(made);
    const renamed = await subscriptions.makePortal(portal('ada-sings'));
    expect(renamed.ok).toBe(true);
    expect(renamed).not.toEqual(made);
  });
});

describe('a fan on the sandbox', () => {
  let api: OpenApi;
  let tips: Awaited<ReturnType<typeof monthlyTipsOn>>;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' }, { hasSandboxClock: true });
    tips = await monthlyTipsOn(api);
  });
  afterAll(() => api.close());

  const manage = async ({ monthlyId, token }: Subscribed, path: string, body?: object) =>
    (await api.call('POST', `/v1/monthly/${monthlyId}/${path}`, body, token))
      .json as unknown as MonthlyView & {
      readonly code?: string;
      readonly url?: string;
    };

  // Holds pay-278.
  it('stops: nothing is charged at the end of the period, and the tip ends', async () => {
    const begun = await tips.subscribe();
    expect(await manage(begun, 'stop', { when: 'period-end' })).toMatchObject({ state: 'ending' });
    expect(await manage(begun, 'keep')).toMatchObject({ state: 'active' });
    expect(await manage(begun, 'stop', { when: 'period-end' })).toMatchObject({ state: 'ending' });
    await tips.advance(2);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({
      state: 'ended',
      endReason: 'fan',
      paidCycles: 1,
    });
    expect(await manage(begun, 'keep')).toMatchObject({ code: 'monthly-ended' });
  });

  // Holds pay-280.
  it('withdraws: the subscription is over and the money is back', async () => {
    const begun = await tips.subscribe();
    const view = await manage(begun, 'withdraw');
    expect(view).toMatchObject({ state: 'ended', endReason: 'withdrawn', payments: [{ state: 'refunded' }] });
    const [invoice] = await tips.invoicesOf(begun.subscription);
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 500 });
    const tip = await api.deps.store.read(stored.tip(adaUid, begun.monthlyId));
    expect(tip?.refund).toMatchObject({ refunded: 500 });
  });

  // Holds pay-282.
  it('confirms what the bank asks on the page of the invoice', async () => {
    const begun = await tips.subscribe();
    await api.control('billing/renewals', { subscription: begun.subscription, answer: 'ask' });
    await tips.advance(1);
    const { url = '' } = await manage(begun, 'confirm');
    expect((await fetch(url)).status).toBe(200);
    const { json } = await api.call('GET', `/v1/monthly/${begun.monthlyId}`, undefined, begun.token);
    expect(json).toMatchObject({ state: 'needs-action' });
  });

  // Holds pay-288, pay-289.
  it('stops by the address that Stripe has, and an unknown one is answered alike', async () => {
    const begun = await tips.subscribe();
    const send = async (email: string) => {
      const body = new URLSearchParams({ email });
      const answer = await fetch(`${api.url}/@ada/monthly`, { method: 'POST', body });
      return [answer.status, await answer.text()];
    };
    const unknown = await send('nobody@example.com');
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'active' });
    expect(await send('fan@example.com')).toEqual(unknown);
    expect(unknown[0]).toBe(202);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'ending', endReason: 'fan' });
  });

  // Holds pay-413.
  it.each([
    ['as it is at Stripe, at once', 'Nina.Up@Example.com', 0],
    ['in lower case', 'nina.up@example.com', 61_000],
    ['in capital letters', 'NINA.UP@EXAMPLE.COM', 61_000],
  ])('stops by an address with capital letters, typed %s', async (_how, typed, later) => {
    const begun = await tips.subscribe({}, { email: 'Nina.Up@Example.com' });
    if (later > 0) await api.control('clock/advance', { milliseconds: later });
    const body = new URLSearchParams({ email: typed });
    expect((await fetch(`${api.url}/@ada/monthly`, { method: 'POST', body })).status).toBe(202);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'ending', endReason: 'fan' });
  });

  // Holds pay-413.
  it('stops nothing by an address, and does not say so, while Stripe’s search is away', async () => {
    const begun = await tips.subscribe({}, { email: 'Nina.Up@Example.com' });
    const fault = { kind: 'fail', status: 500, when: 'before' };
    await api.control('faults/add', { route: 'GET /v1/customers/search', fault });
    const body = new URLSearchParams({ email: 'nina.up@example.com' });
    expect((await fetch(`${api.url}/@ada/monthly`, { method: 'POST', body })).status).toBe(503);
    await api.control('faults/clear', {});
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'active' });
  });

  // Holds pay-318, pay-319.
  it('withdraws by the address and the card that Stripe has, and by no other card', async () => {
    const begun = await tips.subscribe();
    const send = async (cardLast4: string) => {
      const body = new URLSearchParams({ what: 'withdraw', email: 'fan@example.com', cardLast4 });
      return (await fetch(`${api.url}/@ada/monthly`, { method: 'POST', body })).status;
    };
    expect(await send('0000')).toBe(202);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'active' });
    expect(await send('4242')).toBe(202);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'ended', endReason: 'withdrawn' });
    const tip = await api.deps.store.read(stored.tip(adaUid, begun.monthlyId));
    expect(tip?.refund).toMatchObject({ refunded: 500 });
  });

  // Holds pay-391.
  it('withdraws by address and card from what has ended at Stripe', async () => {
    const begun = await tips.subscribe();
    expect(await manage(begun, 'stop', { when: 'now' })).toMatchObject({ state: 'ended', endReason: 'fan' });
    const body = new URLSearchParams({ what: 'withdraw', email: 'fan@example.com', cardLast4: '4242' });
    expect((await fetch(`${api.url}/@ada/monthly`, { method: 'POST', body })).status).toBe(202);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'ended', endReason: 'withdrawn' });
    const tip = await api.deps.store.read(stored.tip(adaUid, begun.monthlyId));
    expect(tip?.refund).toMatchObject({ refunded: 500 });
  });

  // Holds pay-290, pay-292.
  it('opens Stripe’s portal, and another one after the owner has switched it off', async () => {
    const begun = await tips.subscribe();
    const configurations = async () => {
      const { data } = (await api.atStripe('GET', '/v1/billing_portal/configurations')) as {
        readonly data: readonly {
          readonly id: string;
          readonly active: boolean;
          readonly login_page: { url: string };
        }[];
      };
      return data;
    };
    const { url = '' } = await manage(begun, 'portal', { flow: 'card' });
    expect((await fetch(url)).status).toBe(200);
    const [first] = await configurations();
    expect((await fetch(first?.login_page.url ?? '')).status).toBe(200);
    await api.atStripe('POST', `/v1/billing_portal/configurations/${first?.id ?? ''}`, { active: 'false' });
    const { url: again = '' } = await manage(begun, 'portal', { flow: 'all' });
    expect((await fetch(again)).status).toBe(200);
    expect(await configurations()).toHaveLength(2);
    expect(await manage(begun, 'portal', { flow: 'all' })).toHaveProperty('url');
    expect(await configurations()).toHaveLength(2);
  });

  // Holds pay-293.
  it('changes the amount: the next period is charged with it, and no other invoice is made', async () => {
    const begun = await tips.subscribe();
    const wanted = { tipAmount: 800, coverCosts: false, total: 800, wordsVersion };
    expect(await manage(begun, 'amount', wanted)).toMatchObject({
      amount: 800,
      tipAmount: 800,
      state: 'active',
    });
    expect(await tips.invoicesOf(begun.subscription)).toHaveLength(1);
    await tips.advance(1);
    const charged = await tips.renewalsOf(begun);
    expect(charged.map((tip) => [tip?.state, tip?.amount])).toEqual([
      ['paid', 500],
      ['paid', 800],
    ]);
    const [first, second] = charged.map((tip) => tip?.cycle?.period);
    expect(second?.from).toBe(first?.to);
    const lines = (await tips.invoicesOf(begun.subscription)).map((invoice) => invoice.lines.data.length);
    expect(lines).toEqual([1, 1]);
  });
});
