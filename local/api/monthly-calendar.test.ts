import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonthlyView } from '../../core/fan-api/monthly-api';
import { formatMoney } from '../../core/money/money';
import { monthlyPart } from '../../functions/monthly-pages/manage-section';
import { stored } from '../../functions/store/store';
import { totalsAgree } from '../../functions/reconcile/reconcile-account';
import { readTotals } from '../../functions/profiles/publish';
import { monthlyTipsOn, type Subscribed } from './monthly-tips';
import { adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
let tips: Awaited<ReturnType<typeof monthlyTipsOn>>;
const openAt = async (home: NonNullable<Parameters<typeof openApi>[1]>['home']) => {
  api = await openApi({ LIMIT_FACTOR: '1000' }, { hasSandboxClock: true, ...(home && { home }) });
  tips = await monthlyTipsOn(api);
};

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
const periodsOf = async (begun: Subscribed) =>
  (await tips.renewalsOf(begun)).map((tip) => tip?.cycle?.period ?? { from: 0, to: 0 });
/** The owner changes the price in Stripe's dashboard. */
async function priceAtStripe({ subscription }: Subscribed, amount: number): Promise<void> {
  const path = `/v1/subscriptions/${subscription}`;
  const { items } = (await api.atStripe('GET', path)) as {
    readonly items: {
      readonly data: readonly [{ readonly id: string; readonly price: { readonly product: string } }];
    };
  };
  const [{ id, price }] = items.data;
  await api.atStripe('POST', path, {
    'items[0][id]': id,
    'items[0][price_data][currency]': api.currency,
    'items[0][price_data][product]': price.product,
    'items[0][price_data][unit_amount]': String(amount),
    'items[0][price_data][recurring][interval]': 'month',
    proration_behavior: 'none',
  });
}
const totals = () => readTotals(api.deps, adaUid, api.currency);

describe('in euros', () => {
  beforeEach(() => openAt({ country: 'DE', currency: 'eur' }));
  afterEach(() => api.close());

  // Holds pay-254.
  it('a monthly tip of five that is paid is one tip, one active monthly tip, and five more in the totals', async () => {
    const before = (await totals()).eur?.gross ?? 0;
    const begun = await tips.subscribe();
    const tip = await api.deps.store.read(stored.tip(adaUid, begun.monthlyId));
    expect(tip).toMatchObject({ state: 'paid', amount: 500, cycle: { number: 1 }, payment: { attempts: 0 } });
    expect(tip?.cycle?.period?.to).toBeGreaterThan(tip?.cycle?.period?.from ?? Infinity);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({
      state: 'active',
      currency: 'eur',
      contrib: { active: 1, perYear: 6000 },
    });
    expect((await totals()).eur?.gross).toBe(before + 500);
  });

  // Holds pay-307.
  it('in the month of a clock change, the next charge is at the same hour in UTC, and the page says so', async () => {
    // The clocks of the United States change at this hour, between the 8th and the 14th of March.
    const begins = tips.nextTime(1, 9, 7);
    await tips.advanceTo(begins);
    const begun = await tips.subscribe();
    const next = (await tips.monthlyOf(begun.monthlyId))?.nextChargeAt ?? 0;
    expect(new Date(next).toISOString().slice(5, 13)).toBe('03-09T07');
    const view = await api.call('GET', `/v1/monthly/${begun.monthlyId}`, undefined, begun.token);
    const part = monthlyPart(view.json as unknown as MonthlyView, { language: 'en', locale: 'en' });
    expect(part.sentence).toMatch(/^Next charge: March 9, \d{4} \(UTC\)\.$/);
    await tips.advance(1);
    const [first, second] = await periodsOf(begun);
    expect(new Date(second?.from ?? 0).getUTCHours()).toBe(new Date(first?.from ?? 0).getUTCHours());
  });

  // Holds pay-307.
  it('a yearly tip of 29 February is one tip a year, on the 28th until there is a 29th again', async () => {
    const begins = tips.nextTime(1, 29, 12, isLeap);
    await tips.advanceTo(begins);
    const begun = await tips.subscribe({ every: 'year', tipAmount: 6000, total: 6000 });
    await tips.advance(24);
    const charged = await tips.renewalsOf(begun);
    expect(charged.map((tip) => [tip?.state, tip?.amount, tip?.cycle?.number])).toEqual([
      ['paid', 6000, 1],
      ['paid', 6000, 2],
      ['paid', 6000, 3],
    ]);
    const year = new Date(begins).getUTCFullYear();
    const days = (await periodsOf(begun)).map(({ from }) => isoDay(from));
    expect(days).toEqual([`${year}-02-29`, `${year + 1}-02-28`, `${year + 2}-02-28`]);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ contrib: { active: 1, perYear: 6000 } });
  });

  // Holds pay-308.
  it('a price that the owner changes in Stripe’s dashboard is the amount of the next tip and of the monthly tip', async () => {
    const begun = await tips.subscribe();
    await priceAtStripe(begun, 900);
    await tips.advance(1);
    expect((await tips.renewalsOf(begun)).map((tip) => [tip?.state, tip?.amount])).toEqual([
      ['paid', 500],
      ['paid', 900],
    ]);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({
      amount: 900,
      contrib: { perYear: 10_800 },
    });
    expect((await tips.renewalsOf(begun)).flatMap((tip) => tip?.moderation.reasons ?? [])).toEqual([]);
  });

  // Holds pay-363.
  it('a month for which the owner gives a discount of everything makes no tip, and half of it makes a tip of half', async () => {
    const before = (await totals()).eur?.gross ?? 0;
    const begun = await tips.subscribe();
    const give = (percentOff: number) =>
      api.control('billing/discount', {
        subscription: begun.subscription,
        percentOff,
        duration: 'once',
      });
    await give(100);
    await tips.advance(1);
    expect((await tips.invoicesOf(begun.subscription)).map((invoice) => invoice.amount_paid)).toEqual([
      0, 500,
    ]);
    expect((await tips.renewalsOf(begun)).map((tip) => tip?.amount)).toEqual([500, undefined]);
    expect((await totals()).eur?.gross).toBe(before + 500);
    const unpaid = await tips.monthlyOf(begun.monthlyId);
    expect(unpaid).toMatchObject({ state: 'active', paidCycles: 1, amount: 500 });
    await tips.advance(1);
    expect((await totals()).eur?.gross).toBe(before + 1000);
    await give(50);
    await tips.advance(1);
    const charged = await tips.renewalsOf(begun);
    expect(charged.map((tip) => [tip?.state, tip?.amount, tip?.cycle?.number])).toEqual([
      ['paid', 500, 1],
      [undefined, undefined, undefined],
      ['paid', 500, 3],
      ['paid', 250, 4],
    ]);
    expect(charged.flatMap((tip) => tip?.moderation.reasons ?? [])).toEqual([]);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({
      state: 'active',
      paidCycles: 3,
      amount: 500,
      contrib: { active: 1, perYear: 6000 },
    });
    expect((await totals()).eur?.gross).toBe(before + 1250);
    expect(await totalsAgree(api.deps, adaUid)).toBe(true);
  });

  // Holds pay-308.
  it('a month in which nothing is due makes no tip, and the next one does again', async () => {
    const begun = await tips.subscribe();
    await priceAtStripe(begun, 0);
    await tips.advance(1);
    expect((await tips.invoicesOf(begun.subscription)).map((invoice) => invoice.amount_paid)).toEqual([
      0, 500,
    ]);
    expect((await tips.renewalsOf(begun)).map((tip) => tip?.amount)).toEqual([500, undefined]);
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ paidCycles: 1 });
    await priceAtStripe(begun, 500);
    await tips.advance(1);
    const [, , third] = await tips.renewalsOf(begun);
    expect(third).toMatchObject({ state: 'paid', amount: 500, cycle: { number: 3 } });
    expect(await tips.monthlyOf(begun.monthlyId)).toMatchObject({ state: 'active', paidCycles: 2 });
    expect(await totalsAgree(api.deps, adaUid)).toBe(true);
  });
});

describe('in yen', () => {
  beforeEach(() => openAt({ country: 'JP', currency: 'jpy' }));
  afterEach(() => api.close());

  // Holds pay-309.
  it('three renewals of 500 are 500 each, and covered costs are whole yen', async () => {
    const plain = await tips.subscribe();
    const refused = await tips.ask({ coverCosts: true, total: 0 });
    const { amount: total } = refused.json['figures'] as unknown as { readonly amount: number };
    expect(total).toBeGreaterThan(500);
    const covered = await tips.subscribe({ coverCosts: true, total });
    await tips.advance(3);
    const amounts = async (begun: Subscribed) => (await tips.renewalsOf(begun)).map((tip) => tip?.amount);
    expect(await amounts(plain)).toEqual([500, 500, 500, 500]);
    expect(await amounts(covered)).toEqual([total, total, total, total]);
    expect((await tips.invoicesOf(plain.subscription)).map((invoice) => invoice.amount_paid)).toEqual([
      500, 500, 500, 500,
    ]);
    expect((await totals()).jpy).toMatchObject({ count: 8, gross: 4 * 500 + 4 * total });
    expect(formatMoney({ minorUnits: total, currency: 'jpy' }, 'en')).not.toContain('.');
  });
});
