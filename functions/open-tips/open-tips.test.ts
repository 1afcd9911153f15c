import { runs } from '@busker/core/testing/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaymentsFailure } from '../stripe/payments';
import {
  adasScenario,
  bearerOf,
  goodTip,
  paidTip,
  sendTip,
  word,
  type Scenario,
  adaDraft,
  adaToken,
  adaUid,
  anotherProcess,
  sendEvent,
  type Answer,
  type SentTip,
} from '../testing/ada';
import { interleave } from '../testing/in-memory-deps';
import { tipIn, totalsIn } from '../testing/stored-state';

describe('tip by payment', () => {
  const secretOf = (scenario: Scenario, paymentIntent: string) =>
    scenario.deps.payments.payments.get(paymentIntent)?.clientSecret ?? '';
  const ask = (scenario: Scenario, paymentIntent: string, clientSecret: string, address = '203.0.113.7') =>
    scenario.call(
      'POST',
      '/v1/tips/by-payment',
      { paymentIntent, clientSecret },
      {
        'x-forwarded-for': address,
      },
    );

  // Holds pay-220.
  describe('a fan who comes back from a bank', () => {
    it('gets the tip and its token by the client secret: amount, receipt and undo work', async () => {
      const scenario = await adasScenario();
      const { tipId, paymentIntentId } = await paidTip(scenario);
      const answer = await ask(scenario, paymentIntentId, secretOf(scenario, paymentIntentId));
      expect(answer.json).toEqual({ tipId, tipToken: expect.any(String), handle: 'ada' });
      const status = await scenario.call(
        'GET',
        `/v1/tips/${tipId}`,
        undefined,
        bearerOf(word(answer, 'tipToken')),
      );
      expect(status.json).toMatchObject({ status: 'paid', amount: 500 });
    });

    it('gets it from a page of any origin, and before the payment succeeded', async () => {
      const scenario = await adasScenario();
      const { tipId, paymentIntentId } = await sendTip(scenario);
      const answer = await ask(scenario, paymentIntentId, secretOf(scenario, paymentIntentId));
      expect(answer).toMatchObject({ status: 200, json: { tipId } });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    });

    it("is refused the same way with a wrong secret, another tip's, or for an unknown payment", async () => {
      const scenario = await adasScenario();
      const [mine, other] = [await sendTip(scenario), await sendTip(scenario)];
      const secret = secretOf(scenario, mine.paymentIntentId);
      const wrong = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
      for (const [payment, given] of [
        [mine.paymentIntentId, wrong],
        [mine.paymentIntentId, `${secret}x`],
        [mine.paymentIntentId, secretOf(scenario, other.paymentIntentId)],
        ['pi_unknown', secret],
      ] as const)
        expect(await ask(scenario, payment, given)).toMatchObject({
          status: 404,
          json: { code: 'tip-not-found' },
        });
    });

    // Holds pay-336.
    it('is refused after the same time, whether Stripe was asked or not, and gets the tip at once', async () => {
      const scenario = await adasScenario();
      const { payments, clock } = scenario.deps;
      const [mine, other] = [await sendTip(scenario), await sendTip(scenario)];
      const secret = secretOf(scenario, mine.paymentIntentId);
      // Stripe takes a while, and the server's answer must not show that it was asked.
      payments.pause = () => Promise.resolve(clock.advance(400));
      const old = await sendTip(scenario);
      const oldSecret = secretOf(scenario, old.paymentIntentId);
      payments.payments.delete(old.paymentIntentId);
      const took = async (payment: string, given: string) => {
        const [began, asked] = [clock.now(), payments.calls.length];
        const { status, text } = await ask(scenario, payment, given);
        return { ms: clock.now() - began, status, text, asked: payments.calls.length - asked };
      };
      const wrong = await took(mine.paymentIntentId, `${secret.slice(0, -1)}!`);
      expect(wrong).toMatchObject({ status: 404, ms: 2500, asked: 1 });
      expect(await took(mine.paymentIntentId, secretOf(scenario, other.paymentIntentId))).toEqual(wrong);
      expect(await took(old.paymentIntentId, oldSecret)).toEqual(wrong);
      expect(await took('pi_unknown', secret)).toEqual({ ...wrong, asked: 0 });
      expect(await took(mine.paymentIntentId, secret)).toMatchObject({ status: 200, ms: 400 });
    });

    it('is refused once the account is gone, and asked to try again while Stripe is away', async () => {
      const scenario = await adasScenario();
      const { paymentIntentId } = await sendTip(scenario);
      const secret = secretOf(scenario, paymentIntentId);
      scenario.deps.payments.failNext('readIntent', { kind: 'unavailable', error: new Error('away') });
      expect((await ask(scenario, paymentIntentId, secret)).status).toBe(503);
      scenario.deps.payments.payments.delete(paymentIntentId);
      expect((await ask(scenario, paymentIntentId, secret)).json['code']).toBe('tip-not-found');
    });

    it.each([
      [{ paymentIntent: 'cs_1', clientSecret: 's' }, 'paymentIntent'],
      [{ paymentIntent: 'pi_1', clientSecret: '' }, 'clientSecret'],
      [{ paymentIntent: 'pi_1', clientSecret: 's', more: 1 }, 'more'],
    ])('has bad input refused by the name of its field: %j', async (body, field) => {
      const scenario = await adasScenario();
      const answer = await scenario.call('POST', '/v1/tips/by-payment', body);
      expect({ status: answer.status, fields: Object.keys(answer.json['fields'] ?? {}) }).toEqual({
        status: 422,
        fields: [field],
      });
    });

    it('may ask twenty times in ten minutes, per address; without an address, per payment', async () => {
      const scenario = await adasScenario({ limitFactor: 1 });
      const { paymentIntentId } = await sendTip(scenario);
      const statuses: number[] = [];
      for (let count = 0; count < 21; count += 1)
        statuses.push((await ask(scenario, paymentIntentId, 'wrong')).status);
      expect(statuses.filter((status) => status === 404)).toHaveLength(20);
      expect(statuses.at(-1)).toBe(429);
      const secret = secretOf(scenario, paymentIntentId);
      expect((await ask(scenario, paymentIntentId, secret, '198.51.100.9')).status).toBe(200);
      for (let count = 0; count < 20; count += 1) await ask(scenario, paymentIntentId, 'wrong', 'no address');
      expect((await ask(scenario, paymentIntentId, secret, 'no address')).status).toBe(429);
      scenario.deps.clock.advance(10 * 60_000);
      expect((await ask(scenario, paymentIntentId, secret)).status).toBe(200);
    });
  });

  describe('the ways to pay of a session', () => {
    const euro = { payments: { currency: 'eur' } } as const;
    const session = (scenario: Scenario, where = '') =>
      scenario.call('POST', `/v1/tip-sessions${where}`, { handle: 'ada' });
    const orders = (scenario: Scenario) =>
      [...scenario.deps.payments.payments.values()].map(({ order }) => order.ways);
    const tip = async (scenario: Scenario, given: string, change = {}) =>
      scenario.call(
        'POST',
        '/v1/tips',
        await goodTip(scenario, { session: given, currency: 'eur', ...change }),
      );

    it("are the table's for the currency and the place of the card, and the payment gets the same", async () => {
      const scenario = await adasScenario({}, euro);
      const inPage = await session(scenario, '?where=in-page');
      expect(inPage.json['ways']).toEqual(expect.arrayContaining(['card', 'link', 'ideal', 'bancontact']));
      const inFrame = await session(scenario, '?where=in-frame');
      expect(inFrame.json['ways']).toEqual(['card', 'link', 'mb_way']);
      await tip(scenario, word(inPage, 'session'));
      await tip(scenario, word(inFrame, 'session'));
      expect(orders(scenario)).toEqual([inPage.json['ways'], inFrame.json['ways']]);
    });

    it('are cards and Link for a card of an earlier release, which shows nothing else', async () => {
      const scenario = await adasScenario({}, euro);
      for (const where of ['', '?where=hosted', '?where=elsewhere']) {
        const old = await session(scenario, where);
        expect(old.json['ways']).toEqual(['card', 'link']);
      }
      await tip(scenario, word(await session(scenario), 'session'));
      expect(orders(scenario)).toEqual([['card', 'link']]);
    });

    it("are those of Stripe's page for a hosted tip, whatever the card shows", async () => {
      const scenario = await adasScenario({}, { payments: { currency: 'pln' } });
      const given = word(await session(scenario, '?where=in-frame'), 'session');
      await tip(scenario, given, { surface: 'hosted', currency: 'pln', tipAmount: 1000, total: 1000 });
      expect([...scenario.deps.payments.sessions.values()].map(({ order }) => order.ways)).toEqual([
        ['card', 'link', 'p24', 'blik', 'revolut_pay'],
      ]);
    });

    it('stay those of the first try when the request is repeated', async () => {
      const scenario = await adasScenario({}, euro);
      const [first, later] = [
        await session(scenario, '?where=in-page'),
        await session(scenario, '?where=in-frame'),
      ];
      const request = await goodTip(scenario, { currency: 'eur', session: word(first, 'session') });
      scenario.deps.payments.failNext('createIntent', { kind: 'unavailable', error: new Error('cut') });
      expect((await scenario.call('POST', '/v1/tips', request)).status).toBe(503);
      const again = { ...request, session: word(later, 'session') };
      expect((await scenario.call('POST', '/v1/tips', again)).status).toBe(201);
      expect(orders(scenario)).toEqual([first.json['ways']]);
    });
  });

  // Holds pay-221.
  describe('GET /t/back', () => {
    const back = (scenario: Scenario, payment: string, secret: string) =>
      scenario.app.request(
        `/t/back?payment_intent=${payment}&payment_intent_client_secret=${secret}&redirect_status=succeeded`,
      );

    it('leads to the receipt with the token in the fragment, and keeps no secret in the address', async () => {
      const scenario = await adasScenario();
      const { tipId, paymentIntentId } = await paidTip(scenario);
      const answer = await back(scenario, paymentIntentId, secretOf(scenario, paymentIntentId));
      expect(answer.status).toBe(303);
      const [path = '', token = ''] = (answer.headers.get('location') ?? '').split('#');
      expect(path).toBe(`/t/${tipId}`);
      expect((await scenario.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(token))).status).toBe(200);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    });

    it('finds nothing with a wrong secret, or without one', async () => {
      const scenario = await adasScenario();
      const { paymentIntentId } = await paidTip(scenario);
      expect((await back(scenario, paymentIntentId, 'wrong')).status).toBe(404);
      expect((await scenario.app.request('/t/back')).status).toBe(404);
    });

    it('does not say that the tip is gone while Stripe is away, and leads to the same address again', async () => {
      const scenario = await adasScenario();
      const { paymentIntentId } = await paidTip(scenario);
      const secret = secretOf(scenario, paymentIntentId);
      scenario.deps.payments.failNext('readIntent', { kind: 'unavailable', error: new Error('away') });
      const answer = await back(scenario, paymentIntentId, secret);
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain(`/t/back?payment_intent=${paymentIntentId}`);
      expect((await back(scenario, paymentIntentId, secret)).status).toBe(303);
    });
  });
});

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
