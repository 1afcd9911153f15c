import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { monthlyDocument } from '../../core/money-documents/monthly-document';
import { stripeAccountDocument, newStripeAccount } from '../../core/money-documents/stripe-account-document';
import { supportShardDocument } from '../../core/wall/wall-document';
import { sumSupport, type Monthly } from '../../core/monthly/monthly';
import { runSweeps } from '../jobs/run-sweep';
import { readable } from '../store/store';
import { adaToken, adaUid, bearerOf, sendEvent, signIn } from '../testing/ada';
import { connect, paymentsIn } from '../testing/connecting-owner';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyIn } from '../testing/monthly-scenario';
import { knownAddress, unknownAddress, withdrawOnPage } from '../testing/withdraw-on-page';

describe('follow connection', () => {
  const day = 24 * 60 * 60_000;
  const account = 'acct_ada';

  let fan: MonthlyFan;
  beforeEach(async () => {
    fan = await monthlyFan();
    const { deps } = fan.scenario;
    const owner = newStripeAccount(account, adaUid, deps.clock.now());
    deps.store.put(paths.stripeAccount(account), stripeAccountDocument.encode(owner));
    show();
  });

  const show = () =>
    fan.scenario.deps.accounts.states.set(account, {
      accountId: account,
      country: 'US',
      currency: 'usd',
      cardPayments: 'active',
      linkPayments: true,
      requirements: [],
    });
  const sweep = () => runSweeps(fan.scenario.deps, ['follow-monthlies']);
  const disconnect = async () => {
    fan.scenario.deps.subscriptions.outage = { kind: 'gone' };
    fan.scenario.deps.accounts.states.delete(account);
    await sendEvent(fan.scenario, 'account.application.deauthorized', { account });
  };
  /** Stripe shows the account again, and its event about it arrives. */
  const reconnect = async () => {
    fan.scenario.deps.subscriptions.outage = null;
    show();
    await sendEvent(fan.scenario, 'account.updated', { account });
  };
  const support = () => {
    const shards = Object.entries(fan.scenario.deps.store.dump())
      .filter(([path]) => path.includes('/totals/monthly-'))
      .map(([path, data]) => readable(path, supportShardDocument.decode(data)));
    return sumSupport(shards).usd;
  };
  /** The monthly tip as if Stripe had said so before. */
  const put = (given: Partial<Monthly>) => {
    const monthly = { ...monthlyIn(fan.scenario), ...given };
    fan.scenario.deps.store.put(paths.monthly(adaUid, monthly.monthlyId), monthlyDocument.encode(monthly));
  };

  describe('the moment an owner disconnects', () => {
    // Holds pay-392.
    it('takes monthly tips out of the support and off every page as running, before any look', async () => {
      expect(support()).toEqual({ active: 1, perYear: 6444 });
      await disconnect();
      expect(support()).toEqual({ active: 0, perYear: 0 });
      expect(monthlyIn(fan.scenario)).toMatchObject({ contrib: { active: 0 }, elsewhere: {} });
      expect(await fan.view()).toMatchObject({
        elsewhere: true,
        limits: null,
        nextChargeAt: null,
        endingAt: null,
      });
    });

    // Holds pay-392.
    it.each(['ending', 'paused', 'needs-action', 'overdue'] as const)(
      'marks one that is %s as well, and one that has ended not',
      async (state) => {
        const none = { contrib: { active: 0, perYear: 0 } } as const;
        put({ state, ...none });
        await disconnect();
        expect(await fan.view()).toMatchObject({ state, elsewhere: true });
        fan = await monthlyFan();
        put({ state: 'ended', ...none });
        await disconnect();
        expect(monthlyIn(fan.scenario)).not.toHaveProperty('elsewhere');
        expect(await fan.view()).toMatchObject({ state: 'ended', elsewhere: false });
      },
    );

    // Holds pay-392.
    it('changes nothing of another account’s, and nothing the second time', async () => {
      await disconnect();
      const { rev } = monthlyIn(fan.scenario);
      await disconnect();
      expect(monthlyIn(fan.scenario).rev).toBe(rev);
      fan = await monthlyFan();
      put({ stripe: { ...monthlyIn(fan.scenario).stripe, accountId: 'acct_earlier' } });
      await disconnect();
      expect(monthlyIn(fan.scenario)).not.toHaveProperty('elsewhere');
    });

    // Holds pay-394.
    it.each(['active', 'ending', 'paused', 'needs-action', 'overdue'] as const)(
      'ends the regular questions about one that is %s: four in ten weeks, ever fewer after',
      async (state) => {
        put({ state });
        await disconnect();
        const before = fan.scenario.deps.subscriptions.calls.length;
        for (let passed = 0; passed < 70; passed += 1) {
          fan.scenario.deps.clock.advance(day);
          await sweep();
        }
        expect(fan.scenario.deps.subscriptions.calls.length - before).toBeLessThanOrEqual(4);
      },
    );

    // Holds pay-394.
    it('asks no oftener for a withdrawal that only the account could answer', async () => {
      await fan.stop('now');
      await disconnect();
      const answer = await fan.call('POST', '/withdraw');
      expect([answer.status, answer.json['code']]).toEqual([409, 'monthly-elsewhere']);
      const before = fan.scenario.deps.subscriptions.calls.length;
      for (let passed = 0; passed < 70; passed += 1) {
        fan.scenario.deps.clock.advance(day);
        await sweep();
      }
      expect(fan.scenario.deps.subscriptions.calls.length - before).toBeLessThanOrEqual(5);
    });
  });

  describe('connecting', () => {
    beforeEach(() => signIn(fan.scenario.deps, adaUid, adaToken));

    // Holds pay-392.
    it('another account marks those of the earlier one, also when no event said that it is gone', async () => {
      fan.scenario.deps.accounts.states.delete(account);
      expect((await connect(fan.scenario)).status).toBe(200);
      expect(paymentsIn(fan.scenario).accountId).not.toBe(account);
      expect(monthlyIn(fan.scenario)).toMatchObject({ contrib: { active: 0 }, elsewhere: {} });
      expect(support()).toEqual({ active: 0, perYear: 0 });
    });

    // Holds pay-393.
    it('the same account again makes the look due at once', async () => {
      await disconnect();
      show();
      fan.scenario.deps.subscriptions.outage = null;
      expect((await connect(fan.scenario)).status).toBe(200);
      expect(paymentsIn(fan.scenario)).toMatchObject({ accountId: account, disconnectedAt: null });
      await sweep();
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'active', contrib: { active: 1 } });
    });
  });

  describe('a reconnect of the same account', () => {
    // Holds pay-393.
    it('brings the truth back with the next look, minutes later, however long it was away', async () => {
      await disconnect();
      fan.scenario.deps.clock.advance(20 * day);
      await sweep();
      await reconnect();
      await sweep();
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'active', contrib: { active: 1 } });
      expect(monthlyIn(fan.scenario)).not.toHaveProperty('elsewhere');
      expect(support()).toEqual({ active: 1, perYear: 6444 });
      expect(await fan.view()).toMatchObject({ state: 'active', elsewhere: false });
    });

    // Holds pay-393.
    it('shows what has ended at Stripe meanwhile as ended', async () => {
      await disconnect();
      const { deps, billing } = fan.scenario;
      billing.change(fan.subscription, { status: 'canceled', endedAt: deps.clock.now() });
      deps.clock.advance(20 * day);
      await reconnect();
      await sweep();
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'ended', endReason: 'stripe' });
      expect(support()).toEqual({ active: 0, perYear: 0 });
    });

    // Holds pay-393.
    it('pays a withdrawal back that was asked for meanwhile of one that has ended, however long it was away', async () => {
      await fan.stop('now');
      await disconnect();
      expect((await fan.call('POST', '/withdraw')).status).toBe(409);
      for (const days of [8, 16, 32]) {
        fan.scenario.deps.clock.advance(days * day);
        await sweep();
      }
      await reconnect();
      await sweep();
      expect(await fan.view()).toMatchObject({ endReason: 'withdrawn', payments: [{ state: 'refunded' }] });
      expect(monthlyIn(fan.scenario)).not.toHaveProperty('elsewhere');
    });

    // Holds pay-393.
    it('is found without any event by the look that the owner’s dashboard asks for', async () => {
      await disconnect();
      fan.scenario.deps.subscriptions.outage = null;
      show();
      signIn(fan.scenario.deps, adaUid, adaToken);
      await fan.scenario.call('POST', '/v1/me/payments/refresh', {}, bearerOf(adaToken));
      await sweep();
      expect(monthlyIn(fan.scenario)).toMatchObject({ state: 'active', contrib: { active: 1 } });
    });
  });

  describe('/@ada/monthly while the account is disconnected', () => {
    // Holds pay-395.
    it('says what holds and where to stop, has no form, and confirms nothing to anybody', async () => {
      await fan.call('POST', '/portal', { flow: 'card' });
      await disconnect();
      const { text } = await fan.scenario.call('GET', '/@ada/monthly?lang=en');
      expect(text).toContain('Ada Lovelace has disconnected a Stripe account.');
      expect(text).toContain('https://portal.test/login');
      expect(text).not.toContain('<form');
      const answers = await Promise.all(
        [knownAddress, unknownAddress].map((email) =>
          withdrawOnPage(fan, email, '4242', { query: '?lang=en' }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([409, 409]);
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
      expect(answers[0]?.text).not.toContain('Withdrawal received');
    });

    // Holds pay-395.
    it('has its forms once an account is connected, and says that one is out of reach until Stripe has answered about it', async () => {
      await disconnect();
      await reconnect();
      const { text } = await fan.scenario.call('GET', '/@ada/monthly?lang=en');
      expect(text).toContain('has disconnected a Stripe account');
      expect(text).toContain('<form');
      const stopped = await withdrawOnPage(fan, unknownAddress, '4242', { query: '?lang=en' });
      expect(stopped.text).toContain('has disconnected a Stripe account');
      await sweep();
      expect((await fan.scenario.call('GET', '/@ada/monthly?lang=en')).text).not.toContain(
        'has disconnected',
      );
    });
  });
});
