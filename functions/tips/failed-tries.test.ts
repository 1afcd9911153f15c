import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import {
  adasScenario,
  adaUid,
  goodTip,
  sendEvent,
  sendTip,
  word,
  type SentTip,
  type Scenario,
} from '../testing/ada';
import { tipIn } from '../testing/stored-state';

// Patient: hundreds of payments are tried.

const scenarioWithoutChallenge = () => adasScenario({ limitFactor: 1, challenge: { kind: 'none' } });

async function tip(scenario: Scenario, address: string, change: Record<string, unknown> = {}) {
  const headers = { 'x-forwarded-for': address };
  return scenario.call('POST', '/v1/tips', { ...(await goodTip(scenario)), ...change }, headers);
}

const failed = (scenario: Scenario, { tipId, paymentIntentId }: Pick<SentTip, 'tipId' | 'paymentIntentId'>) =>
  sendEvent(scenario, 'payment_intent.payment_failed', {
    paymentIntentId,
    reference: { uid: adaUid, tipId },
  });

/** A failed 3-D Secure check: Stripe sends an event, but there is no charge. */
function failedQuestion(scenario: Scenario, sent: SentTip, method: string) {
  scenario.stripe.fail3ds(sent.paymentIntentId, method);
  return failed(scenario, sent);
}

describe('failed 3-D Secure checks', () => {
  // Holds pay-123.
  it('each count without a charge, and the payment is closed after the fourth', async () => {
    const scenario = await adasScenario();
    const sent = await sendTip(scenario);
    const seen = [];
    for (let tried = 0; tried < 10; tried += 1) {
      if (scenario.deps.payments.payments.get(sent.paymentIntentId)?.intent.status === 'canceled') break;
      await failedQuestion(scenario, sent, `pm_${tried}`);
      seen.push(tipIn(scenario, sent.tipId).payment.attempts);
    }
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(tipIn(scenario, sent.tipId)).toMatchObject({ state: 'failed', payment: { status: 'canceled' } });
  });

  it('each count on the same card, and once for an event that is delivered twice', async () => {
    const scenario = await adasScenario();
    const sent = await sendTip(scenario);
    const reference = { uid: adaUid, tipId: sent.tipId };
    const about = { id: 'evt_twice', paymentIntentId: sent.paymentIntentId, reference };
    scenario.stripe.fail3ds(sent.paymentIntentId, 'pm_1');
    await sendEvent(scenario, 'payment_intent.payment_failed', about);
    await sendEvent(scenario, 'payment_intent.payment_failed', about);
    expect(tipIn(scenario, sent.tipId).payment.attempts).toBe(1);
    for (let tried = 0; tried < 3; tried += 1) await failedQuestion(scenario, sent, 'pm_1');
    expect(tipIn(scenario, sent.tipId).payment).toMatchObject({ status: 'canceled', attempts: 4 });
  });

  it("count for the fan's address", async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const sent = await sendTip(scenario);
    for (let tried = 0; tried < 3; tried += 1) await failedQuestion(scenario, sent, `pm_${tried}`);
    const next = await scenario.call('POST', '/v1/tips', await goodTip(scenario));
    expect(next.json['code']).toBe('challenge-required');
  });
});

describe('without a challenge', () => {
  it("a fan with an unknown address pays on Stripe's page", async () => {
    const scenario = await scenarioWithoutChallenge();
    expect((await tip(scenario, 'unknown')).json['code']).toBe('hosted-required');
    expect((await tip(scenario, 'unknown', { surface: 'hosted' })).status).toBe(201);
  });

  // Holds pay-124.
  it('only the address that floods a profile is limited', async () => {
    const scenario = await scenarioWithoutChallenge();
    const flood = Array.from({ length: 150 }, () => tip(scenario, '198.51.100.7'));
    const codes = new Set((await Promise.all(flood)).map(({ json, status }) => json['code'] ?? status));
    expect([...codes]).toEqual([201, 'too-many-requests']);
    for (let sent = 0; sent < 150; sent += 1) await tip(scenario, '198.51.100.7');
    expect((await tip(scenario, '198.51.100.8')).status).toBe(201);
  });

  // Holds pay-125.
  it("many fans pay on Stripe's page, and nobody is refused", async () => {
    const scenario = await scenarioWithoutChallenge();
    const codes = new Set<unknown>();
    for (let sent = 0; sent < 120; sent += 1) {
      const { json, status } = await tip(scenario, `198.51.${Math.floor(sent / 4)}.7`);
      codes.add(json['code'] ?? status);
    }
    expect([...codes]).toEqual([201, 'hosted-required']);
    expect((await tip(scenario, '203.0.113.99', { surface: 'hosted' })).status).toBe(201);
  });

  it('failed cards of one address do not affect other fans', async () => {
    const scenario = await scenarioWithoutChallenge();
    const made: Pick<SentTip, 'tipId' | 'paymentIntentId'>[] = [];
    for (let sent = 0; sent < 5; sent += 1) {
      const answer = await tip(scenario, '198.51.100.7');
      const paymentIntentId = word(answer, 'clientSecret').split('_secret_')[0] ?? '';
      made.push({ tipId: word(answer, 'tipId'), paymentIntentId });
    }
    for (const sent of made) {
      for (let tried = 0; tried < 12; tried += 1) scenario.stripe.decline(sent.paymentIntentId);
      await failed(scenario, sent);
    }
    expect((await tip(scenario, '198.51.100.8')).status).toBe(201);
    expect(scenario.deps.store.dump()[paths.payments(adaUid)]?.['pausedUntil']).toBeNull();
  });
});
