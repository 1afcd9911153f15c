import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import {
  newStripeAccount,
  stripeAccountDocument,
} from '@busker/core/money-documents/stripe-account-document';
import { sumSupport, type Monthly } from '@busker/core/monthly/monthly';
import { projectMonthly } from '@busker/core/monthly/monthly-projection';
import { runs } from '@busker/core/testing/runs';
import { supportShardDocument } from '@busker/core/wall/wall-document';
import { runSweeps } from '../jobs/run-sweep';
import { readable } from '../store/store';
import {
  adaToken,
  adaUid,
  bearerOf,
  sendEvent,
  signIn,
  storedTips,
  connect,
  paymentsIn,
} from '../testing/ada';
import { atBilling, type ChargeEnd } from '../testing/in-memory-billing';
import {
  monthlyFan,
  begin,
  monthlyIn,
  monthlyReference,
  monthlyScenario,
  type MonthlyFan,
  type MonthlyScenario,
  knownAddress,
  unknownAddress,
  withdrawOnPage,
} from '../testing/monthly-scenario';
import { tipIn, totalsIn } from '../testing/stored-state';
import { cycleTipIdOf } from '../tips/tip-access';

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

// Patient: weeks pass hour by hour.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const sweep = async ({ deps }: MonthlyScenario) => {
  const [result] = await runSweeps(deps, ['follow-monthlies']);
  return result;
};

/** Sweeps as the schedule does, at most every quarter of an hour, and counts the questions to Stripe. */
async function pass(scenario: MonthlyScenario, ms: number): Promise<number> {
  const before = scenario.deps.subscriptions.calls.length;
  for (let passed = 0; passed < ms; passed += 15 * minute) {
    scenario.deps.clock.advance(15 * minute);
    await sweep(scenario);
  }
  return scenario.deps.subscriptions.calls.length - before;
}

