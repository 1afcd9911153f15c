import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import type { MonthlyView } from '@busker/core/fan-api/monthly-api';
import { wordsVersion } from '@busker/core/monthly/monthly-words';
import { cardFields, pressPay } from '@busker/emulator-stripe/testing/hosted-page';
import { runSweeps } from '@busker/functions/jobs/run-sweep';
import { stopAll } from '@busker/functions/monthly-pages/manage-monthly';
import { monthlyTipsOn, type Subscribed, listDocuments, offerMonthly } from './testing/monthly-tips';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';
import { openWholeBackend, type WholeBackend } from './whole-backend';

const hour = 60 * 60_000;
const day = 24 * hour;

describe('the end of a monthly tip', () => {
  let api: OpenApi;
  let tips: Awaited<ReturnType<typeof monthlyTipsOn>>;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' }, { hasSandboxClock: true });
    tips = await monthlyTipsOn(api);
  });
  afterAll(() => api.close());

  const manage = ({ monthlyId, token }: Subscribed, path: string, body?: object) =>
    api.call('POST', `/v1/monthly/${monthlyId}/${path}`, body, token);
  const sweep = () => runSweeps(api.deps, ['follow-monthlies']);
  /** A monthly tip whose bank answers its renewals like this, and the time of the first one. */
  async function begin(answer: 'decline' | 'ask') {
    const begun = await tips.subscribe();
    await api.control('billing/renewals', { subscription: begun.subscription, answer });
    return { begun, due: (await tips.monthlyOf(begun.monthlyId))?.nextChargeAt ?? 0 };
  }
  const invoiceStates = async ({ subscription }: Subscribed) =>
    (await tips.invoicesOf(subscription)).map(({ status }) => status).toSorted();

  /** The fan pays on Stripe's page of an invoice, with another card. */
  const payInvoice = (url: string) => {
    const key = new URL(url).pathname.split('/').at(-1) ?? '';
    return fetch(`${api.stripe.url}/sandbox/invoices/${key}/card`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.env.STRIPE_PUBLISHABLE_KEY}` },
      body: new URLSearchParams(cardFields('5555555555554444')),
    });
  };

  describe('after the last try of a declined renewal', () => {
    // Holds pay-415.
    it('where Stripe cancels, the monthly tip has ended, and an old link charges nothing any more', async () => {
      await api.control('billing/settings', { account: adaAccount, end: 'canceled' });
      const { begun, due } = await begin('decline');
      await tips.advanceTo(due + 3 * hour);
      expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'overdue' });
      const { url = '' } = (await manage(begun, 'confirm')).json;
      await tips.advanceTo(due + 15 * day);
      await api.stripe.webhooksIdle();
      const ended = { state: 'ended', endReason: 'payment_failed', contrib: { active: 0 }, asked: null };
      expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject(ended);
      expect(await invoiceStates(begun)).toEqual(['paid', 'void']);
      expect((await payInvoice(url)).ok).toBe(false);
    });

    // Holds pay-264.
    it.each(['unpaid', 'past_due'])(
      'where Stripe leaves it %s, it is overdue until it is ended after 45 days with its open invoices void',
      async (end) => {
        await api.control('billing/settings', { account: adaAccount, end });
        const { begun, due } = await begin('decline');
        await tips.advanceTo(due + 44 * day);
        await sweep();
        expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'overdue' });
        expect(await invoiceStates(begun)).toContain('open');
        // The last try of the second unpaid period can be on day 45, and the next look a day after it.
        await tips.advanceTo(due + 47 * day);
        await sweep();
        const ended = { state: 'ended', endReason: 'overdue', asked: null };
        expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject(ended);
        expect(await invoiceStates(begun)).not.toContain('open');
      },
    );
  });

  // Holds pay-282.
  it('a fan whose bank asks pays on the page of the invoice, and the monthly tip is active again', async () => {
    const { begun, due } = await begin('ask');
    await tips.advanceTo(due + 3 * hour);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'needs-action' });
    const { url = '' } = (await manage(begun, 'confirm')).json;
    expect((await payInvoice(url)).status).toBe(200);
    await api.stripe.webhooksIdle();
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({
      state: 'active',
      failing: null,
      paidCycles: 2,
    });
    expect((await tips.renewalsOf(begun)).map((tip) => tip?.state)).toEqual(['paid', 'paid']);
  });

  // Holds pay-414.
  it('a fan who has paid the overdue bill and stops keeps the paid month, although no event of the payment came', async () => {
    const { begun, due } = await begin('ask');
    await tips.advanceTo(due + 3 * hour);
    const { url = '' } = (await manage(begun, 'confirm')).json;
    await api.control('webhookFaults', { drop: 1 });
    expect((await payInvoice(url)).status).toBe(200);
    await api.stripe.webhooksIdle();
    await api.control('webhookFaults', { drop: 0 });
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'needs-action' });
    expect((await manage(begun, 'stop', { when: 'period-end' })).json).toMatchObject({ state: 'ending' });
    const path = `/v1/subscriptions/${begun.subscription}`;
    expect(await api.atStripe('GET', path)).toMatchObject({ cancel_at_period_end: true, status: 'active' });
  });

  // Holds pay-279.
  it('a stop that Stripe answers with an error, also when it is repeated under its key, is made within the hour and once', async () => {
    const begun = await tips.subscribe();
    await api.control('faults/add', {
      route: 'POST /v1/subscriptions/*',
      fault: { kind: 'fail', status: 500, when: 'during' },
    });
    expect((await manage(begun, 'stop', { when: 'period-end' })).status).toBe(503);
    await api.control('faults/clear');
    expect((await tips.monthlyOf(begun.monthlyId))?.asked).toMatchObject({ what: 'stop', reason: 'fan' });
    await api.control('clock/advance', { milliseconds: hour + 1000 });
    await sweep();
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({
      state: 'ending',
      endReason: 'fan',
      asked: null,
    });
    const again = await manage(begun, 'stop', { when: 'period-end' });
    expect((again.json as unknown as MonthlyView).state).toBe('ending');
    const path = `/v1/subscriptions/${begun.subscription}`;
    expect(await api.atStripe('GET', path)).toMatchObject({ cancel_at_period_end: true, status: 'active' });
  });

  // Holds pay-340.
  it('an end whose answer is lost is made, and what is open is void', async () => {
    const { begun, due } = await begin('decline');
    await tips.advanceTo(due + 3 * hour);
    expect(await invoiceStates(begun)).toContain('open');
    const fault = { kind: 'cut', when: 'after' };
    await api.control('faults/add', { route: 'DELETE /v1/subscriptions/*', fault, times: 1 });
    expect(await api.deps.subscriptions.endNow(adaAccount, begun.subscription)).toEqual({
      ok: true,
      value: null,
    });
    expect(await invoiceStates(begun)).not.toContain('open');
    const unknown = await api.deps.subscriptions.endNow(adaAccount, 'sub_unknown');
    expect(unknown).toEqual({ ok: false, problem: { kind: 'gone' } });
  });

  // Holds pay-290.
  it('a link of the portal that is a day old leads to the page on which Stripe mails a new one', async () => {
    const begun = await tips.subscribe();
    const { url = '' } = (await manage(begun, 'portal', { flow: 'all' })).json;
    await api.control('clock/advance', { milliseconds: day });
    const old = await fetch(url, { redirect: 'manual' });
    expect(old.status).toBe(303);
    const login = await fetch(new URL(old.headers.get('location') ?? '', api.stripe.url));
    expect([login.status, await login.text()]).toEqual([200, expect.stringContaining('Email')]);
  });
});

describe('an account that was disconnected for two renewals and is connected again', () => {
  let api: OpenApi;
  let tips: Awaited<ReturnType<typeof monthlyTipsOn>>;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' }, { hasSandboxClock: true });
    tips = await monthlyTipsOn(api);
  });
  afterAll(() => api.close());

  const sweep = () => runSweeps(api.deps, ['follow-monthlies']);
  const viewOf = async ({ monthlyId, token }: Subscribed) =>
    (await api.call('GET', `/v1/monthly/${monthlyId}`, undefined, token)).json as unknown as MonthlyView;
  const manage = ({ monthlyId, token }: Subscribed, path: string, body: object) =>
    api.call('POST', `/v1/monthly/${monthlyId}/${path}`, body, token);
  /** The fields of the stored document: what a reader leaves out shows only here. */
  const fieldsOf = async ({ monthlyId }: Subscribed) => {
    const from = paths.monthlies(adaUid);
    const found = await api.deps.store.find({ from, limit: 50 }, (data) => data as Record<string, unknown>);
    return Object.keys(found.find(({ path }) => path.endsWith(monthlyId))?.value ?? {});
  };

  // Holds pay-393, pay-418.
  it('has monthly tips of which everything can be done as before', async () => {
    const [stopped, changed, third] = [
      await tips.subscribe(),
      await tips.subscribe(),
      await tips.subscribe(),
    ];
    await api.control('accounts/deauthorize', { account: adaAccount });
    await api.stripe.webhooksIdle();
    expect(await viewOf(changed)).toMatchObject({ elsewhere: true, limits: null });
    expect((await manage(changed, 'stop', { when: 'period-end' })).status).toBe(409);
    expect((await manage(changed, 'keep', {})).status).toBe(409);
    await tips.advance(2);
    expect(await tips.monthlyOf(changed.monthlyId)).toMatchObject({ paidCycles: 1 });
    await api.control('accounts/reconnect', { account: adaAccount });
    await api.stripe.webhooksIdle();
    await api.control('clock/advance', { milliseconds: day });
    await sweep();
    await api.stripe.webhooksIdle();
    for (const begun of [stopped, changed, third]) {
      expect(await fieldsOf(begun)).not.toContain('elsewhere');
      expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ paidCycles: 3, contrib: { active: 1 } });
    }
    const view = await viewOf(changed);
    expect(view).toMatchObject({ elsewhere: false, portalLogin: null, state: 'active' });
    const total = { tipAmount: 800, coverCosts: false, total: 800, wordsVersion };
    expect((await manage(changed, 'amount', total)).json).toMatchObject({ amount: 800 });
    expect((await manage(stopped, 'stop', { when: 'period-end' })).json).toMatchObject({ state: 'ending' });
    const all = await stopAll(api.deps, { uid: adaUid }, { when: 'now', handle: 'ada' });
    expect(all).toEqual({ ok: true, value: { count: 3 } });
    const page = await (await fetch(`${api.url}/@ada/monthly`)).text();
    expect(page).not.toContain('disconnected');
  });
});

const view = v.looseObject({
  state: v.string(),
  nextChargeAt: v.nullable(v.number()),
  payments: v.array(v.looseObject({ tipId: v.string(), state: v.string(), amount: v.number() })),
});

interface Found {
  readonly name: string;
  readonly fields: Readonly<
    Record<string, { readonly stringValue?: string; readonly integerValue?: string }>
  >;
}

describe('a restart during a renewal', () => {
  let backend: WholeBackend;
  beforeAll(async () => {
    backend = await openWholeBackend();
    await offerMonthly({ addresses: backend.addresses() });
  });
  afterAll(() => backend.close());

  /** A fan begins a monthly tip of five dollars on the sandbox's page. */
  async function begin() {
    const { session } = await backend.fanCall(v.object({ session: v.string() }), '/v1/tip-sessions', {
      handle: 'ada',
    });
    const answer = v.object({ tipId: v.string(), tipToken: v.string(), url: v.string() });
    const { tipId, tipToken, url } = await backend.fanCall(answer, '/v1/tips', {
      handle: 'ada',
      tipAmount: 500,
      coverCosts: false,
      total: 500,
      currency: 'usd',
      clientRequestId: randomUUID(),
      session,
      surface: 'hosted',
      every: 'month',
      wordsVersion,
      language: 'en',
    });
    const page = { url: backend.addresses().stripe, publishableKey: backend.publishableKey };
    await pressPay(page, url.split('/').at(-1) ?? '', cardFields('4242424242424242'));
    const look = () => backend.call(view, 'GET', `/v1/monthly/${tipId}`, undefined, tipToken);
    await expect.poll(async () => (await look()).state).toBe('active');
    return look;
  }

  /** What the store has of Ada: the number of tips, and the sum of her totals in US dollars. */
  async function booked() {
    const { firestore } = backend.addresses();
    const profiles = (await listDocuments(firestore, 'profiles')) as readonly Found[];
    const ada = profiles.find(({ fields }) => fields['handle']?.stringValue === 'ada');
    const under = `profiles/${ada?.name.split('/').at(-1) ?? ''}`;
    const totals = (await listDocuments(firestore, `${under}/totals`)) as readonly Found[];
    const sum = (name: string) =>
      totals.reduce((total, { fields }) => total + Number(fields[name]?.integerValue ?? 0), 0);
    return {
      tips: (await listDocuments(firestore, `${under}/tips`)).length,
      count: sum('count'),
      gross: sum('gross'),
    };
  }

  // Holds pay-314.
  it('a server that is stopped while a renewal is charged has its tip once after the start, and exact totals', async () => {
    const look = await begin();
    expect(await booked()).toEqual({ tips: 1, count: 1, gross: 500 });
    const due = (await look()).nextChargeAt ?? 0;

    // Stripe charges, and none of its events arrives before the server stops.
    await backend.control('webhookFaults', { drop: 1 });
    await backend.control('billing/advance', { to: due + 3 * hour, deliver: 'later' });
    expect((await look()).payments).toHaveLength(1);
    await backend.restart();
    await expect
      .poll(async () => (await look()).payments.map(({ state }) => state))
      .toEqual(['paid', 'paid']);
    await expect.poll(booked).toEqual({ tips: 2, count: 2, gross: 1000 });

    // The invoice is made, and the server stops in the hour before its charge.
    const next = (await look()).nextChargeAt ?? 0;
    await backend.control('billing/advance', { to: next + 60_000, deliver: 'each-step' });
    await backend.restart();
    expect((await look()).payments).toHaveLength(2);
    await backend.control('billing/advance', { to: next + 3 * hour, deliver: 'each-step' });
    await expect
      .poll(async () => (await look()).payments.map(({ amount }) => amount))
      .toEqual([500, 500, 500]);
    await backend.restart();
    await expect.poll(booked).toEqual({ tips: 3, count: 3, gross: 1500 });
    expect(await look()).toMatchObject({ state: 'active' });
  });
});
