import { describe, expect, it } from 'vitest';
import { parseWith } from '@busker/core/base/result';
import { tipSession as tipSessionShape } from '@busker/core/fan-api/tip-api';
import { hostedMethods, methods, methodsFor, type PaymentMethod } from '@busker/core/payments/methods';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import { runSweep } from '../jobs/run-sweep';
import type { CheckoutOrder, TipOrder } from '../stripe/payments';
import {
  adaDraft,
  adaPayments,
  adasScenario,
  adaToken,
  adaUid,
  anotherProcess,
  bearerOf,
  fanOrigin,
  goodTip,
  putDraft,
  putPayments,
  sendEvent,
  sendTip,
  storedTips,
  word,
  type Scenario,
} from '../testing/ada';
import { tipIn } from '../testing/stored-state';
import { orderOf } from './start-payment';

describe('make payment', () => {
  // Holds pay-138.
  it("sends none of the fan's texts to Stripe", async () => {
    const scenario = await adasScenario();
    const said = {
      name: 'Zoe Fan',
      message: 'For the engines',
      for: 'Notes on engines',
      placement: 'footer',
    };
    const { tipId } = await sendTip(scenario, said);
    const tip = tipIn(scenario, tipId);
    expect(tip.fan).toMatchObject({ name: said.name, message: said.message });
    const order = JSON.stringify(orderOf(tip));
    for (const word of Object.values(said)) expect(order).not.toContain(word);
  });
});

