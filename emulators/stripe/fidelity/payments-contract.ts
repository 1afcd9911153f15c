import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { idOf, refusal } from '../testing/open-sandbox';
import type { Contract } from './contract';

/** Payment intents and test cards. */
export function testPayments(c: Contract): void {
  it('creates an intent that waits for a card, changes its amount, and pays it', async () => {
    const made = await c.create({ description: 'A tip', metadata: { tip_id: 't1' } });
    expect(made).toMatchObject({ status: 'requires_payment_method', amount: 1500, livemode: false });
    expect(made.client_secret).toMatch(new RegExp(`^${made.id}_secret_`));
    expect((await c.stripe.paymentIntents.retrieve(made.id, {}, c.on)).id).toBe(made.id);
    const changed = await c.stripe.paymentIntents.update(
      made.id,
      { amount: 2000, metadata: { tip_id: '' } },
      c.on,
    );
    expect(changed).toMatchObject({ amount: 2000, metadata: {} });
    const paid = await c.stripe.paymentIntents.confirm(
      made.id,
      { payment_method: 'pm_card_visa', expand: ['latest_charge'] },
      c.on,
    );
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2000 });
    const { id } = paid.latest_charge as Stripe.Charge;
    expect((await c.stripe.charges.retrieve(id, {}, c.on)).paid).toBe(true);
    expect((await c.stripe.charges.list({ payment_intent: made.id }, c.on)).data).toHaveLength(1);
    const booking = async () => (await c.stripe.charges.retrieve(id, {}, c.on)).balance_transaction;
    const booked = await c.eventually(booking, (transaction) => transaction !== null);
    const transaction = await c.stripe.balanceTransactions.retrieve(idOf(booked ?? ''), {}, c.on);
    expect(transaction).toMatchObject({ type: 'charge', amount: 2000, source: id });
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', undefined],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', undefined],
  ])('answers %s with a card error, and the intent can be confirmed again', async (method, code, decline) => {
    const declined = await refusal(c.pay(method));
    expect(declined).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(declined).toMatchObject({
      code,
      statusCode: 402,
      ...(decline !== undefined && { decline_code: decline }),
    });
    const { payment_intent: intent } = declined;
    expect(intent?.status).toBe('requires_payment_method');
    const again = await c.stripe.paymentIntents.confirm(
      intent?.id ?? '',
      { payment_method: 'pm_card_visa' },
      c.on,
    );
    expect(again.status).toBe('succeeded');
  });

  it('returns requires_action for a card that needs authentication, and such an intent can be canceled', async () => {
    const asking = await c.pay('pm_card_authenticationRequired');
    expect(asking).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    const canceled = await c.stripe.paymentIntents.cancel(
      asking.id,
      { cancellation_reason: 'abandoned' },
      c.on,
    );
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    const late = await refusal(c.stripe.paymentIntents.cancel(asking.id, {}, c.on));
    expect(late.code).toBe('payment_intent_unexpected_state');
  });

  it('refuses an intent when nothing of its list can be paid in its currency', async () => {
    const nothing = await refusal(c.create({ allowed_payment_method_types: ['twint'] }));
    expect(nothing).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
  });

  it('lists intents in pages, newest first', async () => {
    const ids = [(await c.create()).id, (await c.create()).id, (await c.create()).id].reverse();
    const first = await c.stripe.paymentIntents.list({ limit: 2 }, c.on);
    expect(first.has_more).toBe(true);
    const next = await c.stripe.paymentIntents.list({ limit: 1, starting_after: ids[1] ?? '' }, c.on);
    expect([...first.data, ...next.data].map(({ id }) => id)).toEqual(ids);
  });

  it('runs a request once for each idempotency key', async () => {
    const options = { ...c.on, idempotencyKey: `contract-${Date.now()}-${Math.random()}` };
    const params = { amount: 1500, currency: 'usd' };
    const first = await c.stripe.paymentIntents.create(params, options);
    const again = await c.stripe.paymentIntents.create(params, options);
    expect(again.id).toBe(first.id);
    expect(c.exchanges.at(-1)?.isReplayed).toBe(true);
    const other = await refusal(c.stripe.paymentIntents.create({ ...params, amount: 1600 }, options));
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });
}
