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

/** Refunds, disputes and early fraud warnings. */
export function testRefunds(c: Contract): void {
  it('refunds a part, refuses more than was paid, and refuses a second full refund', async () => {
    const { id } = await c.pay('pm_card_visa');
    const part = await c.stripe.refunds.create(
      { payment_intent: id, amount: 500, reason: 'requested_by_customer' },
      c.on,
    );
    expect(part).toMatchObject({ amount: 500, reason: 'requested_by_customer' });
    expect(
      (await refusal(c.stripe.refunds.create({ payment_intent: id, amount: 1001 }, c.on))).statusCode,
    ).toBe(400);
    await c.stripe.refunds.create({ payment_intent: id }, c.on);
    const done = await refusal(c.stripe.refunds.create({ payment_intent: id }, c.on));
    expect(done.code).toBe('charge_already_refunded');
    expect((await c.stripe.refunds.list({ payment_intent: id }, c.on)).data).toHaveLength(2);
    expect((await c.stripe.refunds.retrieve(part.id, {}, c.on)).id).toBe(part.id);
  });

  it('shows the dispute on a disputed charge, and evidence can win it', async () => {
    const { id } = await c.pay('pm_card_createDispute');
    const find = async () => (await c.stripe.disputes.list({ payment_intent: id }, c.on)).data[0]?.status;
    expect(await c.eventually(find, (status) => status !== undefined)).toBe('needs_response');
    const [dispute] = (await c.stripe.disputes.list({ payment_intent: id }, c.on)).data;
    const found = await c.stripe.disputes.retrieve(dispute?.id ?? '', {}, c.on);
    const evidence = { uncategorized_text: 'winning_evidence' };
    await c.stripe.disputes.update(found.id, { evidence, submit: true }, c.on);
    expect(await c.eventually(find, (status) => status === 'won')).toBe('won');
  });

  it('closes a dispute when the account accepts it', async () => {
    const { id } = await c.pay('pm_card_createDisputeProductNotReceived');
    const find = async () => (await c.stripe.disputes.list({ payment_intent: id }, c.on)).data[0];
    const opened = await c.eventually(find, (dispute) => dispute !== undefined);
    expect(opened?.reason).toBe('product_not_received');
    const closed = await c.stripe.disputes.close((await find())?.id ?? '', {}, c.on);
    expect(closed.status).toBe('lost');
  });

  it('creates an early fraud warning', async () => {
    const { id } = await c.pay('pm_card_createIssuerFraudRecord');
    const find = async () =>
      (await c.stripe.radar.earlyFraudWarnings.list({ payment_intent: id }, c.on)).data[0];
    const warned = await c.eventually(find, (warning) => warning !== undefined);
    expect(warned?.actionable).toBe(true);
    const warning = await c.stripe.radar.earlyFraudWarnings.retrieve((await find())?.id ?? '', {}, c.on);
    expect(warning.payment_intent).toBe(id);
  });
}

/** Balance and payouts. On Stripe, the account needs a bank account, and at least one automatic payout. */
export function testPayouts(c: Contract): void {
  const available = async () =>
    (await c.stripe.balance.retrieve({}, c.on)).available.find(({ currency }) => currency === 'usd')
      ?.amount ?? 0;

  /** The money of this card is available at once. It is enough to cover what earlier tests left below zero. */
  const payAtOnce = async () => {
    const card = { payment_method: 'pm_card_bypassPending', confirm: true, use_stripe_sdk: true };
    const { id } = await c.create({ amount: 500_000, ...card });
    const charges = async () => (await c.stripe.charges.list({ payment_intent: id }, c.on)).data;
    await c.eventually(charges, ([charge]) => charge?.balance_transaction != null);
  };

  const payByHand = (amount: number) => c.stripe.payouts.create({ amount, currency: 'usd' }, c.on);

  it('adds a payment to the balance, by currency', async () => {
    const { pending } = await c.stripe.balance.retrieve({}, c.on);
    expect(pending.every(({ currency }) => /^[a-z]{3}$/.test(currency))).toBe(true);
    const before = await available();
    await payAtOnce();
    expect(await c.eventually(available, (amount) => amount > before)).toBeGreaterThan(before);
  });

  it('tells the schedule of the payouts', async () => {
    const { payouts } = (await c.stripe.balanceSettings.retrieve({}, c.on)).payments;
    expect(['daily', 'weekly', 'monthly', 'manual']).toContain(payouts?.schedule?.interval);
    expect(['enabled', 'disabled']).toContain(payouts?.status);
  });

  it('makes a payout by hand, and does not say which payments are in it', async () => {
    await payAtOnce();
    const made = await payByHand(100);
    expect(made).toMatchObject({ amount: 100, automatic: false, reconciliation_status: 'not_applicable' });
    expect((await c.stripe.payouts.retrieve(made.id, {}, c.on)).currency).toBe('usd');
    const lines = await refusal(c.stripe.balanceTransactions.list({ payout: made.id }, c.on));
    expect(lines).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
  });

  it('refuses a payout above what is available', async () => {
    const refused = await refusal(payByHand((await available()) + 1_000_000));
    expect(refused).toMatchObject({ statusCode: 400, code: 'balance_insufficient' });
  });

  it('lists the lines of an automatic payout, which add up to it together with its own line', async () => {
    const payouts = async () => {
      const { data } = await c.stripe.payouts.list({ limit: 100 }, c.on);
      return data.filter(({ reconciliation_status: state }) => state === 'completed');
    };
    const [payout] = await c.eventually(payouts, (found) => found.length > 0);
    expect(payout?.automatic).toBe(true);
    const lines: Stripe.BalanceTransaction[] = [];
    const query = { payout: payout?.id ?? '', limit: 100, expand: ['data.source'] };
    for await (const line of c.stripe.balanceTransactions.list(query, c.on)) lines.push(line);
    expect(lines.reduce((sum, { net }) => sum + net, 0)).toBe(0);
    const own = lines.find(({ type }) => type === 'payout');
    expect(own).toMatchObject({ net: -(payout?.amount ?? 0), source: { object: 'payout' } });
    expect(own?.id).toBe(idOf(payout?.balance_transaction ?? ''));
  });
}
