import { describe, expect, it } from 'vitest';
import { afterFeesApart, BookSums } from '@busker/core/books/book-sums';
import { type BooksAnswer } from '@busker/core/books/books-api';
import { paths } from '@busker/core/documents/documents';
import { feeSums } from '@busker/core/fees/fees';
import { booksDocument } from '@busker/core/money-documents/stripe-account-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import type { Tip } from '@busker/core/tip/tip';
import { reconcileAccount } from '../reconcile/reconcile-account';
import {
  adaPayments,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  putPayments,
  refusedFields,
  sendEvent,
  signIn,
  type Scenario,
} from '../testing/ada';
import { begin, monthlyReference, monthlyScenario, type MonthlyScenario } from '../testing/monthly-scenario';
import { tipIn } from '../testing/stored-state';

describe('read books', () => {
  describe('read books', () => {
    const asked = async (scenario: Scenario, query: string, token = adaToken) =>
      scenario.call('GET', `/v1/me/books?${query}`, undefined, bearerOf(token));

    /** A tip that was paid and booked, moved to that time. */
    async function bookedTip(scenario: Scenario, paidAt: number, given: Partial<Tip> = {}): Promise<void> {
      const { tipId, paymentIntentId } = await paidTip(scenario);
      scenario.stripe.book(paymentIntentId, {
        id: `txn_${tipId}`,
        currency: 'usd',
        stripeFee: 45,
        applicationFee: 0,
        net: 455,
      });
      await sendEvent(scenario, 'charge.updated', { paymentIntentId, reference: { uid: adaUid, tipId } });
      const path = paths.tip(adaUid, tipId);
      const tip = tipDocument.decode(scenario.deps.store.dump()[path]);
      if (!tip.ok) throw new Error('The tip cannot be read');
      const payment = { ...tip.value.payment, succeededAt: paidAt };
      scenario.deps.store.put(path, tipDocument.encode({ ...tip.value, payment, ...given }));
    }

    const all = 'from=2026-01-01&until=2026-12-31&zone=Europe/Berlin';

    it('adds up a year by month of the owner, and by country of the card', async () => {
      const scenario = await adasScenario();
      await bookedTip(scenario, Date.UTC(2026, 0, 31, 23, 30));
      await bookedTip(scenario, Date.UTC(2026, 1, 10));
      await bookedTip(scenario, Date.UTC(2026, 10, 1), {
        fan: { name: null, message: null, anonymous: true, country: 'DE' },
      });
      await bookedTip(scenario, Date.UTC(2025, 11, 31, 22, 30));
      await paidTip(scenario);
      const { status, json } = await asked(scenario, all);
      expect(status).toBe(200);
      const { months, countries, firstPaidAt } = json as unknown as BooksAnswer;
      expect(months.map(({ month, sums }) => [month, sums.map(({ count }) => count)])).toContainEqual([
        '2026-02',
        [2],
      ]);
      expect(months[0]?.sums).toMatchObject([
        { currency: 'usd', bookedIn: 'usd', count: 2, received: 1000, booked: { stripeFee: 90, kept: 910 } },
      ]);
      expect(countries.map(({ country }) => country)).toEqual(['US', 'DE']);
      expect(firstPaidAt).toBe(Date.UTC(2025, 11, 31, 22, 30));
    });

    // Holds pay-943.
    it('counts the refund of a tip in the month in which it was made, as the table for bookkeeping does', async () => {
      const scenario = await adasScenario();
      const returned = { refundNet: -500, disputeNet: 0, disputeFee: 0, disputedAt: null };
      const refunded = { count: 1, gross: 500, refunded: 500, disputed: 0 };
      const on = (refundedAt: number) => ({ returned: { ...returned, refundedAt }, contrib: refunded });
      await bookedTip(scenario, Date.UTC(2026, 2, 1), on(Date.UTC(2026, 5, 1)));
      await bookedTip(scenario, Date.UTC(2025, 10, 1), on(Date.UTC(2026, 0, 5)));
      await bookedTip(scenario, Date.UTC(2026, 10, 1), on(Date.UTC(2027, 0, 5)));
      const { months, countries, later } = (await asked(scenario, all)).json as unknown as BooksAnswer;
      expect(months).toMatchObject([
        { month: '2026-01', sums: [{ count: 0, refunded: 500, booked: { refunds: -500, kept: -500 } }] },
        { month: '2026-03', sums: [{ count: 1, refunded: 0, booked: { refunds: 0, kept: 455 } }] },
        { month: '2026-06', sums: [{ count: 0, refunded: 500, booked: { kept: -500 } }] },
        { month: '2026-11', sums: [{ count: 1, refunded: 0, booked: { kept: 455 } }] },
      ]);
      expect(countries).toMatchObject([{ sums: [{ count: 2, refunded: 1000, booked: { kept: -90 } }] }]);
      expect(later).toEqual([]);
      const table = await scenario.call(
        'POST',
        '/v1/me/export',
        { format: 'bookkeeping', from: '2026-01-01', until: '2026-12-31', zone: 'Europe/Berlin' },
        bearerOf(adaToken),
      );
      const rows = table.text.trim().split('\r\n').slice(1);
      const perMonth = new Map<string, number>();
      for (const row of rows) {
        const [day = '', , , , , net] = row.split(',');
        perMonth.set(day.slice(0, 7), (perMonth.get(day.slice(0, 7)) ?? 0) + Math.round(Number(net) * 100));
      }
      expect([...perMonth].toSorted()).toEqual(
        months.map(({ month, sums }) => [month, sums[0]?.booked.kept]),
      );
    });

    it('refuses unclear ranges by name, and everybody else', async () => {
      const scenario = await adasScenario();
      const refused = async (query: string) => refusedFields(await asked(scenario, query));
      expect(await refused('from=2026-01-01&until=2026-12-31&zone=Mars')).toEqual(['zone']);
      expect(await refused('from=2026-02-30&until=2026-12-31&zone=UTC')).toEqual(['from']);
      expect(await refused('from=2026-02-01&until=2026-01-31&zone=UTC')).toEqual(['until']);
      expect(await refused('from=2025-01-01&until=2026-12-31&zone=UTC')).toEqual(['until']);
      expect(await refused('from=2026-01-01&zone=UTC')).toEqual(['until']);
      expect(await refused('until=2026-01-01&zone=UTC')).toEqual(['until']);
      expect((await asked(scenario, all, 'nobody')).status).toBe(401);
      await bookedTip(scenario, Date.UTC(2026, 1, 10));
      signIn(scenario.deps, 'uid-eve', 'token-eve');
      expect((await asked(scenario, all, 'token-eve')).json).toEqual({
        months: [],
        countries: [],
        feesApart: [],
        fees: [],
        feesUntil: null,
        firstPaidAt: null,
        from: '2026-01-01',
        until: '2026-12-31',
        yearStart: '01-01',
        closedYears: [],
        changed: [],
        later: [],
      });
    });

    // Holds dash-930.
    it('adds up the tax year of today without days, from the first day that its owner keeps', async () => {
      const scenario = await adasScenario();
      const { clock, store } = scenario.deps;
      await bookedTip(scenario, Date.UTC(2026, 3, 5, 12));
      await bookedTip(scenario, Date.UTC(2026, 3, 6, 12));
      clock.advance(Date.UTC(2026, 10, 30) - clock.now());
      const put = async (start: string, token = adaToken) =>
        scenario.call('PUT', '/v1/me/books/year', { start }, bearerOf(token));
      expect((await put('02-29')).json['code']).toBe('invalid-fields');
      expect((await put('04-06', 'nobody')).status).toBe(401);
      expect((await put('04-06')).json).toEqual({ start: '04-06' });
      expect(store.dump()[paths.books(adaUid)]).toEqual({ v: 1, yearStart: '04-06', closed: [] });
      expect((await asked(scenario, 'zone=UTC')).json).toMatchObject({
        from: '2026-04-06',
        until: '2027-04-05',
        yearStart: '04-06',
        months: [{ month: '2026-04', sums: [{ count: 1 }] }],
      });
    });

    // Holds dash-931.
    describe('a closed year', () => {
      const unbooked = {
        estimated: 45,
        stripe: null,
        application: null,
        net: null,
        settlementCurrency: null,
      };
      const at = (year: number, month: number, dayOfMonth = 15) => Date.UTC(year, month - 1, dayOfMonth, 12);
      const close = (scenario: Scenario, from = '2025-01-01', token = adaToken) =>
        scenario.call('POST', '/v1/me/books/closed', { from, zone: 'UTC' }, bearerOf(token));
      const yearOf = async (scenario: Scenario, year: number, zone = 'UTC') =>
        (await asked(scenario, `from=${year}-01-01&until=${year}-12-31&zone=${zone}`))
          .json as unknown as BooksAnswer;
      const figures = ({ months, countries, fees, feesApart }: BooksAnswer) => ({
        months,
        countries,
        fees,
        feesApart,
      });
      const refundedOn = (refundedAt: number) => ({
        contrib: { count: 1, gross: 500, refunded: 500, disputed: 0 },
        returned: { refundNet: -500, disputeNet: 0, disputeFee: 0, refundedAt, disputedAt: null },
      });
      async function at2026(...tips: readonly (readonly [number, Partial<Tip>?])[]): Promise<Scenario> {
        const scenario = await adasScenario();
        for (const [paidAt, given] of tips) await bookedTip(scenario, paidAt, given);
        scenario.deps.clock.advance(at(2026, 6) - scenario.deps.clock.now());
        return scenario;
      }
      const change = (scenario: Scenario, paidAt: number, given: Partial<Tip>) => {
        const { store } = scenario.deps;
        for (const [path, data] of Object.entries(store.dump())) {
          if (!path.startsWith(`${paths.tips(adaUid)}/`) || path.split('/').length !== 4) continue;
          const tip = tipDocument.decode(data);
          if (tip.ok && tip.value.payment.succeededAt === paidAt)
            store.put(path, tipDocument.encode({ ...tip.value, ...given }));
        }
      };

      it('changes no more: a later refund stands in the month in which it was made, once', async () => {
        const scenario = await at2026([at(2025, 12)], [at(2025, 11)], [at(2026, 2)]);
        const before = await yearOf(scenario, 2025);
        expect((await close(scenario)).json).toEqual({ from: '2025-01-01', until: '2025-12-31' });
        change(scenario, at(2025, 12), refundedOn(at(2026, 3)));
        const after = await yearOf(scenario, 2025);
        expect(figures(after)).toEqual(figures(before));
        expect(after).toMatchObject({
          changed: [],
          closedYears: [{ from: '2025-01-01', until: '2025-12-31' }],
        });
        const next = await yearOf(scenario, 2026);
        expect(next.months).toMatchObject([
          { month: '2026-02', sums: [{ count: 1, received: 500, refunded: 0 }] },
          {
            month: '2026-03',
            sums: [{ count: 0, received: 0, refunded: 500, booked: { refunds: -500, kept: -500 } }],
          },
        ]);
        expect(next.later).toMatchObject([{ count: 0, refunded: 500 }]);
        const march = await asked(scenario, 'from=2026-03-01&until=2026-03-31&zone=UTC');
        expect(march.json['later']).toMatchObject([{ refunded: 500 }]);
        const december = await asked(scenario, 'from=2025-12-01&until=2025-12-31&zone=UTC');
        expect(december.json['months']).toMatchObject([{ sums: [{ count: 1, refunded: 0 }] }]);
      });

      // Holds dash-991.
      it('keeps what a dispute took on its days, and the year in which it was won has what came back', async () => {
        const scenario = await at2026([at(2025, 12)]);
        const taken = { at: at(2025, 12, 20), net: -2000, fee: 1500, amount: 500 };
        const open = { ...refundedOn(0).returned, refundNet: 0, refundedAt: null, disputedAt: taken.at };
        change(scenario, at(2025, 12), {
          contrib: { count: 1, gross: 500, refunded: 0, disputed: 500 },
          returned: { ...open, disputeNet: -2000, disputeFee: 1500 },
        });
        const before = await yearOf(scenario, 2025);
        expect(before.months).toMatchObject([
          { month: '2025-12', sums: [{ disputed: 500, booked: { disputes: -500, disputeFee: 1500 } }] },
        ]);
        await close(scenario);
        const back = { at: at(2026, 3), net: 500, fee: 0, amount: -500 };
        change(scenario, at(2025, 12), {
          contrib: { count: 1, gross: 500, refunded: 0, disputed: 0 },
          returned: {
            ...open,
            disputeNet: -1500,
            disputeFee: 1500,
            disputesMoved: [taken, back],
            disputeMovedAt: back.at,
          },
        });
        const after = await yearOf(scenario, 2025);
        expect(figures(after)).toEqual(figures(before));
        expect(after.changed).toEqual([]);
        expect((await yearOf(scenario, 2026)).months).toMatchObject([
          { month: '2026-03', sums: [{ count: 0, disputed: -500, booked: { disputes: 500, kept: 500 } }] },
        ]);
      });

      // Holds dash-1303.
      it('keeps a refund that fails after it on the day of the refund, and what came back is in the month in which it did', async () => {
        const scenario = await at2026([at(2025, 12)]);
        const made = refundedOn(at(2025, 12, 20));
        change(scenario, at(2025, 12), made);
        const before = await yearOf(scenario, 2025);
        await close(scenario);
        const failure = { madeAt: at(2025, 12, 20), took: -500, at: at(2026, 1, 5), net: 500, amount: 500 };
        change(scenario, at(2025, 12), {
          contrib: { count: 1, gross: 500, refunded: 0, disputed: 0 },
          returned: {
            ...made.returned,
            refundNet: 0,
            refundsFailed: [failure],
            refundFailedAt: failure.at,
          },
        });
        const after = await yearOf(scenario, 2025);
        expect([figures(after), after.changed]).toEqual([figures(before), []]);
        const next = await yearOf(scenario, 2026);
        expect(next.months).toMatchObject([
          { month: '2026-01', sums: [{ count: 0, refunded: -500, booked: { refunds: 500, kept: 500 } }] },
        ]);
        expect(next.later).toMatchObject([{ refunded: -500 }]);
      });

      // Holds dash-1304.
      it.each([
        ['Asia/Tokyo', 'America/Los_Angeles'],
        ['America/Los_Angeles', 'Asia/Tokyo'],
      ])(
        'in %s beside one in %s has each tip in one of them, whichever is closed first',
        async (zone, other) => {
          const newYear = Date.UTC(2025, 0, 1);
          const hours = [-12, -3, 3, 10];
          for (const first of [2024, 2025]) {
            const scenario = await at2026(...hours.map((hour) => [newYear + hour * 3_600_000] as const));
            for (const year of [first, first === 2024 ? 2025 : 2024]) {
              const body = { from: `${year}-01-01`, zone: year === first ? zone : other };
              const closed = await scenario.call('POST', '/v1/me/books/closed', body, bearerOf(adaToken));
              expect(closed.status).toBe(200);
              scenario.deps.clock.advance(1000);
            }
            for (const asking of ['UTC', zone, other]) {
              const years = [await yearOf(scenario, 2024, asking), await yearOf(scenario, 2025, asking)];
              expect(years.map(({ changed }) => changed)).toEqual([[], []]);
              const sums = years.flatMap(({ months }) => months.flatMap((month) => month.sums));
              expect(sums.reduce((total, { count }) => total + count, 0)).toBe(4);
            }
          }
        },
      );

      it('ends with its last day: what came between that and the closing moves to the year in which it happened', async () => {
        const scenario = await at2026([at(2025, 12), refundedOn(at(2026, 1))]);
        for (const isClosed of [false, true]) {
          if (isClosed) await close(scenario);
          expect((await yearOf(scenario, 2025)).months).toMatchObject([
            { sums: [{ count: 1, refunded: 0 }] },
          ]);
          expect((await yearOf(scenario, 2026)).months).toMatchObject([
            { month: '2026-01', sums: [{ refunded: 500 }] },
          ]);
        }
      });

      // Holds pay-944.
      it('that was closed while returns stood on the day of their tip keeps its figures, and a return of an earlier open year stays where it was counted', async () => {
        const scenario = await at2026([at(2024, 12), refundedOn(at(2025, 1))], [at(2025, 11)]);
        await close(scenario);
        const { store } = scenario.deps;
        const path = paths.books(adaUid);
        const books = booksDocument.decode(store.dump()[path]);
        if (!books.ok) throw new Error('The books cannot be read');
        const [closed] = books.value.closed;
        if (closed === undefined) throw new Error('No year is closed');
        const { returnsApart, ...year } = closed;
        expect(returnsApart).toBe(true);
        const without = year.months.filter(({ month }) => month !== '2025-01');
        store.put(path, booksDocument.encode({ ...books.value, closed: [{ ...year, months: without }] }));
        expect(await yearOf(scenario, 2025)).toMatchObject({ months: [{ month: '2025-11' }], changed: [] });
        expect((await yearOf(scenario, 2024)).months).toMatchObject([
          { month: '2024-12', sums: [{ count: 1, refunded: 500, booked: { kept: -45 } }] },
        ]);
        // Also when that earlier year is closed after it.
        expect((await close(scenario, '2024-01-01')).status).toBe(200);
        expect(await yearOf(scenario, 2024)).toMatchObject({
          months: [{ month: '2024-12', sums: [{ count: 1, refunded: 500, booked: { kept: -45 } }] }],
          changed: [],
          later: [],
        });
        expect(await yearOf(scenario, 2025)).toMatchObject({ months: [{ month: '2025-11' }], changed: [] });
      });

      it('is closed once, and keeps its days when the owner’s tax year or time zone changes', async () => {
        const lastHour = Date.UTC(2025, 11, 31, 23);
        const scenario = await at2026([lastHour]);
        await close(scenario);
        const stored = scenario.deps.store.dump()[paths.books(adaUid)];
        scenario.deps.clock.advance(60_000);
        expect((await close(scenario)).status).toBe(200);
        expect(scenario.deps.store.dump()[paths.books(adaUid)]).toEqual(stored);
        await scenario.call('PUT', '/v1/me/books/year', { start: '04-06' }, bearerOf(adaToken));
        expect((await close(scenario, '2025-04-06')).json['code']).toBe('year-not-closable');
        // In Tokyo it is New Year's morning, but the tip stands in the closed year.
        expect((await yearOf(scenario, 2026, 'Asia/Tokyo')).months).toEqual([]);
        expect((await yearOf(scenario, 2025, 'Asia/Tokyo')).months).toMatchObject([{ month: '2025-12' }]);
        const file = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
        expect(file.json['books']).toMatchObject({ yearStart: '04-06', closed: [{ until: '2025-12-31' }] });
      });

      it('is refused while it runs, from another day, for others, and until Stripe has booked all of it', async () => {
        const scenario = await at2026([at(2025, 12, 20), { fees: unbooked }], [at(2026, 2)]);
        expect((await close(scenario, '2026-01-01')).json['code']).toBe('year-not-closable');
        expect((await close(scenario, '2025-02-01')).json['code']).toBe('year-not-closable');
        expect((await close(scenario, '2025-01-01', 'nobody')).status).toBe(401);
        scenario.deps.clock.advance(at(2026, 1, 10) - scenario.deps.clock.now());
        expect((await close(scenario)).json['code']).toBe('year-not-booked');
        expect(scenario.deps.store.dump()[paths.books(adaUid)]).toBeUndefined();
      });

      it('waits until Stripe has told the fees that it books apart', async () => {
        const scenario = await at2026([at(2025, 12)]);
        scenario.deps.payments.outage = { kind: 'unavailable', error: new Error('cut') };
        expect((await close(scenario)).json['code']).toBe('year-not-booked');
      });

      it('says what Stripe has booked on its days since, and leaves it out of the figures', async () => {
        const scenario = await at2026([at(2025, 12), { fees: unbooked }]);
        expect((await close(scenario)).status).toBe(200);
        const fees = { estimated: 45, stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' };
        change(scenario, at(2025, 12), { fees });
        const after = await yearOf(scenario, 2025);
        expect(after.months).toMatchObject([{ sums: [{ bookedIn: null, booked: { kept: 0 } }] }]);
        expect(after.changed).toEqual([{ currency: 'usd', amount: 455 }]);
      });
    });

    it('refuses a range with too many tips before it reads one', async () => {
      const scenario = await adasScenario();
      await bookedTip(scenario, Date.UTC(2026, 1, 10));
      const { store } = scenario.deps;
      store.sum = async () => ({ count: 20_001, sums: {} as never });
      const before = store.requests;
      const { status, json } = await asked(scenario, all);
      expect([status, json['code']]).toEqual([422, 'books-too-long']);
      // Only the account's deletion, the counter of requests and what the owner has chosen about the books.
      expect(store.requests - before).toBeLessThanOrEqual(4);
    });

    // Holds dash-1305.
    it('refuses a range after which too many tips came back before it reads one', async () => {
      const scenario = await adasScenario();
      await bookedTip(scenario, Date.UTC(2026, 1, 10));
      const { store } = scenario.deps;
      store.sum = async ({ where }) => {
        const isReturned = where?.[0]?.[0].startsWith('returned.') === true;
        return { count: isReturned ? 6000 : 1, sums: {} as never };
      };
      expect((await asked(scenario, all)).json['code']).toBe('books-too-long');
    });

    it('counts no return of the years after it, so that an old year of a large owner can be read', async () => {
      const scenario = await adasScenario();
      const { store } = scenario.deps;
      const ends: unknown[] = [];
      store.sum = async ({ where }) => {
        ends.push(where?.find(([, operator]) => operator === '<')?.[2]);
        return { count: 0, sums: {} as never };
      };
      await asked(scenario, 'from=2024-01-01&until=2024-12-31&zone=Europe/Berlin');
      expect(ends).toEqual(Array(5).fill(new Date('2025-01-02')));
    });

    // Holds dash-161.
    it('names the ways to pay of its tips whose own fee Stripe books apart, whatever the currency', async () => {
      const scenario = await adasScenario();
      const { stripe } = tipIn(scenario, (await paidTip(scenario)).tipId);
      const byMethod = (paymentMethodType: string) => ({ stripe: { ...stripe, paymentMethodType } });
      await bookedTip(scenario, Date.UTC(2026, 0, 10), byMethod('card'));
      await bookedTip(scenario, Date.UTC(2026, 1, 10), byMethod('mobilepay'));
      await bookedTip(scenario, Date.UTC(2026, 1, 11), byMethod('mobilepay'));
      expect((await asked(scenario, all)).json['feesApart']).toEqual(['mobilepay']);
      const january = 'from=2026-01-01&until=2026-01-31&zone=Europe/Berlin';
      expect((await asked(scenario, january)).json['feesApart']).toEqual([]);
    });
  });

  describe('follow fees', () => {
    const day = 24 * 60 * 60_000;
    const cut = { kind: 'unavailable', error: new Error('cut') } as const;

    /** All that a balance got for a payment of USD 5.37. */
    const charge = { currency: 'usd', stripeFee: 46, applicationFee: 0, net: 491 };
    const billingFee = 4;

    async function books(scenario: MonthlyScenario): Promise<BooksAnswer> {
      const { json, status } = await scenario.call(
        'GET',
        '/v1/me/books?from=2027-01-01&until=2027-12-31&zone=UTC',
        undefined,
        bearerOf(adaToken),
      );
      expect(status).toBe(200);
      return json as unknown as BooksAnswer;
    }

    /** What is left of a year in dollars. */
    function leftOf({ months, fees }: BooksAnswer): number {
      const sums = new BookSums();
      for (const sum of months.flatMap((month) => month.sums)) sums.addSum(sum);
      const after = afterFeesApart(sums.all(), feeSums(fees.flatMap((month) => month.sums)));
      return after.reduce((left, { booked }) => left + booked.kept, 0);
    }

    async function book(scenario: MonthlyScenario, paymentIntentId: string): Promise<void> {
      scenario.stripe.book(paymentIntentId, { ...charge, id: `txn_${paymentIntentId}` });
      await sendEvent(scenario, 'charge.updated', { paymentIntentId });
    }

    /** A monthly tip that was paid once and renewed so often, all of it booked. */
    async function renewed(
      renewals: number,
      config: Parameters<typeof monthlyScenario>[1] = {},
    ): Promise<{ readonly scenario: MonthlyScenario; readonly id: string }> {
      const scenario = await monthlyScenario(undefined, config);
      scenario.deps.clock.advance(Date.UTC(2027, 2, 31, 12) - scenario.deps.clock.now());
      const id = await begin(scenario);
      const first = scenario.deps.payments.sessions.get(scenario.sessionId)?.paymentIntentId ?? '';
      await book(scenario, first);
      for (let count = 0; count < renewals; count += 1) {
        scenario.deps.clock.advance(30 * day);
        const paymentIntentId = scenario.billing.renew(id);
        await sendEvent(scenario, 'invoice.paid', { reference: monthlyReference });
        await book(scenario, paymentIntentId);
      }
      scenario.deps.clock.advance(day);
      return { scenario, id };
    }

    // Holds pay-430.
    it('books less the fees booked apart are the balance after three renewals', async () => {
      const { scenario } = await renewed(3);
      const answer = await books(scenario);
      const balance = 4 * (charge.net - billingFee);
      expect(leftOf(answer)).toBe(balance);
      expect(answer.fees.map(({ month, sums }) => [month, sums])).toEqual(
        [
          ['2027-04', billingFee],
          ['2027-05', 2 * billingFee],
          ['2027-06', billingFee],
        ].map(([month, amount]) => [month, [{ currency: 'usd', amount }]]),
      );
      expect(answer.feesUntil).toBe(scenario.deps.clock.now());
    });

    // Holds pay-431.
    it('counts a fee once, whoever reads it again, and a fee that Stripe gives back lowers the fees', async () => {
      const { scenario } = await renewed(1);
      const before = leftOf(await books(scenario));
      scenario.deps.clock.advance(16 * 60_000);
      expect(leftOf(await books(scenario))).toBe(before);
      const at = scenario.deps.clock.now();
      scenario.deps.payments.fees.push({
        id: 'txn_back',
        account: 'acct_ada',
        at,
        currency: 'usd',
        amount: -billingFee,
      });
      scenario.deps.payments.fees.push({
        id: 'txn_other',
        account: 'acct_eve',
        at,
        currency: 'usd',
        amount: 99,
      });
      scenario.deps.clock.advance(16 * 60_000);
      expect(leftOf(await books(scenario))).toBe(before + billingFee);
    });

    // Holds pay-431.
    it('asks Stripe once in a quarter of an hour, and about what is new', async () => {
      const { scenario } = await renewed(1);
      const { payments, clock } = scenario.deps;
      const since: number[] = [];
      const listFees = payments.listFees.bind(payments);
      payments.listFees = (account, from) => {
        since.push(from);
        return listFees(account, from);
      };
      const first = clock.now();
      for (let count = 0; count < 5; count += 1) await books(scenario);
      clock.advance(15 * 60_000);
      await books(scenario);
      expect(since).toEqual([Date.UTC(2027, 2, 30, 12), first - day]);
    });

    // Holds pay-432.
    it('shows the books while Stripe does not answer, says until when the fees are known, and asks three times at most', async () => {
      const { scenario, id } = await renewed(1, { limitFactor: 1 });
      const known = await books(scenario);
      scenario.deps.clock.advance(31 * day);
      await book(scenario, scenario.billing.renew(id));
      await sendEvent(scenario, 'invoice.paid', { reference: monthlyReference });
      scenario.deps.clock.advance(day);
      const { payments } = scenario.deps;
      const asked = () => payments.calls.filter((call) => call === 'listFees').length;
      const before = asked();
      for (let count = 0; count < 10; count += 1) {
        payments.outage = cut;
        const stale = await books(scenario);
        expect([stale.feesUntil, stale.fees]).toEqual([known.feesUntil, known.fees]);
      }
      expect(asked() - before).toBe(3);
      scenario.deps.clock.advance(11 * 60_000);
      payments.outage = null;
      expect((await books(scenario)).fees).not.toEqual(known.fees);
    });

    // Holds pay-432.
    it('keeps the fees of an account that was disconnected, and reads on when it is back', async () => {
      const { scenario } = await renewed(2);
      const known = await books(scenario);
      putPayments(scenario.deps, adaUid, { ...adaPayments, disconnectedAt: scenario.deps.clock.now() });
      const { payments, clock } = scenario.deps;
      const before = payments.calls.length;
      clock.advance(day);
      const at = clock.now() - 60_000;
      payments.fees.push({ id: 'txn_late', account: 'acct_ada', at, currency: 'usd', amount: 5 });
      const meanwhile = await books(scenario);
      expect([meanwhile.fees, meanwhile.feesUntil]).toEqual([known.fees, known.feesUntil]);
      expect(payments.calls.slice(before)).not.toContain('listFees');
      putPayments(scenario.deps, adaUid, adaPayments);
      expect(leftOf(await books(scenario))).toBe(leftOf(known) - 5);
    });

    // Holds pay-432.
    it('reads the fees of owners who offer monthly tips at every look, and nobody else’s', async () => {
      const { scenario } = await renewed(1);
      const { payments, store, accounts } = scenario.deps;
      const asked = () => payments.calls.filter((call) => call === 'listFees').length;
      store.put(paths.stripeAccount('acct_ada'), {
        v: 1,
        accountId: 'acct_ada',
        uid: adaUid,
        connectedAt: new Date(0),
        comparedAt: null,
      });
      accounts.states.set('acct_ada', {
        accountId: 'acct_ada',
        country: 'US',
        currency: 'usd',
        cardPayments: 'active',
        linkPayments: true,
        requirements: [],
      });
      await reconcileAccount(scenario.deps, 'acct_ada');
      expect(asked()).toBe(0);
      await books(scenario);
      await reconcileAccount(scenario.deps, 'acct_ada');
      expect(asked()).toBe(2);
    });

    it('asks Stripe nothing for an owner without a paid tip', async () => {
      const scenario = await monthlyScenario();
      expect(await books(scenario)).toMatchObject({ fees: [], feesUntil: null });
      expect(scenario.deps.payments.calls).not.toContain('listFees');
    });

    // Holds pay-431.
    it('gives the owner these fees with everything else that is stored', async () => {
      const { scenario } = await renewed(1);
      await books(scenario);
      signIn(scenario.deps, adaUid, adaToken);
      const { json } = await scenario.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
      expect(json['fees']).toMatchObject([
        { accountId: 'acct_ada', currency: 'usd', amount: billingFee },
        {},
      ]);
    });

    it('is the same for tips that are given once', async () => {
      const scenario = await adasScenario();
      await paidTip(scenario);
      const answer = await scenario.call(
        'GET',
        '/v1/me/books?from=2027-01-01&until=2027-12-31&zone=UTC',
        undefined,
        bearerOf(adaToken),
      );
      expect(answer.json['fees']).toEqual([]);
    });
  });
});
