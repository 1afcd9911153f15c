import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import {
  adasStage,
  adaUid,
  goodTip,
  sendEvent,
  sendTip,
  word,
  type SentTip,
  type Stage,
} from '../testing/ada';
import { tipIn } from '../testing/stored-state';

// Patient: hundreds of payments are tried.

const stageWithoutChallenge = () => adasStage({ limitFactor: 1, challenge: { kind: 'none' } });

async function tip(stage: Stage, address: string, change: Record<string, unknown> = {}) {
  const headers = { 'x-forwarded-for': address };
  return stage.call('POST', '/v1/tips', { ...(await goodTip(stage)), ...change }, headers);
}

const failed = (stage: Stage, { tipId, paymentIntentId }: Pick<SentTip, 'tipId' | 'paymentIntentId'>) =>
  sendEvent(stage, 'payment_intent.payment_failed', { paymentIntentId, reference: { uid: adaUid, tipId } });

/** A failed 3-D Secure check: Stripe sends an event, but there is no charge. */
function failedQuestion(stage: Stage, sent: SentTip, method: string) {
  stage.stripe.fail3ds(sent.paymentIntentId, method);
  return failed(stage, sent);
}

describe('failed 3-D Secure checks', () => {
  // Holds pay-123.
  it('each count without a charge, and the payment is closed after the fourth', async () => {
    const stage = await adasStage();
    const sent = await sendTip(stage);
    const seen = [];
    for (let tried = 0; tried < 10; tried += 1) {
      if (stage.deps.payments.payments.get(sent.paymentIntentId)?.intent.status === 'canceled') break;
      await failedQuestion(stage, sent, `pm_${tried}`);
      seen.push(tipIn(stage, sent.tipId).payment.attempts);
    }
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(tipIn(stage, sent.tipId)).toMatchObject({ state: 'failed', payment: { status: 'canceled' } });
  });

  it('each count on the same card, and once for an event that is delivered twice', async () => {
    const stage = await adasStage();
    const sent = await sendTip(stage);
    const reference = { uid: adaUid, tipId: sent.tipId };
    const about = { id: 'evt_twice', paymentIntentId: sent.paymentIntentId, reference };
    stage.stripe.fail3ds(sent.paymentIntentId, 'pm_1');
    await sendEvent(stage, 'payment_intent.payment_failed', about);
    await sendEvent(stage, 'payment_intent.payment_failed', about);
    expect(tipIn(stage, sent.tipId).payment.attempts).toBe(1);
    for (let tried = 0; tried < 3; tried += 1) await failedQuestion(stage, sent, 'pm_1');
    expect(tipIn(stage, sent.tipId).payment).toMatchObject({ status: 'canceled', attempts: 4 });
  });

  it("count for the fan's address", async () => {
    const stage = await adasStage({ limitFactor: 1 });
    const sent = await sendTip(stage);
    for (let tried = 0; tried < 3; tried += 1) await failedQuestion(stage, sent, `pm_${tried}`);
    const next = await stage.call('POST', '/v1/tips', await goodTip(stage));
    expect(next.json['code']).toBe('challenge-required');
  });
});

describe('without a challenge', () => {
  it("a fan with an unknown address pays on Stripe's page", async () => {
    const stage = await stageWithoutChallenge();
    expect((await tip(stage, 'unknown')).json['code']).toBe('hosted-required');
    expect((await tip(stage, 'unknown', { surface: 'hosted' })).status).toBe(201);
  });

  // Holds pay-124.
  it('only the address that floods a profile is limited', async () => {
    const stage = await stageWithoutChallenge();
    const flood = Array.from({ length: 150 }, () => tip(stage, '198.51.100.7'));
    const codes = new Set((await Promise.all(flood)).map(({ json, status }) => json['code'] ?? status));
    expect([...codes]).toEqual([201, 'too-many-requests']);
    for (let sent = 0; sent < 150; sent += 1) await tip(stage, '198.51.100.7');
    expect((await tip(stage, '198.51.100.8')).status).toBe(201);
  });

  // Holds pay-125.
  it("many fans pay on Stripe's page, and nobody is refused", async () => {
    const stage = await stageWithoutChallenge();
    const codes = new Set<unknown>();
    for (let sent = 0; sent < 120; sent += 1) {
      const { json, status } = await tip(stage, `198.51.${Math.floor(sent / 4)}.7`);
      codes.add(json['code'] ?? status);
    }
    expect([...codes]).toEqual([201, 'hosted-required']);
    expect((await tip(stage, '203.0.113.99', { surface: 'hosted' })).status).toBe(201);
  });

  it('failed cards of one address do not affect other fans', async () => {
    const stage = await stageWithoutChallenge();
    const made: Pick<SentTip, 'tipId' | 'paymentIntentId'>[] = [];
    for (let sent = 0; sent < 5; sent += 1) {
      const answer = await tip(stage, '198.51.100.7');
      const paymentIntentId = word(answer, 'clientSecret').split('_secret_')[0] ?? '';
      made.push({ tipId: word(answer, 'tipId'), paymentIntentId });
    }
    for (const sent of made) {
      for (let tried = 0; tried < 12; tried += 1) stage.stripe.decline(sent.paymentIntentId);
      await failed(stage, sent);
    }
    expect((await tip(stage, '198.51.100.8')).status).toBe(201);
    expect(stage.deps.store.dump()[paths.payments(adaUid)]?.['pausedUntil']).toBeNull();
  });
});
