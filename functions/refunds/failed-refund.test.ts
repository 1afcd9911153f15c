import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shippedLanguages } from '../../core/locale/language-tags';
import {
  adasScenario,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  sendEvent,
  type SentTip,
  type Scenario,
} from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

const undo = (scenario: Scenario, { tipId, tipToken }: SentTip) =>
  scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
const read = (scenario: Scenario, { tipId, tipToken }: SentTip, path = '') =>
  scenario.call('GET', `/v1/tips/${tipId}${path}`, undefined, bearerOf(tipToken));
const refund = (scenario: Scenario, { tipId }: SentTip, amount: number | null = null) =>
  scenario.call(
    'POST',
    `/v1/me/tips/${tipId}/refunds`,
    { requestId: randomUUID(), amount, reason: 'requested_by_customer' },
    bearerOf(adaToken),
  );

/** The card's bank returns the money, and Stripe sends the event. */
async function failRefund(scenario: Scenario, { tipId, paymentIntentId }: SentTip, reason?: string) {
  scenario.stripe.failRefund(paymentIntentId, reason);
  await sendEvent(scenario, 'refund.failed', { paymentIntentId, reference: { uid: adaUid, tipId } });
}

async function undoneThenFailed(reason?: string) {
  const scenario = await adasScenario();
  const tip = await paidTip(scenario);
  expect((await undo(scenario, tip)).json['status']).toBe('refunded');
  await failRefund(scenario, tip, reason);
  return { scenario, tip };
}

describe('an undo whose refund fails later', () => {
  // Holds pay-149.
  it('is shown with its reason, and the tip counts as paid again', async () => {
    const { scenario, tip } = await undoneThenFailed();
    expect((await read(scenario, tip)).json).toMatchObject({
      status: 'paid',
      refundFailure: { amount: 500, why: 'card-closed' },
    });
    expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500, refunded: 0 });
  });

  // Holds pay-149.
  it('is not offered again, and is refused as failed when requested again', async () => {
    const { scenario, tip } = await undoneThenFailed();
    expect((await read(scenario, tip)).json['undoUntil']).toBeNull();
    const again = await undo(scenario, tip);
    expect(again).toMatchObject({ status: 409, json: { code: 'undo-failed' } });
    expect(scenario.deps.refunds.calls).toHaveLength(1);
  });

  // Holds pay-149.
  it('comes first on the receipt: where the money is, why, and what to do', async () => {
    const { scenario, tip } = await undoneThenFailed('declined');
    const { json } = await read(scenario, tip, '/receipt?lang=en');
    expect(json).toMatchObject({ heading: 'The refund failed', undoUntil: null });
    expect(json['sentence']).toBe(
      'A refund of $5.00 failed. Ada Lovelace has the money again. Your bank refused it. Please ask Ada Lovelace to return it another way.',
    );
  });

  it.each(shippedLanguages)('is on the receipt in %s', async (language) => {
    const { scenario, tip } = await undoneThenFailed('a_new_reason');
    const { json } = await read(scenario, tip, `/receipt?lang=${language}`);
    expect(json['sentence']).toMatch(/5.*Ada Lovelace.*Ada Lovelace/s);
  });

  it("can be followed by the owner's refund", async () => {
    const { scenario, tip } = await undoneThenFailed();
    scenario.deps.clock.advance(1000);
    expect((await refund(scenario, tip)).json).toMatchObject({ status: 'succeeded', refunded: 500 });
    const { json } = await read(scenario, tip);
    expect(json['status']).toBe('refunded');
    expect(json['refundFailure']).toBeUndefined();
    expect(totalsIn(scenario).usd).toMatchObject({ gross: 500, refunded: 500 });
  });
});

describe('an owner’s refund that fails', () => {
  it('later is stored with its reason, until another one follows', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    await refund(scenario, tip, 200);
    await failRefund(scenario, tip, 'lost_or_stolen_card');
    const failure = { amount: 200, reason: 'lost_or_stolen_card' };
    expect(tipIn(scenario, tip.tipId)).toMatchObject({
      state: 'paid',
      refund: { status: 'failed', failure },
    });
    scenario.deps.clock.advance(1000);
    await refund(scenario, tip, 100);
    expect(tipIn(scenario, tip.tipId).refund).toEqual({ status: 'partial', refunded: 100, pending: 0 });
  });

  it('at once, because Stripe refuses it, is stored with its reason through later syncs', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    const refusal = { kind: 'refused', code: 'balance_insufficient', requestId: 'req_1' } as const;
    scenario.deps.refunds.failNext('createRefund', refusal);
    expect((await refund(scenario, tip, 200)).json['code']).toBe('refund-unavailable');
    const about = { paymentIntentId: tip.paymentIntentId, reference: { uid: adaUid, tipId: tip.tipId } };
    await sendEvent(scenario, 'charge.updated', about);
    const failure = { amount: 200, reason: 'balance_insufficient' };
    expect(tipIn(scenario, tip.tipId)).toMatchObject({
      state: 'paid',
      refund: { status: 'failed', failure },
    });
    const { json } = await read(scenario, tip);
    expect(json['refundFailure']).toEqual({ amount: 200, why: 'no-funds' });
  });
});
