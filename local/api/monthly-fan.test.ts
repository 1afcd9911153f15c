import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MonthlyView } from '../../core/fan-api/monthly-api';
import { wordsVersion } from '../../core/monthly/monthly-words';
import { stored } from '../../functions/store/store';
import { monthlyTipsOn, type Subscribed } from './monthly-tips';
import { adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
let tips: Awaited<ReturnType<typeof monthlyTipsOn>>;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' }, { hasSandboxClock: true });
  tips = await monthlyTipsOn(api);
});
afterAll(() => api.close());

describe('a fan on the sandbox', () => {
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
