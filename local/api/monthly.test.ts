import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MonthlyView } from '../../core/api/monthly-api';
import { wordsVersion } from '../../core/monthly/monthly-words';
import { endMonthly } from '../../functions/monthly/end-monthly';
import { syncMonthly } from '../../functions/monthly/sync-monthly';
import { cycleTipIdOf } from '../../functions/tips/tip-ids';
import { stored } from '../../functions/store/stored';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' }, { hasSandboxClock: true });
  await offerMonthly();
});
afterAll(() => api.close());

interface Subscribed {
  readonly monthlyId: string;
  readonly token: string;
  readonly subscription: string;
}

/** Ada offers monthly and yearly tips. */
async function offerMonthly(): Promise<void> {
  const profile = await api.deps.store.read(stored.profile(adaUid));
  if (profile === undefined) throw new Error('Ada has no profile');
  const monthly = { on: true, intervals: ['month', 'year'], presets: { month: null, year: null } } as const;
  const offering = {
    ...profile,
    tips: { ...profile.tips, monthly: { ...monthly, intervals: [...monthly.intervals] } },
  };
  await api.deps.store.transaction(async (tx) => {
    await tx.read(stored.handle('ada'));
    tx.write(stored.profile(adaUid), offering);
  });
}

/** A monthly tip of five dollars whose fan has agreed and is on Stripe's page. */
async function open(): Promise<Omit<Subscribed, 'subscription'> & { readonly url: string }> {
  const request = await api.tipRequest('hosted');
  const answer = await api.call('POST', '/v1/tips', {
    ...request,
    every: 'month',
    wordsVersion,
    language: 'en',
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.json));
  const { tipId: monthlyId = '', tipToken: token = '', url = '' } = answer.json;
  return { monthlyId, token, url };
}

/** A monthly tip whose fan has paid on the sandbox's page. Stripe's events arrive as they do. */
async function subscribe(): Promise<Subscribed> {
  const { monthlyId, token, url } = await open();
  expect(await api.payOnPage(url, '4242424242424242')).toBe(200);
  await api.stripe.webhooksIdle();
  const known = await monthlyOf(monthlyId);
  return { monthlyId, token, subscription: known?.stripe.subscriptionId ?? '' };
}

const monthlyOf = (id: string) => api.deps.store.read(stored.monthly(adaUid, id));
/** Months and a day: an invoice is charged an hour after its period began. */
const advance = async (months: number) => {
  const deliver = 'each-step';
  const { now } = (await api.control('billing/advance', { months, deliver })) as { readonly now: number };
  await api.control('billing/advance', { to: now + 24 * 60 * 60_000, deliver });
  await api.stripe.webhooksIdle();
};
const sync = (id: string) =>
  syncMonthly(api.deps, { uid: adaUid, tipId: id }, { cause: 'schedule', eventId: null });

interface ListedInvoice {
  readonly id: string;
  readonly status: string;
  readonly amount_paid: number;
}
const invoicesOf = async (subscription: string) => {
  const path = `/v1/invoices?subscription=${subscription}&limit=100`;
  const { data } = (await api.atStripe('GET', path)) as { readonly data: readonly ListedInvoice[] };
  return data;
};
const renewalsOf = async ({ subscription, monthlyId }: Subscribed) => {
  const invoices = (await invoicesOf(subscription)).toReversed();
  const ids = invoices.map(({ id }, index) => (index === 0 ? monthlyId : cycleTipIdOf(adaAccount, id)));
  return Promise.all(ids.map((id) => api.deps.store.read(stored.tip(adaUid, id))));
};

