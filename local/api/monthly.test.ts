import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsVersion } from '../../core/monthly/monthly-words';
import { endMonthly } from '../../functions/monthly/sync-monthly';
import { stored } from '../../functions/store/store';
import { monthlyTipsOn } from './monthly-tips';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

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
    expect(await api.atStripe('GET', path)).toMatchObject({ name: 'Monthly tip for @ada' });
    const { subscriptions } = api.deps;
    const name = 'Monthly tip for @countess';
    expect(await subscriptions.renameProduct(adaAccount, productId, name)).toEqual({ ok: true, value: null });
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
