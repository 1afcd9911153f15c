import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
let stripe: Stripe;
const onAda = { stripeAccount: ADA };
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
    ['an amount below the minimum', { ...asked, amount: 49 }, { code: 'amount_too_small', param: 'amount' }],
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
