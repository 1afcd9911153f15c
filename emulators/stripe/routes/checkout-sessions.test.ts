import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADA, openSandbox, PUBLISHABLE_KEY, refusal, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
let stripe: Stripe;
const onAda = { stripeAccount: ADA };

beforeEach(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.stripe;
});
afterEach(() => sandbox.close());

const item = (amount = 500, currency = 'usd') => ({
  quantity: 1,
  price_data: { currency, unit_amount: amount, product_data: { name: 'Tip for Ada' } },
});
const create = (extra: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create(
    {
      mode: 'payment',
      ui_mode: 'hosted_page',
      line_items: [item()],
      success_url: 'http://localhost:4100/t/1?cs={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:4100/@ada',
      client_reference_id: 'tip1',
      payment_intent_data: { metadata: { tip_id: 'tip1' } },
      allowed_payment_method_types: ['card', 'link'],
      ...extra,
    },
    onAda,
  );

/** The request of the hosted page when the buyer presses Pay. */
const press = async (id: string, number: string) => {
  const fields = {
    email: 'fan@example.com',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '40',
    'card[cvc]': '123',
  };
  const answer = await fetch(`${sandbox.url}/sandbox/checkout/${id}/pay`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

describe('Checkout Sessions', () => {
  // Holds pay-168.
  it('are open, with a URL and without an intent, until they are paid', async () => {
    const session = await create();
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 500,
      url: `${sandbox.url}/c/pay/${session.id}`,
      client_reference_id: 'tip1',
    });
    expect((await fetch(session.url ?? '')).status).toBe(200);
  });

  it('use one intent for a decline and the next card, then complete, send an event and redirect to the shop', async () => {
    const session = await create();
    const declined = await press(session.id, '4000000000000002');
    expect(declined).toMatchObject({ status: 402, body: { error: { code: 'card_declined' } } });
    expect((await stripe.checkout.sessions.retrieve(session.id, {}, onAda)).payment_intent).toBeNull();
    const paid = await press(session.id, '4242424242424242');
    expect(paid.body).toMatchObject({
      status: 'complete',
      redirect: `http://localhost:4100/t/1?cs=${session.id}`,
    });
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] }, onAda);
    expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    expect(done.payment_intent).toMatchObject({ status: 'succeeded', metadata: { tip_id: 'tip1' } });
    expect(done.customer_details?.email).toBe('fan@example.com');
    expect((await stripe.paymentIntents.list({}, onAda)).data).toHaveLength(1);
    await sandbox.webhooksIdle();
    expect(sandbox.endpoint.types()).toEqual(
      expect.arrayContaining([
        'payment_intent.created',
        'charge.succeeded',
        'payment_intent.succeeded',
        'checkout.session.completed',
      ]),
    );
    expect((await press(session.id, '4242424242424242')).status).toBe(400);
  });

  // Holds pay-168.
  it('expire by request and by time, and then refuse cards', async () => {
    const session = await create();
    await press(session.id, '4000000000000002');
    const [tried] = (await stripe.paymentIntents.list({}, onAda)).data;
    const itself = await refusal(stripe.paymentIntents.cancel(tried?.id ?? '', {}, onAda));
    expect(itself.message).toContain('Expire the Checkout Session instead');
    expect((await stripe.checkout.sessions.expire(session.id, {}, onAda)).status).toBe('expired');
    expect((await press(session.id, '4242424242424242')).status).toBe(400);
    const [intent] = (await stripe.paymentIntents.list({}, onAda)).data;
    expect(intent?.status).toBe('canceled');
    expect((await refusal(stripe.checkout.sessions.expire(session.id, {}, onAda))).statusCode).toBe(400);
    const soon = Math.floor(Date.now() / 1000) + 31 * 60;
    const late = await create({ expires_at: soon });
    await sandbox.control('clock/advance', { milliseconds: 32 * 60 * 1000 });
    await expect
      .poll(async () => (await stripe.checkout.sessions.retrieve(late.id, {}, onAda)).status)
      .toBe('expired');
    await expect.poll(() => sandbox.endpoint.types()).toContain('checkout.session.expired');
  });

  // Holds pay-168.
  it('expire between 30 minutes and 24 hours after creation, by default after 24 hours', async () => {
    const byDefault = await create();
    expect(byDefault.expires_at - byDefault.created).toBe(24 * 3600);
    const from = Math.floor(Date.now() / 1000);
    const outcomes = await Promise.all(
      [28 * 60, 31 * 60, 24 * 3600 - 60, 24 * 3600 + 300].map((seconds) =>
        create({ expires_at: from + seconds }).then(
          ({ expires_at }) => expires_at - from,
          (problem: Stripe.errors.StripeError) => problem.param,
        ),
      ),
    );
    expect(outcomes).toEqual(['expires_at', 31 * 60, 24 * 3600 - 60, 'expires_at']);
  });

  it("keep the buyer's details and send them in an event to the connect endpoint", async () => {
    const { id } = await create({
      payment_intent_data: { description: 'Tip for Ada', metadata: { a: 'b' } },
    });
    await press(id, '4242424242424242');
    const done = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }, onAda);
    expect(done.payment_intent).toMatchObject({
      description: 'Tip for Ada',
      metadata: { a: 'b' },
      amount: 500,
    });
    await sandbox.webhooksIdle();
    const completed = sandbox.endpoint.received.find(
      ({ event }) => event.type === 'checkout.session.completed',
    );
    expect([completed?.scope, completed?.event.account]).toEqual(['connect', ADA]);
    expect(completed?.event.data.object).toMatchObject({ id, payment_status: 'paid' });
  });

  it('are listed by status and by payment', async () => {
    const [one, paid, left] = [await create(), await create(), await create()];
    await stripe.checkout.sessions.expire(one.id, {}, onAda);
    await press(paid.id, '4242424242424242');
    const ids = async (params: Stripe.Checkout.SessionListParams) =>
      (await stripe.checkout.sessions.list(params, onAda)).data.map(({ id }) => id);
    expect(await ids({ status: 'open' })).toEqual([left.id]);
    expect(await ids({ status: 'expired' })).toEqual([one.id]);
    expect(await ids({ status: 'complete' })).toEqual([paid.id]);
    const [intent] = (await stripe.paymentIntents.list({}, onAda)).data;
    expect(await ids({ payment_intent: intent?.id ?? '' })).toEqual([paid.id]);
    expect(await ids({})).toEqual([left.id, paid.id, one.id]);
  });

  // Holds pay-168.
  it('copy their payment settings to the payment, and keep their own metadata', async () => {
    const session = await create({
      metadata: { page: 'blog' },
      customer_email: 'known@example.com',
      payment_intent_data: {
        application_fee_amount: 20,
        receipt_email: 'receipt@example.com',
        statement_descriptor_suffix: 'TIP',
      },
    });
    expect(session).toMatchObject({ metadata: { page: 'blog' }, customer_email: 'known@example.com' });
    await press(session.id, '4242424242424242');
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(
      session.id,
      { expand: ['payment_intent'] },
      onAda,
    );
    expect(intent).toMatchObject({
      application_fee_amount: 20,
      receipt_email: 'receipt@example.com',
      statement_descriptor_suffix: 'TIP',
      metadata: {},
    });
  });

  it.each<[string, object, string]>([
    ['a removed ui_mode', { ui_mode: 'hosted' }, 'ui_mode'],
    ['payment_method_types', { payment_method_types: ['card'] }, 'payment_method_types'],
    ['an expiry that is too early', { expires_at: Math.floor(Date.now() / 1000) + 60 }, 'expires_at'],
    ['too little', { line_items: [item(10)] }, 'line_items'],
    ['no line item', { line_items: undefined }, 'line_items'],
    ['two line items', { line_items: [item(), item()] }, 'line_items'],
    [
      'an application fee above the amount',
      { payment_intent_data: { application_fee_amount: 501 } },
      'application_fee_amount',
    ],
    ['an unknown language', { locale: 'tlh' }, 'locale'],
    ['an unsupported mode', { mode: 'setup' }, 'mode'],
    ['a relative URL', { success_url: '/thanks' }, 'success_url'],
    ['an unknown field', { payment_intent_data: { colour: 'red' } }, 'payment_intent_data[colour]'],
  ])('refuses %s', async (_, extra, param) => {
    expect(await refusal(create(extra))).toMatchObject({ statusCode: 400, param });
  });
});
