import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AllowedType } from '../reference/method-types';
import { answerBank, cardFields, fanIn, lookAtPage, pressPay, shownPrices } from '../testing/hosted-page';
import { ADA, PUBLISHABLE_KEY, idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
const onAda = { stripeAccount: ADA };

describe('Checkout Sessions', () => {
  let stripe: Stripe;

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

describe('the hosted page', () => {
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
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining('hosted page alone'),
      ]);
    });
  });
});

describe('adaptive pricing', () => {
  const VISA = cardFields('4242424242424242');
  beforeAll(async () => {
    sandbox = await openSandbox();
    await sandbox.control('accounts/seed', { id: 'acct_india', country: 'IN', currency: 'usd' });
    await sandbox.control('accounts/way', { account: ADA, type: 'cashapp', status: 'active' });
  });
  afterAll(() => sandbox.close());

  interface Asked {
    readonly enabled?: boolean;
    readonly email?: string;
    readonly currency?: string;
    readonly on?: { readonly stripeAccount: string };
    readonly types?: Stripe.Checkout.SessionCreateParams['allowed_payment_method_types'];
  }

  const create = ({ enabled, email, currency = 'usd', on = onAda, types }: Asked) =>
    sandbox.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          { quantity: 1, price_data: { currency, unit_amount: 500, product_data: { name: 'Tip' } } },
        ],
        success_url: 'https://busker.test/',
        ...(enabled !== undefined && { adaptive_pricing: { enabled } }),
        ...(email !== undefined && { customer_email: email }),
        ...(types && { allowed_payment_method_types: types }),
      },
      on,
    );
  const german = (extra: Asked = {}) => create({ enabled: true, email: fanIn('DE'), ...extra });
  const read = async (id: string) => {
    const expand = ['payment_intent.latest_charge.balance_transaction'];
    const session = await sandbox.stripe.checkout.sessions.retrieve(id, { expand }, onAda);
    const intent = session.payment_intent as Stripe.PaymentIntent;
    return { session, intent, charge: intent.latest_charge as Stripe.Charge };
  };
  const pages = async (asked: Asked) =>
    (await shownPrices((await create(asked)).url ?? '')).map(({ currency, amount }) => [currency, amount]);

  describe('the fan’s currency', () => {
    // Holds pay-341.
    it('is offered before ours, with its own ways to pay, and the ways of the session are those of both', async () => {
      const { url, ...session } = await german({ types: ['card', 'cashapp', 'ideal', 'bancontact', 'blik'] });
      expect(session).toMatchObject({
        adaptive_pricing: { enabled: true },
        currency: 'usd',
        amount_total: 500,
        payment_method_types: ['card', 'ideal', 'bancontact', 'cashapp'],
      });
      expect(session).not.toHaveProperty('presentment_details');
      expect(await shownPrices(url ?? '')).toEqual([
        { currency: 'eur', amount: 478, ways: ['card', 'ideal', 'bancontact'], isChosen: true },
        { currency: 'usd', amount: 500, ways: ['card', 'cashapp'], isChosen: false },
      ]);
    });

    it('may have no decimals', async () => {
      expect(await pages({ enabled: true, email: fanIn('JP') })).toEqual([
        ['jpy', 780],
        ['usd', 500],
      ]);
    });

    it.each<[string, Asked]>([
      ['the session does not say so', { email: fanIn('DE') }],
      ['the session forbids it', { enabled: false, email: fanIn('DE') }],
      ['the address names no country', { enabled: true, email: 'fan@example.com' }],
      ['there is no address', { enabled: true }],
      ['the sandbox has no currency of the country', { enabled: true, email: fanIn('AQ') }],
      [
        'the country is in the host of the address',
        { enabled: true, email: 'fan@x+location_DE.example.com' },
      ],
      ['it is ours', { enabled: true, email: fanIn('US') }],
      ['the account is Indian', { enabled: true, email: fanIn('DE'), on: { stripeAccount: 'acct_india' } }],
      ['no way to pay takes it', { enabled: true, email: fanIn('DE'), types: ['cashapp'] }],
      ['the sandbox has no rate of ours', { enabled: true, email: fanIn('DE'), currency: 'isk' }],
    ])('is not offered where %s', async (_, asked) => {
      expect(await pages(asked)).toEqual([]);
    });

    it('is refused for subscriptions, and so is a currency that the page does not show', async () => {
      const subscription: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: 500,
              product_data: { name: 'Tip' },
              recurring: { interval: 'month' },
            },
          },
        ],
        success_url: 'https://busker.test/',
        adaptive_pricing: { enabled: true },
      };
      expect(await refusal(sandbox.stripe.checkout.sessions.create(subscription, onAda))).toMatchObject({
        statusCode: 400,
        param: 'adaptive_pricing[enabled]',
        message: 'The sandbox does not support adaptive pricing in `subscription` mode.',
      });
      const { id } = await german();
      expect(await pressPay(sandbox, id, { ...VISA, currency: 'gbp' })).toMatchObject({
        status: 400,
        body: { error: { param: 'currency', message: 'This page cannot be paid in gbp.' } },
      });
    });
  });

  describe('a payment', () => {
    // Holds pay-341.
    it('in the fan’s currency carries it everywhere, and the owner gets the amount and the fees of ours', async () => {
      const { id } = await german();
      await pressPay(sandbox, id, { ...VISA, currency: 'eur' });
      await sandbox.control('clock/advance', { milliseconds: 1000 });
      const { session, intent, charge } = await read(id);
      const details = { presentment_details: { presentment_amount: 478, presentment_currency: 'eur' } };
      expect(session).toMatchObject({
        ...details,
        currency: 'usd',
        amount_total: 500,
        payment_status: 'paid',
      });
      expect(intent).toMatchObject({ ...details, currency: 'usd', amount: 500, amount_received: 500 });
      expect(charge).toMatchObject({
        ...details,
        currency: 'usd',
        amount: 500,
        balance_transaction: { amount: 500, currency: 'usd', fee: 45, exchange_rate: null },
      });
      await sandbox.webhooksIdle();
      const events = sandbox.endpoint.received.map(({ event }) => event as unknown as Stripe.Event);
      const ours = {
        'charge.succeeded': charge.id,
        'payment_intent.succeeded': intent.id,
        'checkout.session.completed': session.id,
      };
      for (const [name, own] of Object.entries(ours)) {
        const of = events.filter(({ type }) => type === name).map(({ data }) => data.object);
        expect(of.find((object) => 'id' in object && object.id === own)).toMatchObject(details);
      }
      const receipt = await (await fetch(charge.receipt_url ?? '')).text();
      expect(receipt).toContain('€4.78');
    });

    // Holds pay-341.
    it('in ours carries nothing, also after the card was declined in the fan’s', async () => {
      const { id, url } = await german();
      const declined = { ...cardFields('4000000000000002'), currency: 'eur' };
      expect((await pressPay(sandbox, id, declined)).status).toBe(402);
      expect((await shownPrices(url ?? '')).find(({ isChosen }) => isChosen)?.currency).toBe('eur');
      await pressPay(sandbox, id, { ...cardFields('4000000000000002'), currency: 'usd' });
      expect((await shownPrices(url ?? '')).find(({ isChosen }) => isChosen)?.currency).toBe('usd');
      await pressPay(sandbox, id, VISA);
      for (const one of Object.values(await read(id))) {
        expect(one).toMatchObject({ currency: 'usd' });
        expect(one).not.toHaveProperty('presentment_details');
      }
    });

    it('by a way of the fan’s currency is refused in ours, and shows the fan’s amount on the bank’s page', async () => {
      const { id } = await german({ types: ['card', 'ideal'] });
      expect(await pressPay(sandbox, id, { type: 'ideal' })).toMatchObject({
        status: 400,
        body: { error: { param: 'type' } },
      });
      const asked = await pressPay(sandbox, id, { type: 'ideal', currency: 'eur' });
      expect(await (await fetch(asked.body.challenge?.address ?? '')).text()).toContain('€4.78');
      await answerBank(sandbox, asked, 'complete');
      const { session, intent } = await read(id);
      expect(session.presentment_details?.presentment_amount).toBe(478);
      expect(intent.payment_method_types).toEqual(['card', 'ideal']);
      expect(idOf(intent.payment_method ?? '')).toMatch(/^pm_/);
    });
  });
});