describe('a monthly tip on the sandbox', () => {
  // Holds pay-266.
  it('is charged thirteen times in a year, and each charge is one paid tip without a gap', async () => {
    const begun = await subscribe();
    expect(await monthlyOf(begun.monthlyId)).toMatchObject({
      state: 'active',
      paidCycles: 1,
      card: { brand: 'visa', last4: '4242' },
      contrib: { active: 1, perYear: 6000 },
    });
    await advance(12);
    const tips = await renewalsOf(begun);
    expect(tips.map((tip) => [tip?.state, tip?.amount, tip?.cycle?.number])).toEqual(
      Array.from({ length: 13 }, (_, index) => ['paid', 500, index + 1]),
    );
    const periods = tips.map((tip) => tip?.cycle?.period);
    for (const [index, period] of periods.slice(1).entries()) expect(period?.from).toBe(periods[index]?.to);
    expect(await monthlyOf(begun.monthlyId)).toMatchObject({ state: 'active', paidCycles: 13 });
    expect(tips.flatMap((tip) => tip?.moderation.reasons ?? ['missing'])).toEqual([]);
  });

  // Holds pay-269.
  it('shows on Stripe’s page and bill what the fan agreed to, and where to stop', async () => {
    const { url, monthlyId } = await open();
    const monthly = await monthlyOf(monthlyId);
    const page = await (await fetch(url)).text();
    expect(page).toContain('every month on the');
    expect(page).toContain('/@ada/monthly');
    expect(monthly).toMatchObject({ state: 'starting', consent: { wordsVersion, language: 'en' } });
    await api.payOnPage(url, '4242424242424242');
    await api.stripe.webhooksIdle();
    const begun = await monthlyOf(monthlyId);
    const [invoice] = await invoicesOf(begun?.stripe.subscriptionId ?? '');
    const path = `/v1/invoices/${invoice?.id ?? ''}`;
    expect(await api.atStripe('GET', path)).toMatchObject({
      footer: expect.stringContaining('/@ada/monthly'),
    });
  });

  // Holds pay-274.
  it('that is declined on Stripe’s page makes nothing, and a good card then begins one', async () => {
    const { url, monthlyId } = await open();
    expect(await api.payOnPage(url, '4000000000000002')).not.toBe(200);
    expect(await monthlyOf(monthlyId)).toMatchObject({ state: 'starting' });
    expect(await api.payOnPage(url, '4242424242424242')).toBe(200);
    await api.stripe.webhooksIdle();
    expect(await monthlyOf(monthlyId)).toMatchObject({ state: 'active', paidCycles: 1 });
  });

  // Holds pay-275.
  it('whose page runs out never began', async () => {
    const { monthlyId } = await open();
    await api.control('clock/advance', { milliseconds: 61 * 60_000 });
    await api.stripe.webhooksIdle();
    await sync(monthlyId);
    expect(await monthlyOf(monthlyId)).toMatchObject({ state: 'never-began', contrib: { active: 0 } });
  });

  // Holds pay-263.
  it('has the same tips when no event about it arrives', async () => {
    const begun = await subscribe();
    await api.control('webhookFaults', { drop: 1 });
    await advance(3);
    expect((await monthlyOf(begun.monthlyId))?.paidCycles).toBe(1);
    await api.control('webhookFaults', { drop: 0 });
    expect(await sync(begun.monthlyId)).toMatchObject({ ok: true, value: { paidCycles: 4 } });
    const tips = await renewalsOf(begun);
    expect(tips.map((tip) => tip?.state)).toEqual(['paid', 'paid', 'paid', 'paid']);
  });

  // Holds pay-256.
  it('is overdue while the card is declined, and ending it voids what is open', async () => {
    const begun = await subscribe();
    const { subscription } = begun;
    await api.control('billing/renewals', { subscription, answer: 'decline' });
    await advance(1);
    const overdue = await monthlyOf(begun.monthlyId);
    if (overdue === undefined) throw new Error('There is no monthly tip');
    expect(overdue).toMatchObject({ state: 'overdue', contrib: { active: 0 } });
    expect((await renewalsOf(begun)).map((tip) => tip?.state)).toEqual(['paid', 'failed']);
    expect(await endMonthly(api.deps, overdue, 'overdue')).toMatchObject({
      ok: true,
      value: { state: 'ended', endReason: 'overdue', asked: null },
    });
    expect((await invoicesOf(subscription)).map(({ status }) => status).toSorted()).toEqual(['paid', 'void']);
    expect(await endMonthly(api.deps, overdue, 'overdue')).toMatchObject({ ok: true });
  });

  it('needs action while the bank asks the fan', async () => {
    const begun = await subscribe();
    await api.control('billing/renewals', { subscription: begun.subscription, answer: 'ask' });
    await advance(1);
    expect(await monthlyOf(begun.monthlyId)).toMatchObject({
      state: 'needs-action',
      failing: { needsAction: true },
    });
  });
});

describe('a fan on the sandbox', () => {
  const manage = async ({ monthlyId, token }: Subscribed, path: string, body?: object) =>
    (await api.call('POST', `/v1/monthly/${monthlyId}/${path}`, body, token))
      .json as unknown as MonthlyView & {
      readonly code?: string;
      readonly url?: string;
    };

  // Holds pay-278.
  it('stops: nothing is charged at the end of the period, and the tip ends', async () => {
    const begun = await subscribe();
    expect(await manage(begun, 'stop', { when: 'period-end' })).toMatchObject({ state: 'ending' });
    expect(await manage(begun, 'keep')).toMatchObject({ state: 'active' });
    expect(await manage(begun, 'stop', { when: 'period-end' })).toMatchObject({ state: 'ending' });
    await advance(2);
    expect(await monthlyOf(begun.monthlyId)).toMatchObject({
      state: 'ended',
      endReason: 'fan',
      paidCycles: 1,
    });
    expect(await manage(begun, 'keep')).toMatchObject({ code: 'monthly-ended' });
  });

  // Holds pay-280.
  it('withdraws: the subscription is over and the money is back', async () => {
    const begun = await subscribe();
    const view = await manage(begun, 'withdraw');
    expect(view).toMatchObject({ state: 'ended', endReason: 'withdrawn', payments: [{ state: 'refunded' }] });
    const [invoice] = await invoicesOf(begun.subscription);
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 500 });
    const tip = await api.deps.store.read(stored.tip(adaUid, begun.monthlyId));
    expect(tip?.refund).toMatchObject({ refunded: 500 });
  });

  // Holds pay-282.
  it('confirms what the bank asks on the page of the invoice', async () => {
    const begun = await subscribe();
    await api.control('billing/renewals', { subscription: begun.subscription, answer: 'ask' });
    await advance(1);
    const { url = '' } = await manage(begun, 'confirm');
    expect((await fetch(url)).status).toBe(200);
    const { json } = await api.call('GET', `/v1/monthly/${begun.monthlyId}`, undefined, begun.token);
    expect(json).toMatchObject({ state: 'needs-action' });
  });
});

describe('an object of Stripe', () => {
  it('leads to the monthly tip that its subscription names', async () => {
    const { monthlyId, subscription } = await subscribe();
    const tip = await api.deps.store.read(stored.tip(adaUid, monthlyId));
    const reference = { ok: true, value: { uid: adaUid, tipId: monthlyId } };
    const [invoice] = await invoicesOf(subscription);
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
