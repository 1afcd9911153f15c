import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, idOf, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
let stripe: Stripe;
const onAda = { stripeAccount: ADA };
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
    expect((await confirm((await create(automatic)).id, { use_stripe_sdk: true })).status).toBe('succeeded');
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