describe('following monthly tips', () => {
  describe('without any event of Stripe', () => {
    // Holds pay-263.
    it('a first payment is found within minutes', async () => {
      const scenario = await monthlyScenario();
      scenario.billing.subscribe(scenario.sessionId);
      scenario.deps.clock.advance(5 * minute);
      expect(await sweep(scenario)).toMatchObject({ checked: 1, changed: 1, missed: 0 });
      expect(monthlyIn(scenario)).toMatchObject({ state: 'active' });
      expect(storedTips(scenario)).toHaveLength(1);
      expect(tipIn(scenario, monthlyReference.tipId)).toMatchObject({ state: 'paid', contrib: { count: 1 } });
      expect(await sweep(scenario)).toMatchObject({ checked: 0 });
    });

    // Holds pay-263.
    it('a renewal is found a little more than two hours after it was due, and quiet ones cost a question a week', async () => {
      const scenario = await monthlyScenario();
      const id = await begin(scenario);
      const { nextChargeAt } = monthlyIn(scenario);
      const wait = (nextChargeAt ?? 0) - scenario.deps.clock.now();
      expect(await pass(scenario, wait)).toBeLessThanOrEqual(4);
      scenario.billing.renew(id);
      await pass(scenario, 2 * hour + 15 * minute);
      expect(storedTips(scenario)).toHaveLength(2);
      expect(monthlyIn(scenario)).toMatchObject({ state: 'active', paidCycles: 2 });
    });

    // Holds pay-263, pay-311.
    it('a renewal is found with the right times when the clock of the server is ten minutes behind Stripe’s', async () => {
      const scenario = await monthlyScenario();
      const { subscriptions, payments, clock } = scenario.deps;
      const ahead = atBilling(subscriptions, payments, () => clock.now() + 10 * minute);
      const id = ahead.subscribe(scenario.sessionId);
      await sendEvent(scenario, 'checkout.session.completed', { reference: monthlyReference });
      const due = monthlyIn(scenario).nextChargeAt ?? 0;
      await pass(scenario, due - clock.now() - hour);
      clock.advance(due - 10 * minute - clock.now());
      ahead.renew(id);
      // Here it is not due yet: Stripe is asked two hours after that.
      expect(await pass(scenario, hour)).toBe(0);
      expect(storedTips(scenario)).toHaveLength(1);
      await pass(scenario, 2 * hour + 30 * minute);
      expect(monthlyIn(scenario)).toMatchObject({ state: 'active', paidCycles: 2, failing: null });
      const [, invoice] = subscriptions.subscriptions.get(id)?.invoices ?? [];
      const tip = tipIn(scenario, cycleTipIdOf('acct_ada', invoice?.id ?? ''));
      expect(tip).toMatchObject({
        state: 'paid',
        createdAt: invoice?.createdAt,
        cycle: { period: { from: due } },
      });
      expect(tip.payment.succeededAt).toBeGreaterThanOrEqual(tip.createdAt);
      expect(tip.updatedAt).toBeGreaterThanOrEqual(tip.createdAt);
    });

    it('a page that stays open is asked about less and less often', async () => {
      const scenario = await monthlyScenario();
      expect(await pass(scenario, day)).toBeLessThan(20);
    });
  });

  describe('a monthly tip that is not paid', () => {
    // Holds pay-264.
    it('is ended after 45 days, and what is open is voided, whatever the settings at Stripe say', async () => {
      const scenario = await monthlyScenario();
      const id = await begin(scenario);
      scenario.deps.clock.advance(31 * day);
      scenario.billing.renew(id, 'declined');
      scenario.billing.change(id, { status: 'unpaid' });
      await sendEvent(scenario, 'invoice.payment_failed', { reference: monthlyReference });
      await pass(scenario, 43 * day);
      expect(monthlyIn(scenario)).toMatchObject({ state: 'overdue' });
      await pass(scenario, 3 * day);
      expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', endReason: 'overdue', asked: null });
      const at = scenario.deps.subscriptions.subscriptions.get(id);
      expect(at?.facts.status).toBe('canceled');
      expect(at?.invoices.map(({ status }) => status)).toEqual(['paid', 'void']);
    });

    it('whose end Stripe did not answer is ended within the next hours', async () => {
      const scenario = await monthlyScenario();
      const id = await begin(scenario);
      scenario.deps.clock.advance(31 * day);
      scenario.billing.renew(id, 'declined');
      scenario.deps.clock.advance(46 * day);
      scenario.deps.subscriptions.failNext(
        'endNow',
        { kind: 'unavailable', error: new Error('away') },
        'after',
      );
      expect(await sweep(scenario)).toMatchObject({ missed: 1 });
      expect(monthlyIn(scenario)).toMatchObject({
        state: 'overdue',
        asked: { what: 'end', reason: 'overdue' },
      });
      await pass(scenario, 2 * hour);
      expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', endReason: 'overdue', asked: null });
    });
  });

  // Holds pay-323.
  it('whose end Stripe refuses is asked for again in an hour, and others go first until then', async () => {
    const scenario = await monthlyScenario();
    const id = await begin(scenario);
    scenario.deps.clock.advance(31 * day);
    scenario.billing.renew(id, 'declined');
    scenario.deps.clock.advance(46 * day);
    const refused = { kind: 'refused', code: 'resource_busy', requestId: null } as const;
    scenario.deps.subscriptions.failNext('endNow', refused, 'before');
    expect(await sweep(scenario)).toMatchObject({ checked: 1, missed: 1 });
    scenario.deps.clock.advance(50 * minute);
    expect(await sweep(scenario)).toMatchObject({ checked: 0 });
    scenario.deps.clock.advance(10 * minute);
    expect(await sweep(scenario)).toMatchObject({ checked: 1, missed: 0 });
    expect(monthlyIn(scenario)).toMatchObject({ state: 'ended', endReason: 'overdue' });
  });

  // Holds pay-265.
  it('of an account that has disconnected, it counts no more, is asked about ever less often, and comes back', async () => {
    const scenario = await monthlyScenario();
    await begin(scenario);
    scenario.deps.subscriptions.outage = { kind: 'gone' };
    scenario.deps.clock.advance(8 * day);
    expect(await sweep(scenario)).toMatchObject({ changed: 1 });
    expect(monthlyIn(scenario)).toMatchObject({ state: 'active', contrib: { active: 0 } });
    expect(await pass(scenario, 14 * day)).toBeLessThanOrEqual(2);
    scenario.deps.subscriptions.outage = null;
    await pass(scenario, 15 * day);
    expect(monthlyIn(scenario)).toMatchObject({ state: 'active', contrib: { active: 1 } });
  });
});

/** What happens at Stripe, and which of its events arrive, in which order. */
type Step =
  | { readonly kind: 'renews'; readonly end: ChargeEnd }
  | { readonly kind: 'retries'; readonly end: ChargeEnd }
  | { readonly kind: 'stops' | 'keeps' | 'ends' }
  | { readonly kind: 'rings'; readonly event: number };

