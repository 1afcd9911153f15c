import { expect, it } from 'vitest';
import { methods, hostedMethods, methodsFor } from '../../core/payments/methods';
import type { PaymentsState } from '../../core/payments/payments-state';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  goodTip,
  putDraft,
  sendEvent,
  word,
  type Scenario,
} from '../testing/ada';
import { tipIn } from '../testing/stored-state';

const draft = { tips: { ...adaDraft.tips, fanCurrency: true } };
const allowed = (payments: Partial<PaymentsState> = {}) => adasScenario({}, { draft, payments });
const order = ({ deps }: Scenario) => [...deps.payments.sessions.values()][0]?.order;
const yen = { amount: 812, currency: 'jpy' };

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
