import { afterAll, beforeAll, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

const account = 'acct_offers';
const on = { stripeAccount: account };
let sandbox: OpenSandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
  await sandbox.control('accounts/seed', { id: account, country: 'NL', currency: 'eur' });
});
afterAll(() => sandbox.close());

const way = (type: string, status: string) => sandbox.control('accounts/way', { account, type, status });
const prefer = (type: string, preference: string) =>
  sandbox.control('accounts/preference', { account, type, preference });

const create = (
  types: Stripe.PaymentIntentCreateParams['allowed_payment_method_types'] = ['card', 'link'],
  params: Partial<Stripe.PaymentIntentCreateParams> = {},
) =>
  sandbox.stripe.paymentIntents.create(
    { amount: 500, currency: 'eur', allowed_payment_method_types: types, ...params },
    on,
  );

const openPage = (type: 'card' | 'ideal') =>
  sandbox.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 500, product_data: { name: 'Tip' } } },
      ],
      success_url: 'https://busker.test/',
      allowed_payment_method_types: [type],
    },
    on,
  );

// Holds pay-342.
it.each([
  ['switched off', () => prefer('card', 'off'), () => prefer('card', 'none')],
  ['not active', () => way('card', 'inactive'), () => way('card', 'active')],
])(
  'leaves cards and Link out of a list while cards are %s, and refuses what nobody could pay',
  async (_, end, begin) => {
    await end();
    expect((await create(['card', 'link', 'ideal'])).payment_method_types).toEqual(['ideal']);
    const nothing = await refusal(create());
    expect(nothing).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
    expect(nothing.message).toMatch(/^No valid payment method types for this Payment Intent\./);
    expect((await refusal(openPage('card'))).message).toMatch(
      /^No valid payment method types for this Checkout Session\./,
    );
    expect((await openPage('ideal')).payment_method_types).toEqual(['ideal']);
    await begin();
    expect((await create()).payment_method_types).toEqual(['card', 'link']);
  },
);

// Holds pay-342.
it('refuses a list of which the currency leaves nothing, also when an intent is changed', async () => {
  expect((await refusal(create(['twint', 'blik']))).message).toMatch(/^No valid payment method types/);
  const { id } = await create(['ideal']);
  const change = { allowed_payment_method_types: ['swish' as const] };
  expect((await refusal(sandbox.stripe.paymentIntents.update(id, change, on))).message).toMatch(
    /^No valid payment method types/,
  );
  const kept = await sandbox.stripe.paymentIntents.retrieve(id, {}, on);
  expect(kept.allowed_payment_method_types).toEqual(['ideal']);
});

// Holds pay-342.
it('refuses a card where the intent offers none', async () => {
  const confirm = { payment_method: 'pm_card_visa', confirm: true, use_stripe_sdk: true };
  const foreign = await refusal(create(['ideal'], confirm));
  expect(foreign).toMatchObject({ code: 'payment_intent_incompatible_payment_method' });
  expect(foreign.message).toContain('one of the following types: ideal');

  const { id } = await create(['card', 'ideal']);
  await prefer('card', 'off');
  const { confirm: _, ...late } = confirm;
  expect((await refusal(sandbox.stripe.paymentIntents.confirm(id, late, on))).code).toBe(
    'payment_intent_incompatible_payment_method',
  );
  await prefer('card', 'none');
  const paid = await sandbox.stripe.paymentIntents.confirm(id, late, on);
  expect(idOf(paid.latest_charge ?? '')).toMatch(/^ch_/);
});

// Holds pay-342.
it('shows the capability and the setting of cards like those of other ways', async () => {
  await way('card', 'inactive');
  const v1 = await sandbox.stripe.accounts.retrieve(account);
  expect(v1).toMatchObject({
    charges_enabled: true,
    capabilities: { card_payments: 'inactive', ideal_payments: 'active' },
  });
  const v2 = await sandbox.stripe.v2.core.accounts.retrieve(account, { include: ['configuration.merchant'] });
  expect(v2.configuration?.merchant?.capabilities?.card_payments?.status).toBe('restricted');
  const { data } = await sandbox.stripe.events.list({ type: 'capability.updated', limit: 1 }, on);
  expect(data[0]?.data.object).toMatchObject({ id: 'card_payments', status: 'inactive' });
  const [settings] = (await sandbox.stripe.paymentMethodConfigurations.list({}, on)).data;
  expect([settings?.card?.available, settings?.apple_pay?.available]).toEqual([false, false]);
  await way('card', 'active');
});

// Holds pay-347.
it.each([
  ['wero', 'eur', [50, 99_999_999], []],
  ['twint', 'chf', [50, 500_000], [500_001]],
  ['pix', 'brl', [50, 1_500_000], [1_500_001]],
  ['upi', 'inr', [100, 10_000_000], [99, 10_000_001]],
  ['ideal', 'eur', [50, 99_999_999], []],
] as const)('offers %s in %s at %s and not at %s minor units', async (type, currency, inside, outside) => {
  await way(type, 'active');
  const amountsWith = async (amounts: readonly number[]) => {
    const found = [];
    for (const amount of amounts) {
      const made = await create(['card', type], { amount, currency });
      if (made.payment_method_types.includes(type)) found.push(amount);
    }
    return found;
  };
  expect(await amountsWith(inside)).toEqual(inside);
  expect(await amountsWith(outside)).toEqual([]);
});

// Holds pay-347.
it('refuses a list of which the amount leaves nothing', async () => {
  await way('twint', 'active');
  expect((await refusal(create(['twint'], { amount: 500_001, currency: 'chf' }))).message).toMatch(
    /^No valid payment method types/,
  );
});
