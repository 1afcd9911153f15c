import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@busker/core/testing/runs';
import type { PaymentsFailure } from '../stripe/payments';
import {
  adaDraft,
  adasScenario,
  adaToken,
  adaUid,
  anotherProcess,
  bearerOf,
  paidTip,
  sendEvent,
  sendTip,
  type Answer,
  type Scenario,
  type SentTip,
} from '../testing/ada';
import { interleave } from '../testing/interleave';
import { tipIn, totalsIn } from '../testing/stored-state';

describe('end by fan', () => {
  const end = (scenario: Scenario, { tipId, tipToken }: SentTip) =>
    scenario.call('POST', `/v1/tips/${tipId}/end`, undefined, bearerOf(tipToken));

  describe('POST /v1/tips/{tipId}/end', () => {
    // Holds tag-102.
    it('ends a payment that waits for the bank: it can never be charged any more', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      scenario.stripe.ask3ds(tip.paymentIntentId);
      const answer = await end(scenario, tip);
      expect(answer).toMatchObject({ status: 200, json: { status: 'expired' } });
      expect(tipIn(scenario, tip.tipId).payment.status).toBe('expired');
      expect(scenario.deps.payments.payments.get(tip.paymentIntentId)?.intent?.status).toBe('canceled');
      // A repeated request changes nothing.
      expect((await end(scenario, tip)).json['status']).toBe('expired');
    });

    // Holds tag-102.
    it('leaves a payment that the bank has already allowed, and says that it is paid', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      expect((await end(scenario, tip)).json['status']).toBe('paid');
      expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
      const paid = await paidTip(scenario);
      expect((await end(scenario, paid)).json['status']).toBe('paid');
    });

    it("is refused without the tip's token", async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      expect((await end(scenario, { ...tip, tipToken: 'made-up' })).json['code']).toBe('tip-not-found');
      expect(tipIn(scenario, tip.tipId).payment.status).not.toBe('expired');
    });
  });
});

const withWall = { draft: { tips: { ...adaDraft.tips, showWall: true } } };
const cut: PaymentsFailure = { kind: 'unavailable', error: new Error('cut') };

const change = (scenario: Scenario, { tipId, tipToken }: SentTip, amount: number, sequence?: number) =>
  scenario.call(
    'POST',
    `/v1/tips/${tipId}/amount`,
    { tipAmount: amount, coverCosts: false, total: amount, ...(sequence === undefined ? {} : { sequence }) },
    bearerOf(tipToken),
  );

/** Asserts that the tip, its status and its totals all have the amount that Stripe charged. */
async function allSay(scenario: Scenario, { tipId, tipToken, paymentIntentId }: SentTip): Promise<number> {
  await sendEvent(scenario, 'payment_intent.succeeded', {
    paymentIntentId,
    reference: { uid: adaUid, tipId },
  });
  const charged = scenario.deps.payments.payments.get(paymentIntentId)?.intent.amountReceived ?? 0;
  const amount = (charged / 100).toFixed(2);
  expect(tipIn(scenario, tipId)).toMatchObject({ state: 'paid', amount: charged, amountChange: null });
  const receipt = await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(tipToken));
  expect(receipt.json).toMatchObject({ status: 'paid', amount: charged, tipAmount: charged });
  const wall = await scenario.call('GET', '/v1/profiles/ada/wall');
  expect(wall.json['supporters']).toMatchObject([{ amount: charged }]);
  const csv = await scenario.call('GET', '/v1/me/export.csv', undefined, bearerOf(adaToken));
  expect(csv.text).toContain(`,usd,${amount},${amount},0.00,`);
  expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: charged });
  return charged;
}

