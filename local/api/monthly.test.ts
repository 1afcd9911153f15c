import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeTip } from '../../core/testing/fakes';
import { fakeMonthly } from '../../core/testing/monthly-fakes';
import { endMonthly } from '../../functions/monthly/end-monthly';
import { syncMonthly } from '../../functions/monthly/sync-monthly';
import { writeMonthly } from '../../functions/monthly/write-monthly';
import { cycleTipIdOf } from '../../functions/tips/tip-ids';
import { stored } from '../../functions/store/stored';
import { writeTip } from '../../functions/tips/write-tip';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' });
});
afterAll(() => api.close());

const trigger = { cause: 'create', eventId: null } as const;
let opened = 0;

interface Subscribed {
  readonly monthlyId: string;
  readonly subscription: string;
}

/** A monthly tip of five dollars whose fan has paid on the sandbox's page. Stripe's events arrive as they do. */
async function subscribe(): Promise<Subscribed> {
  opened += 1;
  const monthlyId = 'abcdefg'.charAt(opened).repeat(25);
  const { id: product } = (await api.atStripe('POST', '/v1/products', { name: 'Monthly tip' })) as {
    id: string;
  };
  const metadata = { tip_id: monthlyId, owner_uid: adaUid };
  const form = Object.fromEntries(
    Object.entries(metadata).flatMap(([key, value]) => [
      [`metadata[${key}]`, value],
      [`subscription_data[metadata][${key}]`, value],
    ]),
  );
  const page = (await api.atStripe('POST', '/v1/checkout/sessions', {
    mode: 'subscription',
    ui_mode: 'hosted_page',
    success_url: 'https://busker.test/t/1',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '500',
    'line_items[0][price_data][product]': product,
    'line_items[0][price_data][recurring][interval]': 'month',
    ...form,
  })) as { readonly id: string; readonly url: string };
  const now = api.deps.clock.now();
  const amounts = { amount: 500, tipAmount: 500, coverAmount: 0, currency: 'usd' } as const;
  const { stripe } = fakeTip();
  const first = fakeTip({
    ...amounts,
    mode: 'sandbox',
    tipId: monthlyId,
    ownerUid: adaUid,
    surface: 'hosted',
    stripe: { ...stripe, accountId: adaAccount, paymentIntentId: null, checkoutSessionId: page.id },
    cycle: { monthlyId, number: 1, invoiceId: null, subscriptionId: null, period: null },
    createdAt: now,
  });
  const monthly = fakeMonthly({
    ...amounts,
    mode: 'sandbox',
    monthlyId,
    ownerUid: adaUid,
    stripe: {
      ...fakeMonthly().stripe,
      accountId: adaAccount,
      checkoutSessionId: page.id,
      productId: product,
    },
    createdAt: now,
  });
  await api.deps.store.commit([], (writes) => {
    writeTip(writes, undefined, first, trigger, now);
    writeMonthly(writes, undefined, monthly, trigger, now);
  });
  expect(await api.payOnPage(page.url, '4242424242424242')).toBe(200);
  await api.stripe.webhooksIdle();
  const known = await monthlyOf(monthlyId);
  return { monthlyId, subscription: known?.stripe.subscriptionId ?? '' };
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
