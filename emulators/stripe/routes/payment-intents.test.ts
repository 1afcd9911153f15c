import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
const onAda = { stripeAccount: ADA };

describe('payment intents', () => {
  let stripe: Stripe;
  const asked = { amount: 500, currency: 'usd', allowed_payment_method_types: ['card', 'link'] } as const;
  const newTip = () =>
    stripe.paymentIntents.create({ ...asked, allowed_payment_method_types: ['card', 'link'] }, onAda);

  beforeAll(async () => {
    sandbox = await openSandbox();
    stripe = sandbox.stripe;
  });
  afterAll(() => sandbox.close());

  describe('payment intents through the official SDK', () => {
    // Holds pay-166.
    it('keep their parameters and wait for a card', async () => {
      const intent = await stripe.paymentIntents.create(
        { amount: 500, currency: 'usd', metadata: { tip_id: 't1' }, receipt_email: 'fan@example.com' },
        onAda,
      );
      expect(intent).toMatchObject({
        status: 'requires_payment_method',
        amount: 500,
        metadata: { tip_id: 't1' },
        receipt_email: 'fan@example.com',
        application: 'ca_sandbox',
      });
      expect(intent.lastResponse.stripeAccount).toBe(ADA);
    });

    it('succeed with another card after a decline', async () => {
      const intent = await newTip();
      const declined = await refusal(
        stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }, onAda),
      );
      expect(declined).toBeInstanceOf(Stripe.errors.StripeCardError);
      expect(declined).toMatchObject({
        code: 'card_declined',
        decline_code: 'generic_decline',
        statusCode: 402,
      });
      expect(declined.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
      const paid = await stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_visa', expand: ['latest_charge'] },
        onAda,
      );
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 500, last_payment_error: null });
      const charges = await stripe.charges.list({ payment_intent: intent.id }, onAda);
      expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    });

    // Holds pay-001.
    it('belong to one account', async () => {
      const intent = await newTip();
      const lost = await refusal(stripe.paymentIntents.retrieve(intent.id));
      expect(lost).toMatchObject({ code: 'resource_missing', statusCode: 404 });
      const stranger = await refusal(
        stripe.paymentIntents.retrieve(intent.id, {}, { stripeAccount: 'acct_stranger' }),
      );
      expect(stranger).toBeInstanceOf(Stripe.errors.StripePermissionError);
      expect(stranger.code).toBe('account_invalid');
    });

    // Holds pay-166.
    it('accept a new amount until they are paid', async () => {
      const intent = await newTip();
      expect((await stripe.paymentIntents.update(intent.id, { amount: 700 }, onAda)).amount).toBe(700);
      await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }, onAda);
      const late = await refusal(stripe.paymentIntents.update(intent.id, { amount: 900 }, onAda));
      expect(late.code).toBe('payment_intent_unexpected_state');
      const canceled = await refusal(stripe.paymentIntents.cancel(intent.id, {}, onAda));
      expect(canceled.code).toBe('payment_intent_unexpected_state');
    });

    // Holds pay-166.
    it('change only the given fields, and clear a field that is set to empty', async () => {
      const kept = {
        amount: 500,
        currency: 'usd',
        description: 'One',
        receipt_email: 'a@example.com',
        statement_descriptor_suffix: 'TIP',
        application_fee_amount: 10,
        metadata: { keep: '1', drop: '2' },
      };
      const { id } = await stripe.paymentIntents.create(kept, onAda);
      expect(await stripe.paymentIntents.update(id, {}, onAda)).toMatchObject(kept);
      const changed = {
        amount: 700,
        description: 'Two',
        receipt_email: 'b@example.com',
        application_fee_amount: 20,
      };
      expect(await stripe.paymentIntents.update(id, changed, onAda)).toMatchObject({ ...kept, ...changed });
      const unset = await stripe.paymentIntents.update(
        id,
        { description: '', receipt_email: '', application_fee_amount: '', metadata: { drop: '', add: '3' } },
        onAda,
      );
      expect(unset).toMatchObject({ description: null, receipt_email: null, application_fee_amount: null });
      expect(unset.metadata).toEqual({ keep: '1', add: '3' });
      expect((await stripe.paymentIntents.update(id, { metadata: '' }, onAda)).metadata).toEqual({});
      const fee = await refusal(stripe.paymentIntents.update(id, { application_fee_amount: 701 }, onAda));
      expect(fee.param).toBe('application_fee_amount');
      expect((await refusal(stripe.paymentIntents.update(id, { amount: 49 }, onAda))).code).toBe(
        'amount_too_small',
      );
      expect((await stripe.paymentIntents.retrieve(id, {}, onAda)).amount).toBe(700);
    });

    // Holds pay-166.
    it('accept new metadata after the payment, but no new amount', async () => {
      const { id } = await newTip();
      await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, onAda);
      const noted = await stripe.paymentIntents.update(
        id,
        { metadata: { note: 'x' }, description: 'y' },
        onAda,
      );
      expect(noted).toMatchObject({ metadata: { note: 'x' }, description: 'y' });
      for (const money of [{ amount: 600 }, { currency: 'eur' }, { application_fee_amount: 5 }]) {
        const late = await refusal(stripe.paymentIntents.update(id, money, onAda));
        expect(late.code).toBe('payment_intent_unexpected_state');
      }
    });

    // Holds pay-166.
    it('are canceled with a reason, and then accept no card', async () => {
      const intent = await newTip();
      const canceled = await stripe.paymentIntents.cancel(
        intent.id,
        { cancellation_reason: 'abandoned' },
        onAda,
      );
      expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
      const late = await refusal(
        stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }, onAda),
      );
      expect(late.code).toBe('payment_intent_unexpected_state');
    });

    // Holds pay-182.
    it('ask for authentication, which a server cannot complete', async () => {
      const intent = await newTip();
      const asking = await stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_threeDSecure2Required', return_url: 'https://example.com/back' },
        onAda,
      );
      expect(asking.status).toBe('requires_action');
      expect(asking.next_action?.redirect_to_url?.return_url).toBe('https://example.com/back');
      expect(asking.latest_charge).toBeNull();
    });

    // Holds pay-167.
    it('book the charge with its fee shortly after the payment', async () => {
      const intent = await newTip();
      await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }, onAda);
      await sandbox.control('clock/advance', { milliseconds: 1000 });
      await expect
        .poll(async () => {
          const paid = await stripe.paymentIntents.retrieve(
            intent.id,
            { expand: ['latest_charge.balance_transaction'] },
            onAda,
          );
          const charge = paid.latest_charge as Stripe.Charge;
          return charge.balance_transaction as Stripe.BalanceTransaction | null;
        })
        .toMatchObject({ amount: 500, fee: 45, net: 455, fee_details: [{ type: 'stripe_fee', amount: 45 }] });
    });

    it('accept an application fee only on a connected account, and never above the amount', async () => {
      const fee = { amount: 500, currency: 'usd', application_fee_amount: 600 };
      expect((await refusal(stripe.paymentIntents.create(fee, onAda))).param).toBe('application_fee_amount');
      const own = await refusal(stripe.paymentIntents.create({ ...fee, application_fee_amount: 10 }));
      expect(own.param).toBe('application_fee_amount');
    });

    // Holds pay-163.
    it('are listed newest first, over more than one page', async () => {
      const account = { stripeAccount: 'acct_pages' };
      await sandbox.control('accounts/seed', { id: 'acct_pages' });
      const made: string[] = [];
      for (let count = 0; count < 5; count += 1)
        made.unshift((await stripe.paymentIntents.create({ amount: 100, currency: 'usd' }, account)).id);
      const seen: string[] = [];
      for await (const intent of stripe.paymentIntents.list({ limit: 2 }, account)) seen.push(intent.id);
      expect(seen).toEqual(made);
      const back = await stripe.paymentIntents.list({ limit: 2, ending_before: made[3] ?? '' }, account);
      expect(back.data.map(({ id }) => id)).toEqual(made.slice(1, 3));
    });
  });

  describe('creating a payment intent with', () => {
    // Holds pay-050, pay-160.
    const cases: readonly [string, Record<string, unknown>, { code?: string; param: string }][] = [
      ['a missing amount', { currency: 'usd' }, { code: 'parameter_missing', param: 'amount' }],
      ['an unknown parameter', { ...asked, foo: 1 }, { code: 'parameter_unknown', param: 'foo' }],
      [
        'a fractional amount',
        { ...asked, amount: 5.5 },
        { code: 'parameter_invalid_integer', param: 'amount' },
      ],
      [
        'an amount below the minimum',
        { ...asked, amount: 49 },
        { code: 'amount_too_small', param: 'amount' },
      ],
      [
        'an amount above the maximum',
        { ...asked, amount: 100_000_000 },
        { code: 'amount_too_large', param: 'amount' },
      ],
      ['an unknown currency', { ...asked, currency: 'xxx' }, { param: 'currency' }],
      [
        'the removed payment_method_types',
        { ...asked, payment_method_types: ['card'] },
        { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
      ],
      [
        'an unknown payment method type',
        { ...asked, allowed_payment_method_types: ['cash'] },
        { param: 'allowed_payment_method_types[0]' },
      ],
      [
        'a statement descriptor for cards',
        { ...asked, statement_descriptor: 'X' },
        { param: 'statement_descriptor' },
      ],
      ['a fractional amount of ISK', { ...asked, amount: 50_050, currency: 'isk' }, { param: 'amount' }],
    ];
    it.each(cases)('%s is refused with an error that names the parameter', async (_, params, expected) => {
      const raw = stripe.rawRequest('POST', '/v1/payment_intents', params, onAda);
      expect(await refusal(raw)).toMatchObject({ statusCode: 400, ...expected });
    });

    // Holds pay-158.
    it('a request with a wrong key, without a key or with another API version is refused', async () => {
      const wrong = await refusal(sandbox.connect('sk_test_sandbox_wrong').paymentIntents.list());
      expect(wrong).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
      expect(wrong.message).not.toContain('wrong');
      const old = await fetch(`${sandbox.url}/v1/account`, {
        headers: { authorization: 'Bearer sk_test_sandbox_unit', 'stripe-version': '2024-06-20' },
      });
      expect(old.status).toBe(400);
      expect((await fetch(`${sandbox.url}/v1/account`)).status).toBe(401);
    });
  });
});