describe('POST /v1/tip-sessions', () => {
  // Holds pay-036.
  it("returns the sheet's data, and creates nothing", async () => {
    const scenario = await adasScenario();
    const before = scenario.deps.store.dump();
    const answer = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(parseWith(tipSessionShape, answer.json).ok).toBe(true);
    expect(answer.json).toMatchObject({
      currency: 'usd',
      limits: { min: 100, max: 50000, step: 1 },
      presets: [300, 500, 1000],
      fees: { bps: 290, fixed: 30, platformBps: 0 },
      stripeAccount: 'acct_ada',
      expiresAt: scenario.deps.clock.now() + 30 * 60_000,
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(scenario.deps.store.dump()).toEqual(before);
    expect(scenario.deps.payments.calls).toEqual([]);
  });

  // Holds pay-134.
  it.each([
    ['tips are off', { draft: { tips: { ...adaDraft.tips, on: false } } }, 409, 'tips-off'],
    [
      'payments are restricted',
      { payments: { cardPayments: 'restricted' } as const },
      409,
      'payments-not-ready',
    ],
    ['the owner disconnected', { payments: { disconnectedAt: 1 } }, 409, 'payments-not-ready'],
    [
      'the site is not allowed',
      { draft: { allowedSites: ['https://only.example'] } },
      403,
      'site-not-allowed',
    ],
  ])('has the problem for the case that %s', async (_, change, status, code) => {
    const scenario = await adasScenario({}, change);
    const answer = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(answer).toMatchObject({ status, json: { code } });
  });

  // Holds pay-134.
  it("accepts the owner's sites and our own pages", async () => {
    const scenario = await adasScenario({}, { draft: { allowedSites: [fanOrigin] } });
    for (const origin of [fanOrigin, 'https://busker.test']) {
      expect((await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' }, { origin })).status).toBe(
        200,
      );
    }
  });

  it.each([[{}], [{ handle: 7 }], [{ handle: 'ada', extra: 1 }], [{ handle: 'x' }], [null], [[]], ['ada']])(
    'refuses the body %j',
    async (body) => {
      const scenario = await adasScenario();
      const answer = await scenario.call('POST', '/v1/tip-sessions', JSON.stringify(body));
      expect(answer).toMatchObject({ status: 422, json: { code: 'invalid-fields' } });
    },
  );
});

/** The payment requests that reach Stripe from now on. */
function watchOrders({ deps }: Scenario): TipOrder[] {
  const orders: TipOrder[] = [];
  const create = deps.payments.createIntent.bind(deps.payments);
  deps.payments.createIntent = (order) => {
    orders.push(order);
    return create(order);
  };
  return orders;
}

describe('Link', () => {
  // Holds pay-195.
  it.each([true, false])('is the same in the session and the payment: %s', async (linkPayments) => {
    const scenario = await adasScenario({}, { payments: { linkPayments } });
    const orders = watchOrders(scenario);
    const session = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(session.json['link']).toBe(linkPayments);
    await sendTip(scenario);
    expect(orders.map(({ ways: methods }) => methods.includes('link'))).toEqual([linkPayments]);
  });

  it('stays as it was for a tip whose first answer was lost', async () => {
    const scenario = await adasScenario();
    const orders = watchOrders(scenario);
    const request = await goodTip(scenario);
    scenario.deps.payments.failNext(
      'createIntent',
      { kind: 'unavailable', error: new Error('cut') },
      'after',
    );
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(503);
    putPayments(scenario.deps, adaUid, { ...adaPayments, linkPayments: false });
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
    expect(orders.map(({ ways: methods }) => methods.includes('link'))).toEqual([true, true]);
  });
});

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

const draft = { tips: { ...adaDraft.tips, fanCurrency: true } };
const allowed = (payments: Partial<PaymentsState> = {}) => adasScenario({}, { draft, payments });
const order = ({ deps }: Scenario) => [...deps.payments.sessions.values()][0]?.order;
const yen = { amount: 812, currency: 'jpy' };

/** A tip of five dollars that a fan paid in yen. */
async function paidInYen(scenario: Scenario) {
  const made = await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' }));
  const [sessionId = ''] = scenario.deps.payments.sessions.keys();
  const id = scenario.stripe.payHosted(sessionId, yen);
  scenario.deps.clock.advance(2000);
  const [tipId, token] = [word(made, 'tipId'), word(made, 'tipToken')];
  const receipt = () => scenario.call('GET', `/v1/tips/${tipId}/receipt`, undefined, bearerOf(token));
  const status = () => scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(token));
  const undo = () => scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(token));
  return { id, tipId, receipt, status, undo };
}

describe('a tip in the fan’s currency', () => {
  // Holds pay-348.
  it('where the owner allows it, Stripe’s page may show the fan’s currency and offers the ways of every currency', async () => {
    const scenario = await allowed();
    await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' }));
    expect(order(scenario)).toMatchObject({ fanCurrency: true, amount: 500, currency: 'usd' });
    expect(order(scenario)?.ways).toEqual(hostedMethods(methods));
    expect(order(scenario)?.ways).toEqual(expect.arrayContaining(['card', 'ideal', 'blik', 'twint']));
  });

  // Holds pay-348.
  it.each([
    ['the owner has not allowed it', {}, {}],
    ['the owner’s business is in India', draft, { country: 'IN' }],
  ] as const)('Stripe’s page shows the tip’s currency alone when %s', async (_when, change, payments) => {
    const scenario = await adasScenario({}, { draft: change, payments });
    await scenario.call('POST', '/v1/tips', await goodTip(scenario, { surface: 'hosted' }));
    expect(order(scenario)).toMatchObject({ fanCurrency: false, ways: methodsFor('usd', 'hosted', methods) });
  });

  // Holds pay-348.
  it('a payment in the page, which Stripe does not convert, keeps its ways and says nothing of it', async () => {
    const scenario = await allowed();
    const made = await scenario.call('POST', '/v1/tips', await goodTip(scenario));
    expect(tipIn(scenario, word(made, 'tipId'))).not.toHaveProperty('fanCurrency');
  });

  // Holds pay-348.
  it('a page that was requested before the owner changes the setting is requested again as it was', async () => {
    const scenario = await allowed();
    const { payments } = scenario.deps;
    payments.failNext('openCheckout', { kind: 'unavailable', error: new Error('cut') }, 'after');
    const request = await goodTip(scenario, { surface: 'hosted' });
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(503);
    putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 2 });
    await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    const opened = payments.openCheckout.bind(payments);
    const asked: boolean[] = [];
    payments.openCheckout = (again) => {
      asked.push(again.fanCurrency);
      return opened(again);
    };
    expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(201);
    expect(asked).toEqual([true]);
  });

  // Holds pay-349.
  it('a tip paid in another currency is counted in the owner’s, is not held, and keeps what the fan paid', async () => {
    const scenario = await allowed();
    const { tipId, receipt } = await paidInYen(scenario);
    await receipt();
    const tip = tipIn(scenario, tipId);
    expect(tip).toMatchObject({
      state: 'paid',
      amount: 500,
      currency: 'usd',
      contrib: { count: 1, gross: 500 },
      moderation: { state: 'visible', reasons: [] },
      payment: { presented: yen },
    });
  });

  // Holds pay-349.
  it('the receipt says what the fan paid and gets back, and what that is in the owner’s currency', async () => {
    const scenario = await allowed();
    const { id, receipt } = await paidInYen(scenario);
    expect((await receipt()).json['rows']).toEqual(
      expect.arrayContaining([
        ['Tip', '$5.00'],
        ['Total', '¥812 ($5.00)'],
      ]),
    );
    scenario.stripe.refund(id, 200);
    scenario.stripe.refund(id, 300, 'pending');
    await sendEvent(scenario, 'refund.created', { paymentIntentId: id });
    const rows = (await receipt()).json['rows'];
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Refunded', '¥325 ($2.00)'],
        ['Being refunded', '¥487 ($3.00)'],
      ]),
    );
  });

  // Holds pay-411.
  it('who undoes such a tip is told the sum that was paid, also when its refund fails', async () => {
    const scenario = await allowed();
    const { id, receipt, status, undo } = await paidInYen(scenario);
    expect((await status()).json).toMatchObject({
      status: 'paid',
      amount: 500,
      currency: 'usd',
      presented: yen,
    });
    expect((await undo()).json).toMatchObject({ status: 'refunded', presented: yen });
    scenario.stripe.failRefund(id);
    await sendEvent(scenario, 'refund.failed', { paymentIntentId: id });
    const refundFailure = { amount: 500, why: 'card-closed', presented: yen };
    expect((await status()).json).toMatchObject({ status: 'paid', refundFailure });
    expect((await receipt()).json['sentence']).toContain('A refund of ¥812 ($5.00) failed.');
  });

  // Holds pay-411.
  it('a part that could not be refunded is named in both currencies where Stripe says it', async () => {
    const scenario = await allowed();
    const { id, receipt, status } = await paidInYen(scenario);
    scenario.stripe.refund(id, 200);
    scenario.stripe.failRefund(id);
    await sendEvent(scenario, 'refund.failed', { paymentIntentId: id });
    const presented = { amount: 325, currency: 'jpy' };
    expect((await status()).json).toMatchObject({ refundFailure: { amount: 200, presented } });
    expect((await receipt()).json['sentence']).toContain('A refund of ¥325 ($2.00) failed.');
  });
});
