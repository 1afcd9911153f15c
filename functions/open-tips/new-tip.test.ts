import { describe, expect, it } from 'vitest';
import { adasScenario, bearerOf, goodTip, paidTip, sendTip, word, type Scenario } from '../testing/ada';

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
