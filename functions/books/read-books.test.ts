import { describe, expect, it } from 'vitest';
import type { BooksAnswer } from '../../core/books/books-api';
import { paths } from '../../core/documents/documents';
import { tipDocument } from '../../core/money-documents/tip-document';
import { feeSums } from '../../core/fees/fee-lines';
import { BookSums, afterFeesApart } from '../../core/books/book-sums';
import type { Tip } from '../../core/tip/tip';
import { reconcileAccount } from '../reconcile/reconcile-account';
import {
  adaPayments,
  adaToken,
  adaUid,
  adasScenario,
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

    it('counts the refund of a tip in the month in which the tip was paid', async () => {
      const scenario = await adasScenario();
      const returned = {
        refundNet: -500,
        disputeNet: 0,
        disputeFee: 0,
        refundedAt: Date.UTC(2026, 5, 1),
        disputedAt: null,
      };
      const contrib = { count: 1, gross: 500, refunded: 500, disputed: 0 };
      await bookedTip(scenario, Date.UTC(2026, 2, 1), { returned, contrib });
      const { json } = await asked(scenario, all);
      expect(json['months']).toMatchObject([
        { month: '2026-03', sums: [{ refunded: 500, booked: { refunds: -500, kept: -45 } }] },
      ]);
    });

    it('refuses unclear ranges by name, and everybody else', async () => {
      const scenario = await adasScenario();
      const refused = async (query: string) => refusedFields(await asked(scenario, query));
      expect(await refused('from=2026-01-01&until=2026-12-31&zone=Mars')).toEqual(['zone']);
      expect(await refused('from=2026-02-30&until=2026-12-31&zone=UTC')).toEqual(['from']);
      expect(await refused('from=2026-02-01&until=2026-01-31&zone=UTC')).toEqual(['until']);
      expect(await refused('from=2025-01-01&until=2026-12-31&zone=UTC')).toEqual(['until']);
      expect(await refused('zone=UTC')).toEqual(['from', 'until']);
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
      // Only the account's deletion and the counter of requests.
      expect(store.requests - before).toBeLessThanOrEqual(3);
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
