import { expect, it } from 'vitest';
import { refusal } from '../testing/open-sandbox';
import type { Contract } from './contract';

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