describe('concurrent changes of an amount', () => {
  // Holds pay-089.
  it('are made one at a time; the others are refused as busy', async () => {
    const scenario = await adasScenario({}, withWall);
    const tip = await sendTip(scenario, { name: 'Zoe' });
    const amounts = [...Array.from({ length: 25 }, () => 50_000), 100];
    const { payments } = scenario.deps;
    const changeIntent = payments.changeIntent.bind(payments);
    let [under, most] = [0, 0];
    const meanwhile: unknown[] = [];
    payments.changeIntent = async (given) => {
      under += 1;
      most = Math.max(most, under);
      meanwhile.push((await change(scenario, tip, 700)).json['code']);
      const changed = await changeIntent(given);
      under -= 1;
      return changed;
    };
    const answers = await Promise.all(amounts.map((amount) => change(scenario, tip, amount)));
    expect(most).toBe(1);
    expect([...new Set(meanwhile)]).toEqual(['tip-busy']);
    const refused = answers.filter(({ status }) => status !== 200);
    const codes = refused.map(({ json }): unknown => json['code']);
    expect(codes.filter((code) => code !== 'tip-busy')).toEqual([]);
    payments.changeIntent = changeIntent;
    expect((await change(scenario, tip, 100)).json).toMatchObject({ amount: 100 });
    scenario.stripe.pay(tip.paymentIntentId);
    expect(await allSay(scenario, tip)).toBe(100);
  });

  // Holds pay-089.
  it('are refused when they arrive after a later one, without asking Stripe', async () => {
    const scenario = await adasScenario({}, withWall);
    const tip = await sendTip(scenario, { name: 'Zoe' });
    expect((await change(scenario, tip, 100, 2)).status).toBe(200);
    const calls = scenario.deps.payments.calls.length;
    expect((await change(scenario, tip, 50_000, 1)).json['code']).toBe('tip-busy');
    expect(scenario.deps.payments.calls.length).toBe(calls);
    scenario.stripe.pay(tip.paymentIntentId);
    expect(await allSay(scenario, tip)).toBe(100);
  });

  it('are refused until Stripe can no longer make an unanswered change', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.deps.payments.failNext('changeIntent', cut, 'after');
    expect((await change(scenario, tip, 50_000)).status).toBe(503);
    expect((await change(scenario, tip, 100)).json['code']).toBe('tip-busy');
    scenario.deps.clock.advance(75_000);
    expect((await change(scenario, tip, 100)).json).toMatchObject({ amount: 100 });
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ amount: 100, amountChange: null });
  });

  // Holds pay-089.
  it('are refused while a card is being charged', async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario);
    scenario.stripe.ask3ds(tip.paymentIntentId);
    expect((await change(scenario, tip, 100)).json['code']).toBe('tip-not-changeable');
    expect(tipIn(scenario, tip.tipId)).toMatchObject({ amount: 500, payment: { status: 'requires_action' } });
  });
});

/** A fan's card: it sends changes, may stop waiting for an answer, and confirms only the amount of the latest answer. */
interface Wish {
  readonly amount: number;
  readonly lost: 'before' | 'after' | null;
}

const wishes = fc.array(
  fc.record({
    amount: fc.constantFrom(100, 300, 500, 50_000),
    lost: fc.constantFrom(null, null, 'before' as const, 'after' as const),
  }),
  { minLength: 1, maxLength: 4 },
);
const turns = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 60 });

async function play(made: readonly Wish[], order: readonly number[], numbered: boolean): Promise<void> {
  const scenario = await adasScenario({}, withWall);
  const tip = await sendTip(scenario, { name: 'Zoe' });
  for (const { lost } of made) if (lost !== null) scenario.deps.payments.failNext('changeIntent', cut, lost);
  const last = made.length - 1;
  let confirmed: Answer | undefined;
  const works = made.map(({ amount }, index) => async () => {
    const answer = await change(anotherProcess(scenario), tip, amount, numbered ? index + 1 : undefined);
    if (index !== last || answer.status !== 200) return;
    confirmed = answer;
    scenario.stripe.pay(tip.paymentIntentId);
  });
  const poll = async () =>
    void (await scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken)));
  await interleave(scenario.deps, [...works, poll], order);
  scenario.deps.store.pause = async () => undefined;
  scenario.deps.payments.pause = async () => undefined;
  if (confirmed === undefined) scenario.stripe.pay(tip.paymentIntentId);
  const charged = await allSay(scenario, tip);
  expect(charged).toBe(confirmed !== undefined && numbered ? confirmed.json['amount'] : charged);
}

describe('in any order of changes and payment', () => {
  // Holds pay-090.
  it('charges the amount that the fan confirmed last, and receipt, wall, totals and export agree', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, turns, (made, order) => play(made, order, true)),
      {
        numRuns: runs(150, 40),
      },
    );
  });

  it('shows the charged amount also for changes without a number', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, turns, (made, order) => play(made, order, false)),
      {
        numRuns: runs(75, 20),
      },
    );
  });
});