const end = fc.constantFrom<ChargeEnd>('paid', 'declined', 'asks');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('renews' as const), end }),
  fc.record({ kind: fc.constant('retries' as const), end }),
  fc.constantFrom<Step>({ kind: 'stops' }, { kind: 'keeps' }, { kind: 'ends' }),
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('rings' as const), event: fc.nat() }) },
);

interface StripeEvent {
  readonly type: string;
  readonly about: Record<string, unknown>;
}

async function play(scenario: MonthlyScenario, steps: readonly Step[]): Promise<string> {
  const id = scenario.billing.subscribe(scenario.sessionId);
  const events: StripeEvent[] = [
    { type: 'checkout.session.completed', about: { reference: monthlyReference } },
  ];
  const ofStripe = () => scenario.deps.subscriptions.subscriptions.get(id);
  const perform = (happened: Exclude<Step, { readonly kind: 'rings' }>): void => {
    const known = ofStripe();
    const latest = known?.invoices.at(-1);
    const isOver = known?.facts.status === 'canceled';
    if (isOver) return;
    switch (happened.kind) {
      case 'renews': {
        if (latest?.status === 'open') return;
        scenario.deps.clock.advance(31 * day);
        const paymentIntentId = scenario.billing.renew(id, happened.end);
        events.push({ type: 'payment_intent.created', about: { paymentIntentId } });
        events.push({ type: `payment_intent.${happened.end}`, about: { paymentIntentId } });
        break;
      }
      case 'retries':
        if (latest?.status !== 'open') return;
        scenario.deps.clock.advance(day);
        scenario.billing.retry(id, happened.end);
        break;
      case 'stops':
      case 'keeps':
        scenario.billing.change(id, { cancelAtPeriodEnd: happened.kind === 'stops' });
        break;
      case 'ends':
        scenario.billing.change(id, { status: 'canceled', endedAt: scenario.deps.clock.now() });
    }
    events.push({ type: 'customer.subscription.updated', about: { reference: monthlyReference } });
    events.push({ type: 'invoice.updated', about: { invoiceId: ofStripe()?.invoices.at(-1)?.id ?? null } });
  };
  for (const each of steps) {
    if (each.kind !== 'rings') {
      perform(each);
      continue;
    }
    // Some events arrive twice, some late, some never.
    const event = events[each.event % events.length];
    if (event !== undefined) await sendEvent(scenario, event.type, event.about);
  }
  // After everything one event arrives, whichever it is; the sweep would do the same.
  await sendEvent(scenario, 'customer.subscription.updated', { reference: monthlyReference });
  return id;
}

describe('shuffled events', () => {
  // Holds pay-259.
  it('whatever the order, number and delay of events, monthly tip, tips and totals end as Stripe’s state alone would give', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 24, size: 'max' }), async (steps) => {
        const scenario = await monthlyScenario();
        const fresh = monthlyIn(scenario);
        const id = await play(scenario, steps);
        const { facts, invoices } = scenario.deps.subscriptions.subscriptions.get(id) ?? {
          facts: null,
          invoices: [],
        };
        const stored = monthlyIn(scenario);
        const snapshot = { askedAt: 0, session: null, subscription: facts, invoices };
        const { rev, updatedAt, syncedAt } = stored;
        expect(stored).toEqual({ ...projectMonthly(fresh, snapshot), rev, updatedAt, syncedAt });
        const paid = invoices.filter(({ status }) => status === 'paid');
        expect(stored.paidCycles).toBe(paid.length);
        expect(storedTips(scenario)).toHaveLength(invoices.length);
        for (const invoice of invoices) {
          const tip = tipIn(
            scenario,
            invoice.isFirst ? monthlyReference.tipId : cycleTipIdOf('acct_ada', invoice.id),
          );
          expect(tip.state).toBe(invoice.status === 'paid' ? 'paid' : 'failed');
          expect(tip.moderation.reasons).toEqual([]);
        }
        expect(totalsIn(scenario).usd).toMatchObject({ count: paid.length, gross: paid.length * 537 });
        const support = Object.entries(scenario.deps.store.dump()).filter(([path]) =>
          path.includes('/monthly-'),
        );
        const perYear = support.reduce(
          (sum, [, data]) => sum + Number((data as { perYear: number }).perYear),
          0,
        );
        expect(perYear).toBe(stored.contrib.perYear);
      }),
      { numRuns: runs(40) },
    );
  });
});
