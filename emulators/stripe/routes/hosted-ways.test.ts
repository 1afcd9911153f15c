import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AllowedType } from '../reference/method-types';
import { answerBank, cardFields, lookAtPage, pressPay } from '../testing/hosted-page';
import { ADA, openSandbox, PUBLISHABLE_KEY, type OpenSandbox } from '../testing/open-sandbox';

const onAda = { stripeAccount: ADA };
let sandbox: OpenSandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
  for (const type of ['amazon_pay', 'cashapp', 'blik'])
    await sandbox.control('accounts/way', { account: ADA, type, status: 'active' });
});
afterEach(() => sandbox.close());

const create = (types: AllowedType[], currency = 'usd') =>
  sandbox.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency, unit_amount: 500, product_data: { name: 'Tip' } } },
      ],
      success_url: 'https://busker.test/t/1?cs={CHECKOUT_SESSION_ID}',
      allowed_payment_method_types: types,
    },
    onAda,
  );
const read = (id: string) =>
  sandbox.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }, onAda);
const press = (id: string, type: string, fields: Readonly<Record<string, string>> = {}) =>
  pressPay(sandbox, id, { type, ...fields });
const look = (id: string) => lookAtPage(sandbox, id);
const sentEvents = async () => {
  await sandbox.webhooksIdle();
  return sandbox.endpoint.types().filter((type) => type.startsWith('checkout.'));
};

describe('other ways than cards on the hosted page', () => {
  // Holds pay-235.
  it('are those that the account has in this currency', async () => {
    const { id, payment_method_types: types } = await create(['card', 'link', 'amazon_pay', 'ideal']);
    expect(types).toEqual(['card', 'link', 'amazon_pay']);
    expect(await press(id, 'ideal')).toMatchObject({ status: 400, body: { error: { param: 'type' } } });
    expect((await read(id)).status).toBe('open');
  });

  it('lead to the bank’s page, which leads back to the hosted page, and that to the shop', async () => {
    const { id, url } = await create(['card', 'amazon_pay']);
    const pressed = await press(id, 'amazon_pay');
    expect(pressed.body).toMatchObject({ status: 'open', redirect: null, challenge: { place: 'page' } });
    expect((await fetch(pressed.body.challenge?.address ?? '')).status).toBe(200);
    const back = await answerBank(sandbox, pressed, 'complete');
    expect(back).toContain(`${url}?payment_intent=pi_`);
    const last = await fetch(back ?? '', { redirect: 'manual' });
    expect([last.status, last.headers.get('location')]).toEqual([303, `https://busker.test/t/1?cs=${id}`]);
    expect(await read(id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: { status: 'succeeded' },
    });
    expect(await sentEvents()).toEqual(['checkout.session.completed']);
  });

  it('can fail at the bank: the page stays open, says why, and takes a card for the same payment', async () => {
    const { id } = await create(['card', 'amazon_pay']);
    const back = await answerBank(sandbox, await press(id, 'amazon_pay'), 'fail');
    const page = await fetch(back ?? '', { redirect: 'manual' });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('unable to authenticate your payment method');
    expect((await press(id, 'card', cardFields('4242424242424242'))).body).toMatchObject({
      status: 'complete',
    });
    expect((await sandbox.stripe.paymentIntents.list({}, onAda)).data).toHaveLength(1);
  });

  it.each([
    ['pays', 'paid', 'checkout.session.async_payment_succeeded'],
    ['refuses', 'unpaid', 'checkout.session.async_payment_failed'],
  ])(
    'complete the page before the money is there; when the bank %s, the session is %s',
    async (answer, status, event) => {
      const { id } = await create(['card', 'amazon_pay']);
      await answerBank(sandbox, await press(id, 'amazon_pay'), 'later');
      const waiting = await read(id);
      expect(waiting).toMatchObject({
        status: 'complete',
        payment_status: 'unpaid',
        payment_intent: { status: 'processing' },
      });
      const paymentIntent = (waiting.payment_intent as Stripe.PaymentIntent).id;
      await sandbox.control('payments/settle', { paymentIntent, answer });
      expect((await read(id)).payment_status).toBe(status);
      expect(await sentEvents()).toEqual(['checkout.session.completed', event]);
    },
  );

  it('are paid in an app over the page or in its place', async () => {
    const { id } = await create(['card', 'cashapp']);
    expect((await press(id, 'cashapp')).body.challenge).toMatchObject({ place: 'app' });
  });
});

describe('BLIK on the hosted page', () => {
  const open = () => create(['card', 'blik'], 'pln');

  // Holds pay-235.
  it('asks for six digits, and is paid when the buyer confirms in the bank’s app', async () => {
    const { id } = await open();
    for (const fields of [{}, { code: '12345' }, { code: '12345a' }])
      expect(await press(id, 'blik', fields)).toMatchObject({
        status: 400,
        body: { error: { param: 'code' } },
      });
    const pressed = await press(id, 'blik', { code: '123456' });
    const [intent] = (await sandbox.stripe.paymentIntents.list({}, onAda)).data;
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'blik_authorize' } });
    const page = await fetch(pressed.body.challenge?.address ?? '');
    expect(await page.text()).toContain('within 60 seconds');
    await answerBank(sandbox, pressed, 'complete');
    expect((await look(id)).body).toMatchObject({
      status: 'complete',
      redirect: expect.any(String) as unknown,
    });
  });

  it('ends after a minute without an answer; another code is another try', async () => {
    const { id } = await open();
    await press(id, 'blik', { code: '123456' });
    await sandbox.control('clock/advance', { milliseconds: 30_000 });
    const second = await press(id, 'blik', { code: '654321' });
    await sandbox.control('clock/advance', { milliseconds: 31_000 });
    expect((await look(id)).body).toMatchObject({ challenge: second.body.challenge, problem: null });
    await sandbox.control('clock/advance', { milliseconds: 30_000 });
    await expect
      .poll(async () => (await look(id)).body)
      .toMatchObject({
        status: 'open',
        challenge: null,
        problem: expect.stringContaining('expired') as unknown,
      });
    expect((await press(id, 'blik', { code: '111111' })).body.challenge).not.toBeNull();
  });

  it('is refused in a form on the shop’s own page', async () => {
    const { id, client_secret: secret } = await sandbox.stripe.paymentIntents.create(
      { amount: 500, currency: 'pln', allowed_payment_method_types: ['card', 'blik'] },
      onAda,
    );
    const answer = await fetch(`${sandbox.url}/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PUBLISHABLE_KEY}`, 'stripe-account': ADA },
      body: new URLSearchParams({
        client_secret: secret ?? '',
        'payment_method_data[type]': 'blik',
        return_url: 'https://fan.example/',
      }),
    });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('hosted page alone')]);
  });
});
