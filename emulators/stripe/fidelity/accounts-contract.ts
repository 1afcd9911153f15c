import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { refusal } from '../testing/open-sandbox';
import type { Contract } from './contract';

/** Hosted pages, events, domains, accounts and errors. */
export function testAccounts(c: Contract): void {
  it('creates a Checkout Session without an intent, and expires it', async () => {
    // By the clock of Stripe: another test moves the sandbox's.
    const { created: now } = await c.create();
    const session = await c.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        ui_mode: 'hosted_page',
        allowed_payment_method_types: ['card', 'link'],
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: 1500, product_data: { name: 'A tip' } },
          },
        ],
        payment_intent_data: { metadata: { tip_id: 't1' } },
        client_reference_id: 't1',
        success_url: 'https://example.com/t/1?cs={CHECKOUT_SESSION_ID}',
        cancel_url: 'https://example.com/@ada',
        expires_at: now + 31 * 60,
      },
      c.on,
    );
    expect(session).toMatchObject({
      status: 'open',
      payment_intent: null,
      payment_status: 'unpaid',
      amount_total: 1500,
    });
    expect(session.url).toMatch(/^https?:/);
    expect((await c.stripe.checkout.sessions.retrieve(session.id, {}, c.on)).id).toBe(session.id);
    expect((await c.stripe.checkout.sessions.expire(session.id, {}, c.on)).status).toBe('expired');
    expect((await c.stripe.checkout.sessions.list({ limit: 1 }, c.on)).data[0]?.id).toBe(session.id);
  });

  it('creates events for what happened', async () => {
    const { id } = await c.pay('pm_card_visa');
    const named = async () => {
      const { data } = await c.stripe.events.list({ type: 'payment_intent.succeeded', limit: 5 }, c.on);
      return data.find(({ data: { object } }) => 'id' in object && object.id === id)?.id;
    };
    expect(await c.eventually(named, (id) => id !== undefined)).toMatch(/^evt_/);
    expect((await c.stripe.events.retrieve((await named()) ?? '', {}, c.on)).type).toBe(
      'payment_intent.succeeded',
    );
    const { data: all } = await c.stripe.events.list({ limit: 50 }, c.on);
    const own = all.filter(({ data: { object } }) => 'id' in object && object.id === id);
    expect(own.map(({ type }) => type)).toContain('payment_intent.created');
  });

  it('says which ways to pay an account shows', async () => {
    const { data } = await c.stripe.paymentMethodConfigurations.list({}, c.on);
    expect(data.filter(({ is_default }) => is_default).length).toBeGreaterThan(0);
    const { id = '', card } = data.find(({ is_default }) => is_default) ?? {};
    expect(typeof card?.available).toBe('boolean');
    expect(['on', 'off']).toContain(card?.display_preference.value);
    expect((await c.stripe.paymentMethodConfigurations.retrieve(id, {}, c.on)).id).toBe(id);
    // No choice of the account's own, which is what it begins with.
    const params = { card: { display_preference: { preference: 'none' } } } as const;
    const left = await c.stripe.paymentMethodConfigurations.update(id, params, c.on);
    expect(['on', 'off']).toContain(left.card?.display_preference.value);
  });

  it('stores payment method domains', async () => {
    const made = await c.stripe.paymentMethodDomains.create(
      { domain_name: 'busker-contract.example.com' },
      c.on,
    );
    expect((await c.stripe.paymentMethodDomains.retrieve(made.id, {}, c.on)).domain_name).toBe(
      made.domain_name,
    );
    const { data } = await c.stripe.paymentMethodDomains.list({ domain_name: made.domain_name }, c.on);
    expect(data.map(({ id }) => id)).toEqual([made.id]);
    await c.stripe.paymentMethodDomains.validate(made.id, {}, c.on);
    expect((await c.stripe.paymentMethodDomains.update(made.id, { enabled: false }, c.on)).enabled).toBe(
      false,
    );
  });

  it('returns the account', async () => {
    const own = (await c.stripe.accounts.retrieveCurrent({}, c.on)) as Stripe.Account;
    expect(own.charges_enabled).toBe(true);
    expect((await c.stripe.accounts.retrieve(own.id)).id).toBe(own.id);
  });

  it.each<[string, Record<string, unknown>, object]>([
    ['a missing currency', { amount: 1500 }, { code: 'parameter_missing', param: 'currency' }],
    [
      'an unknown parameter',
      { amount: 1500, currency: 'usd', colour: 'red' },
      { code: 'parameter_unknown', param: 'colour' },
    ],
    [
      'a fraction',
      { amount: '15.5', currency: 'usd' },
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    [
      'an amount below the minimum',
      { amount: 1, currency: 'usd' },
      { code: 'amount_too_small', param: 'amount' },
    ],
    [
      'payment_method_types',
      { amount: 1500, currency: 'usd', payment_method_types: ['card'] },
      { code: 'payment_method_types_no_longer_supported' },
    ],
  ])('refuses %s and names the parameter', async (_, params, expected) => {
    const refused = await refusal(c.stripe.rawRequest('POST', '/v1/payment_intents', params, c.on));
    expect(refused).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', ...expected });
  });

  it('answers resource_missing for an unknown id', async () => {
    for (const missing of [
      c.stripe.paymentIntents.retrieve('pi_0000000000000000', {}, c.on),
      c.stripe.refunds.retrieve('re_0000000000000000', {}, c.on),
      c.stripe.checkout.sessions.retrieve('cs_test_0000000000', {}, c.on),
    ])
      expect(await refusal(missing)).toMatchObject({ code: 'resource_missing', statusCode: 404 });
  });
}