describe('confirming and creating', () => {
  let stripe: Stripe;
  const page = 'https://example.com/back';

  beforeAll(async () => {
    sandbox = await openSandbox();
    stripe = sandbox.stripe;
  });
  afterAll(() => sandbox.close());

  const create = (extra: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents.create({ amount: 500, currency: 'usd', ...extra }, onAda);
  const confirm = (id: string, extra: Stripe.PaymentIntentConfirmParams = {}) =>
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', ...extra }, onAda);

  describe('confirming', () => {
    it('needs a payment method, now or earlier', async () => {
      const bare = await create();
      expect((await refusal(stripe.paymentIntents.confirm(bare.id, {}, onAda))).code).toBe(
        'payment_intent_unexpected_state',
      );
      const ready = await create({ payment_method: 'pm_card_visa' });
      expect(ready).toMatchObject({ status: 'requires_confirmation', latest_charge: null });
      expect((await stripe.paymentIntents.confirm(ready.id, {}, onAda)).status).toBe('succeeded');
      const later = await stripe.paymentIntents.update(
        bare.id,
        { payment_method: 'pm_card_mastercard' },
        onAda,
      );
      expect(later.status).toBe('requires_confirmation');
      expect((await stripe.paymentIntents.confirm(bare.id, {}, onAda)).status).toBe('succeeded');
    });

    // Holds pay-166.
    it('refuses a payment method of another account and one that does not exist', async () => {
      const own = await stripe.paymentIntents.create({
        amount: 500,
        currency: 'usd',
        payment_method: 'pm_card_visa',
      });
      const { id } = await create();
      for (const method of [idOf(own.payment_method ?? ''), 'pm_unknown', 'pm_card_unknown']) {
        const refused = await refusal(confirm(id, { payment_method: method }));
        expect([refused.code, refused.param]).toEqual(['resource_missing', 'payment_method']);
      }
    });

    // Holds pay-166.
    it('needs a return URL when the payment methods may redirect', async () => {
      const automatic = { automatic_payment_methods: { enabled: true } } as const;
      const { id } = await create(automatic);
      expect((await refusal(confirm(id))).message).toContain('return_url');
      expect((await confirm(id, { return_url: page })).status).toBe('succeeded');
      const never = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } } as const;
      expect((await confirm((await create(never)).id)).status).toBe('succeeded');
      expect((await confirm((await create(automatic)).id, { use_stripe_sdk: true })).status).toBe(
        'succeeded',
      );
      const off = await create({ automatic_payment_methods: { enabled: false } });
      expect((await confirm(off.id)).status).toBe('succeeded');
      const always = { automatic_payment_methods: { enabled: true, allow_redirects: 'always' } } as const;
      expect(
        (await refusal(create({ ...always, confirm: true, payment_method: 'pm_card_visa' }))).statusCode,
      ).toBe(400);
    });

    it('accepts a return URL only together with confirm', async () => {
      const early = await refusal(create({ return_url: page }));
      expect([early.statusCode, early.param]).toEqual([400, 'return_url']);
      const at = { confirm: true, payment_method: 'pm_card_authenticationRequired' };
      expect((await create({ ...at, return_url: page })).next_action).toMatchObject({
        type: 'redirect_to_url',
        redirect_to_url: { return_url: page },
      });
      expect((await create({ ...at, return_url: page, use_stripe_sdk: true })).next_action?.type).toBe(
        'use_stripe_sdk',
      );
    });

    it('drops the 3-D Secure challenge of an earlier card', async () => {
      const { id } = await create();
      await confirm(id, { payment_method: 'pm_card_authenticationRequired', return_url: page });
      const paid = await confirm(id);
      expect(paid).toMatchObject({ status: 'succeeded', next_action: null, last_payment_error: null });
      expect((await refusal(confirm(id))).code).toBe('payment_intent_unexpected_state');
    });

    it('accepts a receipt email', async () => {
      const { id } = await create({ statement_descriptor_suffix: 'TIP ADA', description: 'A tip' });
      const paid = await confirm(id, { receipt_email: 'fan@example.com', expand: ['latest_charge'] });
      expect(paid).toMatchObject({
        receipt_email: 'fan@example.com',
        latest_charge: {
          receipt_email: 'fan@example.com',
          description: 'A tip',
          statement_descriptor_suffix: 'TIP ADA',
          disputed: false,
          refunded: false,
          amount_captured: 500,
        },
      });
    });

    it('accepts an application fee up to the full amount', async () => {
      const paid = await create({
        application_fee_amount: 500,
        confirm: true,
        payment_method: 'pm_card_visa',
        expand: ['latest_charge'],
      });
      expect(paid).toMatchObject({ latest_charge: { application_fee_amount: 500 } });
    });
  });

  describe('creating an intent', () => {
    it.each<[string, Record<string, unknown>, { code?: string; param: string }]>([
      [
        'a malformed email address',
        { receipt_email: 'fan' },
        { code: 'email_invalid', param: 'receipt_email' },
      ],
      [
        'an email address that is too long',
        { receipt_email: `${'a'.repeat(505)}@b.example` },
        { code: 'parameter_invalid_string_too_long', param: 'receipt_email' },
      ],
      [
        'a suffix without a letter',
        { statement_descriptor_suffix: '123' },
        { param: 'statement_descriptor_suffix' },
      ],
      [
        'a suffix with a quote',
        { statement_descriptor_suffix: "ADA'S" },
        { param: 'statement_descriptor_suffix' },
      ],
      [
        'a suffix with Greek letters',
        { statement_descriptor_suffix: 'tip αβγ' },
        { param: 'statement_descriptor_suffix' },
      ],
      [
        'a suffix of 23 characters',
        { statement_descriptor_suffix: 'A'.repeat(23) },
        { param: 'statement_descriptor_suffix' },
      ],
      ['manual capture', { capture_method: 'manual' }, { param: 'capture_method' }],
      [
        'a misspelled redirect rule',
        { automatic_payment_methods: { enabled: true, allow_redirects: 'nver' } },
        { param: 'automatic_payment_methods[allow_redirects]' },
      ],
      ['a negative amount', { amount: -1 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ])('refuses %s', async (_, extra, expected) => {
      const asked = { amount: 500, currency: 'usd', ...extra };
      const raw = stripe.rawRequest('POST', '/v1/payment_intents', asked, onAda);
      expect(await refusal(raw)).toMatchObject({ statusCode: 400, ...expected });
    });

    it('cancels only with a known reason', async () => {
      const { id } = await create();
      const raw = stripe.rawRequest(
        'POST',
        `/v1/payment_intents/${id}/cancel`,
        { cancellation_reason: 'bored' },
        onAda,
      );
      expect((await refusal(raw)).param).toBe('cancellation_reason');
      for (const reason of ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const) {
        const open = await create();
        const canceled = await stripe.paymentIntents.cancel(open.id, { cancellation_reason: reason }, onAda);
        expect(canceled.cancellation_reason).toBe(reason);
      }
    });
  });
});

describe('the types that are offered', () => {
  const account = 'acct_offers';
  const on = { stripeAccount: account };

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
    const v2 = await sandbox.stripe.v2.core.accounts.retrieve(account, {
      include: ['configuration.merchant'],
    });
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
});
