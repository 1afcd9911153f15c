import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { afterFeesApart, BookSums } from '@busker/core/books/book-sums';
import type { BooksAnswer } from '@busker/core/books/books-api';
import type { MonthlyView } from '@busker/core/fan-api/monthly-api';
import { feeSums } from '@busker/core/fees/fees';
import { formatMoney } from '@busker/core/money/money';
import { wordsVersion } from '@busker/core/monthly/monthly-words';
import { runSweeps } from '@busker/functions/jobs/run-sweep';
import { monthlyPart } from '@busker/functions/monthly-pages/manage-section';
import { readTotals } from '@busker/functions/profiles/publish';
import { totalsAgree } from '@busker/functions/reconcile/reconcile-account';
import { stored } from '@busker/functions/store/store';
import type { InMemoryIdTokens } from '@busker/functions/testing/in-memory-deps';
import { compareWithStripe, listAtStripe } from './compare-with-stripe';
import { monthlyTipsOn, type Subscribed, compareMonthlies } from './testing/monthly-tips';
import { adaAccount, adaUid, openApi, type OpenApi } from './open-api';

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

describe('the calendar of monthly tips', () => {
  let api: OpenApi;
  let tips: Awaited<ReturnType<typeof monthlyTipsOn>>;
  const openAt = async (home: NonNullable<Parameters<typeof openApi>[1]>['home']) => {
    api = await openApi({ LIMIT_FACTOR: '1000' }, { hasSandboxClock: true, ...(home && { home }) });
    tips = await monthlyTipsOn(api);
  };
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
      expect(tip).toMatchObject({
        state: 'paid',
        amount: 500,
        cycle: { number: 1 },
        payment: { attempts: 0 },
      });
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
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Six weeks are lived. In milliseconds. */
const patience = 10 * minute;

/** What the books of a year say is left of everything, and how much of it are fees that Stripe booked apart. */
function leftIn({ months, fees }: BooksAnswer) {
  const sums = new BookSums();
  for (const sum of months.flatMap((month) => month.sums)) sums.addSum(sum);
  const after = afterFeesApart(sums.all(), feeSums(fees.flatMap((month) => month.sums)));
  return {
    unbooked: after.filter(({ bookedIn }) => bookedIn === null).length,
    apart: after.reduce((sum, { feesApart }) => sum + feesApart, 0),
    left: after.reduce((sum, { booked }) => sum + booked.kept, 0),
  };
}

interface BookedAtStripe {
  readonly id: string;
  readonly type: string;
  readonly net: number;
}

interface SubscriptionAtStripe {
  readonly status: string;
  readonly cancel_at_period_end: boolean;
  readonly items: {
    readonly data: readonly {
      readonly current_period_end: number;
      readonly price: { readonly unit_amount: number };
    }[];
  };
}

interface InvoicePaymentAtStripe {
  readonly id: string;
  readonly status: string;
  readonly payment: { readonly payment_intent: string };
}

interface ChargeAtStripe {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly amount_refunded: number;
}

function stateFor({ status, cancel_at_period_end: ends }: SubscriptionAtStripe): string {
  if (status === 'active') return ends ? 'ending' : 'active';
  return status === 'canceled' ? 'ended' : 'fails';
}

const unpaid: ReadonlySet<string> = new Set(['pending', 'failed', 'declined', 'expired', 'canceled']);

describe('twelve monthly tips in one month', () => {
  let api: OpenApi;
  let tips: Awaited<ReturnType<typeof monthlyTipsOn>>;
  beforeAll(async () => {
    api = await openApi({ LIMIT_FACTOR: '1000' }, { hasSandboxClock: true });
    tips = await monthlyTipsOn(api);
  });
  afterAll(() => api.close());

  /** The schedules that ask Stripe about money. */
  const sweepAll = () =>
    runSweeps(api.deps, [
      'follow-open-tips',
      'follow-monthlies',
      'repeat-refunds',
      'reconcile',
      'follow-unsettled',
    ]);

  /** Moves to a time, with the schedules of every second day on the way. */
  async function liveUntil(to: number): Promise<void> {
    while (api.stripe.now() + 2 * day < to) {
      await tips.advanceTo(api.stripe.now() + 2 * day);
      await sweepAll();
    }
    await tips.advanceTo(to);
    await sweepAll();
  }

  const manage = ({ monthlyId, token }: Subscribed, path: string, body: object = {}) =>
    api.call('POST', `/v1/monthly/${monthlyId}/${path}`, body, token);
  const viewOf = async ({ monthlyId, token }: Subscribed) =>
    (await api.call('GET', `/v1/monthly/${monthlyId}`, undefined, token)).json as unknown as MonthlyView;

  /** Ada's books of a year, as her dashboard asks for them. She has signed in a moment ago. */
  async function booksOf(year: number): Promise<BooksAnswer> {
    const tokens = api.deps.idTokens as InMemoryIdTokens;
    const owner = { uid: adaUid, guest: false, provider: 'password', email: null, emailVerified: false };
    tokens.signIn('ada', { ...owner, signedInAt: api.stripe.now() });
    const path = `/v1/me/books?from=${year}-01-01&until=${year}-12-31&zone=UTC`;
    const { status, json } = await api.call('GET', path, undefined, 'ada');
    expect(status).toBe(200);
    return json as unknown as BooksAnswer;
  }

  /** The account's balance by Stripe's own lines, without payouts, which only move it to the bank. */
  async function balanceAtStripe() {
    const lines = (await listAtStripe<BookedAtStripe>(api, '/v1/balance_transactions')).filter(
      ({ type }) => type !== 'payout',
    );
    const sumOf = (some: readonly BookedAtStripe[]) => some.reduce((sum, { net }) => sum + net, 0);
    return {
      unbooked: 0,
      apart: 0 - sumOf(lines.filter(({ type }) => type === 'stripe_fee')),
      left: sumOf(lines),
    };
  }

  /** What a fan's page has to say, from Stripe's own objects. */
  async function truthOf({ subscription }: Subscribed) {
    const at = (await api.atStripe('GET', `/v1/subscriptions/${subscription}`)) as SubscriptionAtStripe;
    const [item] = at.items.data;
    const payments: (readonly [amount: number, refunded: number])[] = [];
    for (const { id, status } of await tips.invoicesOf(subscription)) {
      if (status !== 'paid') continue;
      const paid = await listAtStripe<InvoicePaymentAtStripe>(api, '/v1/invoice_payments', `&invoice=${id}`);
      const intent = paid.find((payment) => payment.status === 'paid')?.payment.payment_intent ?? '';
      const charges = await listAtStripe<ChargeAtStripe>(api, '/v1/charges', `&payment_intent=${intent}`);
      const charge = charges.find((each) => each.status === 'succeeded');
      payments.push([charge?.amount ?? 0, charge?.amount_refunded ?? 0]);
    }
    const goesOn = at.status === 'active' && !at.cancel_at_period_end;
    return {
      state: stateFor(at),
      amount: item?.price.unit_amount,
      nextChargeAt: goesOn ? (item?.current_period_end ?? 0) * 1000 : null,
      payments,
    };
  }

  async function sentTo(fan: Subscribed): Promise<Awaited<ReturnType<typeof truthOf>>> {
    const { state, amount, nextChargeAt, payments } = await viewOf(fan);
    const fails = state === 'overdue' || state === 'needs-action';
    return {
      state: fails ? 'fails' : state,
      amount,
      nextChargeAt: fails || state === 'ended' ? null : nextChargeAt,
      // A try that was declined stands there too, as one.
      payments: payments
        .filter((payment) => !unpaid.has(payment.state))
        .map((payment) => [payment.amount, payment.refunded] as const),
    };
  }

  const intentOf = async ({ monthlyId }: Subscribed): Promise<string> => {
    const [tip] = await tips.renewalsOf({
      monthlyId,
      token: '',
      subscription: (await tips.monthlyOf(monthlyId))?.stripe.subscriptionId ?? '',
    });
    return tip?.stripe.paymentIntentId ?? '';
  };

  /** Stripe answers nothing, and none of its events arrives. */
  async function silent(work: () => Promise<void>): Promise<void> {
    await api.control('faults/add', { route: '*', fault: { kind: 'cut', when: 'before' } });
    await api.control('webhookFaults', { drop: 1 });
    await work();
    await api.control('faults/clear');
    await api.control('webhookFaults', { drop: 0 });
  }

  // Holds pay-434, pay-435.
  it(
    'a month of twelve fans with an hour of silence and a day without the account ends with true pages, and books that are the balance to the unit',
    async () => {
      const start = tips.nextTime(3, 1, 9);
      const year = new Date(start).getUTCFullYear();
      const at = (days: number, hours = 0, minutes = 0) =>
        start + days * day + hours * hour + minutes * minute;
      const fans: Subscribed[] = [];
      for (let index = 0; index < 12; index += 1) {
        await tips.advanceTo(at(0, 12 * index));
        const cents = 500 + 37 * index;
        fans.push(await tips.subscribe({ tipAmount: cents, total: cents }));
      }
      const fan = (index: number): Subscribed =>
        fans[index] ?? { monthlyId: '', token: '', subscription: '' };
      const renewalsAre = (index: number, answer: string) =>
        api.control('billing/renewals', { subscription: fan(index).subscription, answer });
      await renewalsAre(1, 'decline');
      await renewalsAre(2, 'ask');
      await renewalsAre(11, 'decline');
      await api.control('disputes/create', { charge: await intentOf(fan(8)), kind: 'fraudulent' });
      await liveUntil(at(8));
      expect((await manage(fan(7), 'withdraw')).status).toBe(200);
      await liveUntil(at(10));
      await api.atStripe('POST', '/v1/refunds', { payment_intent: await intentOf(fan(9)), amount: '250' });
      const more = { tipAmount: 900, coverCosts: false, total: 900, wordsVersion };
      expect((await manage(fan(5), 'amount', more)).status).toBe(200);
      await liveUntil(at(14));
      expect((await manage(fan(10), 'stop', { when: 'period-end' })).status).toBe(200);
      await liveUntil(at(15));
      expect((await manage(fan(10), 'keep')).status).toBe(200);

      // The hour of silence. The fourth fan is charged in it, and the fifth one stops.
      await liveUntil(at(31, 12, 45));
      const before = await booksOf(year);
      await silent(async () => {
        await tips.advanceTo(at(31, 13, 15));
        await sweepAll().catch(() => undefined);
        expect((await viewOf(fan(3))).payments).toHaveLength(1);
        expect((await manage(fan(4), 'stop', { when: 'period-end' })).status).toBe(503);
        expect((await viewOf(fan(4))).asked).toBe('stop');
        const books = await booksOf(year);
        expect([books.fees, books.feesUntil]).toEqual([before.fees, before.feesUntil]);
        await tips.advanceTo(at(31, 13, 45));
      });
      await liveUntil(at(32, 18));
      expect((await viewOf(fan(3))).payments).toHaveLength(2);
      expect(await viewOf(fan(4))).toMatchObject({
        state: expect.stringMatching(/ending|ended/),
        asked: null,
      });

      // The day without the account. The seventh fan is charged in it.
      await api.control('accounts/deauthorize', { account: adaAccount });
      await api.stripe.webhooksIdle();
      await liveUntil(at(33, 14));
      expect(await viewOf(fan(6))).toMatchObject({ elsewhere: true });
      expect((await viewOf(fan(6))).payments).toHaveLength(1);
      const known = leftIn(await booksOf(year));
      expect(known.apart).toBeGreaterThan(0);
      await api.control('accounts/reconnect', { account: adaAccount });
      await api.stripe.webhooksIdle();
      await renewalsAre(11, 'card');
      await liveUntil(at(44));
      await api.control('disputes/close', {
        dispute: (await listAtStripe<{ readonly id: string }>(api, '/v1/disputes'))[0]?.id,
        outcome: 'lost',
      });
      await liveUntil(at(46));

      for (const [index, each] of fans.entries())
        expect([index, await sentTo(each)]).toEqual([index, await truthOf(each)]);
      expect(leftIn(await booksOf(year))).toEqual(await balanceAtStripe());
      expect(await compareWithStripe(api)).toMatchObject({ differing: [], totalsExact: true, booksOff: 0 });
      const { monthlies, renewals, monthliesOff } = await compareMonthlies(api);
      expect({ monthlies, monthliesOff }).toEqual({ monthlies: 12, monthliesOff: [] });
      expect(renewals).toBeGreaterThan(6);
    },
    patience,
  );
});
