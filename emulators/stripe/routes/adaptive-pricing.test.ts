import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fanIn, cardFields, pressPay, answerBank, shownPrices } from '../testing/hosted-page';
import { ADA, idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

const onAda = { stripeAccount: ADA };
const VISA = cardFields('4242424242424242');
let sandbox: OpenSandbox;
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
    ['the country is in the host of the address', { enabled: true, email: 'fan@x+location_DE.example.com' }],
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
    expect(session).toMatchObject({ ...details, currency: 'usd', amount_total: 500, payment_status: 'paid' });
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
