import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MonthlyView } from '../../core/fan-api/monthly-api';
import { cardFields } from '../../emulators/stripe/testing/hosted-page';
import { runSweeps } from '../../functions/jobs/run-sweep';
import { monthlyTipsOn, type Subscribed } from './monthly-tips';
import { adaAccount, openApi, type OpenApi } from './open-api';

const hour = 60 * 60_000;
const day = 24 * hour;

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
