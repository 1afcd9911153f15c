import { describe, expect, it } from 'vitest';
import { adasStage, bearerOf, goodTip, paidTip, sendTip, word, type Stage } from '../testing/ada';

describe('tip by payment', () => {
  const secretOf = (stage: Stage, paymentIntent: string) =>
    stage.deps.payments.payments.get(paymentIntent)?.clientSecret ?? '';
  const ask = (stage: Stage, paymentIntent: string, clientSecret: string, address = '203.0.113.7') =>
    stage.call(
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
      const stage = await adasStage();
      const { tipId, paymentIntentId } = await paidTip(stage);
      const answer = await ask(stage, paymentIntentId, secretOf(stage, paymentIntentId));
      expect(answer.json).toEqual({ tipId, tipToken: expect.any(String), handle: 'ada' });
      const status = await stage.call(
        'GET',
        `/v1/tips/${tipId}`,
        undefined,
        bearerOf(word(answer, 'tipToken')),
      );
      expect(status.json).toMatchObject({ status: 'paid', amount: 500 });
    });

    it('gets it from a page of any origin, and before the payment succeeded', async () => {
      const stage = await adasStage();
      const { tipId, paymentIntentId } = await sendTip(stage);
      const answer = await ask(stage, paymentIntentId, secretOf(stage, paymentIntentId));
      expect(answer).toMatchObject({ status: 200, json: { tipId } });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    });

    it("is refused the same way with a wrong secret, another tip's, or for an unknown payment", async () => {
      const stage = await adasStage();
      const [mine, other] = [await sendTip(stage), await sendTip(stage)];
      const secret = secretOf(stage, mine.paymentIntentId);
      const wrong = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
      for (const [payment, given] of [
        [mine.paymentIntentId, wrong],
        [mine.paymentIntentId, `${secret}x`],
        [mine.paymentIntentId, secretOf(stage, other.paymentIntentId)],
        ['pi_unknown', secret],
      ] as const)
        expect(await ask(stage, payment, given)).toMatchObject({
          status: 404,
          json: { code: 'tip-not-found' },
        });
    });

    // Holds pay-336.
    it('is refused after the same time, whether Stripe was asked or not, and gets the tip at once', async () => {
      const stage = await adasStage();
      const { payments, clock } = stage.deps;
      const [mine, other] = [await sendTip(stage), await sendTip(stage)];
      const secret = secretOf(stage, mine.paymentIntentId);
      // Stripe takes a while, and the server's answer must not show that it was asked.
      payments.pause = () => Promise.resolve(clock.advance(400));
      const old = await sendTip(stage);
      const oldSecret = secretOf(stage, old.paymentIntentId);
      payments.payments.delete(old.paymentIntentId);
      const took = async (payment: string, given: string) => {
        const [began, asked] = [clock.now(), payments.calls.length];
        const { status, text } = await ask(stage, payment, given);
        return { ms: clock.now() - began, status, text, asked: payments.calls.length - asked };
      };
      const wrong = await took(mine.paymentIntentId, `${secret.slice(0, -1)}!`);
      expect(wrong).toMatchObject({ status: 404, ms: 2500, asked: 1 });
      expect(await took(mine.paymentIntentId, secretOf(stage, other.paymentIntentId))).toEqual(wrong);
      expect(await took(old.paymentIntentId, oldSecret)).toEqual(wrong);
      expect(await took('pi_unknown', secret)).toEqual({ ...wrong, asked: 0 });
      expect(await took(mine.paymentIntentId, secret)).toMatchObject({ status: 200, ms: 400 });
    });

    it('is refused once the account is gone, and asked to try again while Stripe is away', async () => {
      const stage = await adasStage();
      const { paymentIntentId } = await sendTip(stage);
      const secret = secretOf(stage, paymentIntentId);
      stage.deps.payments.failNext('readIntent', { kind: 'unavailable', error: new Error('away') });
      expect((await ask(stage, paymentIntentId, secret)).status).toBe(503);
      stage.deps.payments.payments.delete(paymentIntentId);
      expect((await ask(stage, paymentIntentId, secret)).json['code']).toBe('tip-not-found');
    });

    it.each([
      [{ paymentIntent: 'cs_1', clientSecret: 's' }, 'paymentIntent'],
      [{ paymentIntent: 'pi_1', clientSecret: '' }, 'clientSecret'],
      [{ paymentIntent: 'pi_1', clientSecret: 's', more: 1 }, 'more'],
    ])('has bad input refused by the name of its field: %j', async (body, field) => {
      const stage = await adasStage();
      const answer = await stage.call('POST', '/v1/tips/by-payment', body);
      expect({ status: answer.status, fields: Object.keys(answer.json['fields'] ?? {}) }).toEqual({
        status: 422,
        fields: [field],
      });
    });

    it('may ask twenty times in ten minutes, per address; without an address, per payment', async () => {
      const stage = await adasStage({ limitFactor: 1 });
      const { paymentIntentId } = await sendTip(stage);
      const statuses: number[] = [];
      for (let count = 0; count < 21; count += 1)
        statuses.push((await ask(stage, paymentIntentId, 'wrong')).status);
      expect(statuses.filter((status) => status === 404)).toHaveLength(20);
      expect(statuses.at(-1)).toBe(429);
      const secret = secretOf(stage, paymentIntentId);
      expect((await ask(stage, paymentIntentId, secret, '198.51.100.9')).status).toBe(200);
      for (let count = 0; count < 20; count += 1) await ask(stage, paymentIntentId, 'wrong', 'no address');
      expect((await ask(stage, paymentIntentId, secret, 'no address')).status).toBe(429);
      stage.deps.clock.advance(10 * 60_000);
      expect((await ask(stage, paymentIntentId, secret)).status).toBe(200);
    });
  });

  describe('the ways to pay of a session', () => {
    const euro = { payments: { currency: 'eur' } } as const;
    const session = (stage: Stage, where = '') =>
      stage.call('POST', `/v1/tip-sessions${where}`, { handle: 'ada' });
    const orders = (stage: Stage) =>
      [...stage.deps.payments.payments.values()].map(({ order }) => order.ways);
    const tip = async (stage: Stage, given: string, change = {}) =>
      stage.call('POST', '/v1/tips', await goodTip(stage, { session: given, currency: 'eur', ...change }));

    it("are the table's for the currency and the place of the card, and the payment gets the same", async () => {
      const stage = await adasStage({}, euro);
      const inPage = await session(stage, '?where=in-page');
      expect(inPage.json['ways']).toEqual(expect.arrayContaining(['card', 'link', 'ideal', 'bancontact']));
      const inFrame = await session(stage, '?where=in-frame');
      expect(inFrame.json['ways']).toEqual(['card', 'link', 'mb_way']);
      await tip(stage, word(inPage, 'session'));
      await tip(stage, word(inFrame, 'session'));
      expect(orders(stage)).toEqual([inPage.json['ways'], inFrame.json['ways']]);
    });

    it('are cards and Link for a card of an earlier release, which shows nothing else', async () => {
      const stage = await adasStage({}, euro);
      for (const where of ['', '?where=hosted', '?where=elsewhere']) {
        const old = await session(stage, where);
        expect(old.json['ways']).toEqual(['card', 'link']);
      }
      await tip(stage, word(await session(stage), 'session'));
      expect(orders(stage)).toEqual([['card', 'link']]);
    });

    it("are those of Stripe's page for a hosted tip, whatever the card shows", async () => {
      const stage = await adasStage({}, { payments: { currency: 'pln' } });
      const given = word(await session(stage, '?where=in-frame'), 'session');
      await tip(stage, given, { surface: 'hosted', currency: 'pln', tipAmount: 1000, total: 1000 });
      expect([...stage.deps.payments.sessions.values()].map(({ order }) => order.ways)).toEqual([
        ['card', 'link', 'p24', 'blik', 'revolut_pay'],
      ]);
    });

    it('stay those of the first try when the request is repeated', async () => {
      const stage = await adasStage({}, euro);
      const [first, later] = [
        await session(stage, '?where=in-page'),
        await session(stage, '?where=in-frame'),
      ];
      const request = await goodTip(stage, { currency: 'eur', session: word(first, 'session') });
      stage.deps.payments.failNext('createIntent', { kind: 'unavailable', error: new Error('cut') });
      expect((await stage.call('POST', '/v1/tips', request)).status).toBe(503);
      const again = { ...request, session: word(later, 'session') };
      expect((await stage.call('POST', '/v1/tips', again)).status).toBe(201);
      expect(orders(stage)).toEqual([first.json['ways']]);
    });
  });

  // Holds pay-221.
  describe('GET /t/back', () => {
    const back = (stage: Stage, payment: string, secret: string) =>
      stage.app.request(
        `/t/back?payment_intent=${payment}&payment_intent_client_secret=${secret}&redirect_status=succeeded`,
      );

    it('leads to the receipt with the token in the fragment, and keeps no secret in the address', async () => {
      const stage = await adasStage();
      const { tipId, paymentIntentId } = await paidTip(stage);
      const answer = await back(stage, paymentIntentId, secretOf(stage, paymentIntentId));
      expect(answer.status).toBe(303);
      const [path = '', token = ''] = (answer.headers.get('location') ?? '').split('#');
      expect(path).toBe(`/t/${tipId}`);
      expect((await stage.call('GET', `/v1/tips/${tipId}`, undefined, bearerOf(token))).status).toBe(200);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    });

    it('finds nothing with a wrong secret, or without one', async () => {
      const stage = await adasStage();
      const { paymentIntentId } = await paidTip(stage);
      expect((await back(stage, paymentIntentId, 'wrong')).status).toBe(404);
      expect((await stage.app.request('/t/back')).status).toBe(404);
    });

    it('does not say that the tip is gone while Stripe is away, and leads to the same address again', async () => {
      const stage = await adasStage();
      const { paymentIntentId } = await paidTip(stage);
      const secret = secretOf(stage, paymentIntentId);
      stage.deps.payments.failNext('readIntent', { kind: 'unavailable', error: new Error('away') });
      const answer = await back(stage, paymentIntentId, secret);
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain(`/t/back?payment_intent=${paymentIntentId}`);
      expect((await back(stage, paymentIntentId, secret)).status).toBe(303);
    });
  });
});
