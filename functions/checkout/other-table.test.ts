import { describe, expect, it } from 'vitest';
import { methods, type PaymentMethod } from '../../core/payments/methods';
import { runSweep } from '../jobs/run-sweep';
import type { CheckoutOrder, TipOrder } from '../stripe/payments';
import { adasScenario, anotherProcess, goodTip, storedTips, word, type Scenario } from '../testing/ada';
import { tipIn } from '../testing/stored-state';

/** The table of an earlier release: it lacks one way of today, has another order, and offers in euros a way that is for francs today. */
const earlierMethods: readonly PaymentMethod[] = methods
  .filter(({ type }) => type !== 'bancontact')
  .map((method): PaymentMethod =>
    method.type === 'twint' ? { ...method, currencies: ['chf', 'eur'] } : method,
  )
  .toReversed();

/** Today's table must not reach a payment that began before: any code that reads it instead of the stored list fails here. */
const deployToday = (scenario: Scenario): Scenario => anotherProcess(scenario, { ways: methods });

const minute = 60_000;
const cut = { kind: 'unavailable', error: new Error('cut') } as const;
const before = ['p24', 'eps', 'wero', 'ideal', 'link', 'card', 'twint'];

const earlierRelease = async (): Promise<Scenario> =>
  anotherProcess(await adasScenario({}, { payments: { currency: 'eur' } }), { ways: earlierMethods });

const session = (scenario: Scenario) =>
  scenario.call('POST', '/v1/tip-sessions?where=in-page', { handle: 'ada' });

/** What reaches Stripe from now on. */
function watch({ deps: { payments } }: Scenario) {
  const orders: TipOrder[] = [];
  const [createIntent, openCheckout] = [
    payments.createIntent.bind(payments),
    payments.openCheckout.bind(payments),
  ];
  payments.createIntent = (order: TipOrder) => {
    orders.push(order);
    return createIntent(order);
  };
  payments.openCheckout = (order: CheckoutOrder) => {
    orders.push(order);
    return openCheckout(order);
  };
  return orders;
}

describe('a deploy of another table of the ways to pay', () => {
  // Holds pay-337.
  it('while a sheet is open: the payment has the ways that the sheet shows, and the next sheet has the new ones', async () => {
    const scenario = await earlierRelease();
    const orders = watch(scenario);
    const shown = await session(scenario);
    expect(shown.json['ways']).toEqual(expect.arrayContaining(before));
    const later = deployToday(scenario);
    const request = await goodTip(scenario, { currency: 'eur', session: word(shown, 'session') });
    const paid = await later.call('POST', '/v1/tips', request);
    expect(paid.status).toBe(201);
    expect(orders.map((order) => order.ways)).toEqual([shown.json['ways']]);
    expect(tipIn(scenario, word(paid, 'tipId')).ways).toEqual(shown.json['ways']);
    const next = (await session(later)).json['ways'];
    expect(next).toEqual(expect.arrayContaining(['bancontact', 'ideal']));
    expect(next).not.toEqual(expect.arrayContaining(['twint']));
  });

  // Holds pay-337.
  it.each(['before', 'after'] as const)(
    'while a draft has no answer (lost %s the payment was made): the schedule sends the same again, for one payment',
    async (when) => {
      const scenario = await earlierRelease();
      const orders = watch(scenario);
      const shown = await session(scenario);
      scenario.deps.payments.failNext('createIntent', cut, when);
      const request = await goodTip(scenario, { currency: 'eur', session: word(shown, 'session') });
      expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(503);
      const later = deployToday(scenario);
      scenario.deps.clock.advance(5 * minute);
      await runSweep(later.deps, 'every-5-minutes');
      expect(orders).toHaveLength(2);
      expect(orders[1]).toEqual(orders[0]);
      expect(orders[0]?.ways).toEqual(shown.json['ways']);
      expect(scenario.deps.payments.payments.size).toBe(1);
      const tips = storedTips(scenario);
      expect(tips).toHaveLength(1);
      expect(tipIn(scenario, orders[0]?.tipId ?? '')).toMatchObject({ payment: { status: 'awaiting' } });
    },
  );

  // Holds pay-337.
  it('while the page of a tip has no answer: the repeated request opens the same page with the same ways', async () => {
    const scenario = await earlierRelease();
    const orders = watch(scenario);
    scenario.deps.payments.failNext('openCheckout', cut, 'after');
    const request = await goodTip(scenario, { currency: 'eur', surface: 'hosted' });
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(503);
    const later = deployToday(scenario);
    expect((await later.call('POST', '/v1/tips', request)).status).toBe(201);
    expect(orders[0]?.ways).toEqual(expect.arrayContaining(['card', 'twint']));
    expect(orders[1]).toEqual(orders[0]);
    expect(scenario.deps.payments.sessions.size).toBe(1);
  });
});
