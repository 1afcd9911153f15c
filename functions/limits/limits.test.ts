import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import {
  adasScenario,
  adaUid,
  goodTip,
  sendEvent,
  sendTip,
  storedTips,
  tipSession,
  type Scenario,
} from '../testing/ada';
import { tipIn } from '../testing/stored-state';

// Patient: hundreds of fans tip.

const scenarioWithLimits = () => adasScenario({ limitFactor: 1 });
const from = (address: string) => ({ 'x-forwarded-for': address });

async function tip(scenario: Scenario, address: string, change: Record<string, unknown> = {}) {
  return scenario.call('POST', '/v1/tips', { ...(await goodTip(scenario)), ...change }, from(address));
}

/** A declined card, with Stripe's event. */
async function declined(
  scenario: Scenario,
  sent: { readonly tipId: string; readonly paymentIntentId: string },
) {
  scenario.stripe.decline(sent.paymentIntentId);
  const reference = { uid: adaUid, tipId: sent.tipId };
  return sendEvent(scenario, 'payment_intent.payment_failed', {
    paymentIntentId: sent.paymentIntentId,
    reference,
  });
}

const pausedUntil = (scenario: Scenario) =>
  scenario.deps.store.dump()[paths.payments(adaUid)]?.['pausedUntil'];

describe('limits of tips', () => {
  // Holds pay-118.
  it('allow five tips in ten minutes from one address, then answer how long to wait', async () => {
    const scenario = await scenarioWithLimits();
    const codes = [];
    for (let sent = 0; sent < 5; sent += 1) codes.push((await tip(scenario, '198.51.100.7')).status);
    expect(codes).toEqual([201, 201, 201, 201, 201]);
    const sixth = await tip(scenario, '198.51.100.7');
    expect({
      status: sixth.status,
      code: sixth.json['code'],
      retryAfter: sixth.headers.get('retry-after'),
    }).toEqual({ status: 429, code: 'too-many-requests', retryAfter: '600' });
    expect(storedTips(scenario)).toHaveLength(5);
    expect((await tip(scenario, '198.51.100.8')).status).toBe(201);
    scenario.deps.clock.advance(10 * 60_000);
    expect((await tip(scenario, '198.51.100.7')).status).toBe(201);
  });

  it('count a whole IPv6 network as one address', async () => {
    const scenario = await scenarioWithLimits();
    for (let sent = 0; sent < 5; sent += 1) await tip(scenario, `2001:db8:1:2::${sent + 1}`);
    expect((await tip(scenario, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await tip(scenario, '2001:db8:1:3::1')).status).toBe(201);
  });

  // Holds pay-118.
  it('allow twenty a day from one address', async () => {
    const scenario = await scenarioWithLimits();
    for (let sent = 0; sent < 20; sent += 1) {
      if (sent % 5 === 0) scenario.deps.clock.advance(10 * 60_000);
      expect((await tip(scenario, '198.51.100.7')).status).toBe(201);
    }
    scenario.deps.clock.advance(10 * 60_000);
    expect((await tip(scenario, '198.51.100.7')).status).toBe(429);
  });

  it('do not count repeated requests', async () => {
    const scenario = await scenarioWithLimits();
    const request = await goodTip(scenario);
    for (let sent = 0; sent < 8; sent += 1) {
      expect((await scenario.call('POST', '/v1/tips', request, from('198.51.100.7'))).status).toBe(201);
    }
  });

  // Holds pay-117.
  it('allow five tips per session', async () => {
    const scenario = await scenarioWithLimits();
    const session = await tipSession(scenario);
    const codes = [];
    for (let sent = 0; sent < 6; sent += 1) {
      codes.push((await tip(scenario, `198.51.100.${sent}`, { session })).json['code']);
    }
    expect(codes.at(-1)).toBe('session-expired');
    expect(storedTips(scenario)).toHaveLength(5);
  });

  // Holds pay-126, host-031.
  it('require a challenge for an unknown address, and accept a right answer', async () => {
    const scenario = await scenarioWithLimits();
    const unknown = await tip(scenario, 'unknown');
    expect({ status: unknown.status, code: unknown.json['code'], figures: unknown.json['figures'] }).toEqual({
      status: 403,
      code: 'challenge-required',
      figures: { kind: 'fake', siteKey: 'sandbox' },
    });
    expect((await tip(scenario, 'unknown', { challenge: 'robot' })).status).toBe(403);
    expect((await tip(scenario, 'unknown', { challenge: 'human' })).status).toBe(201);
    expect((await tip(scenario, 'unknown', { surface: 'hosted' })).status).toBe(201);
    const session = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' }, from('unknown'));
    expect(session.json['challenge']).toEqual({ kind: 'fake', siteKey: 'sandbox' });
  });

  // Holds pay-120.
  it("require a challenge above a profile's rate, and never refuse its fans", async () => {
    const scenario = await scenarioWithLimits();
    const codes = new Map<unknown, number>();
    for (let sent = 0; sent < 120; sent += 1) {
      const { json, status } = await tip(scenario, `198.51.${Math.floor(sent / 4)}.7`);
      const said = json['code'] ?? status;
      codes.set(said, (codes.get(said) ?? 0) + 1);
    }
    expect(codes.get(201)).toBeGreaterThanOrEqual(60);
    expect(codes.get(201)).toBeLessThanOrEqual(80);
    expect([...codes.keys()]).toEqual([201, 'challenge-required']);
    expect((await tip(scenario, '203.0.113.99', { challenge: 'human' })).status).toBe(201);
  });

  // Holds web-064, pay-119.
  it('require a challenge after three declined cards of an address', async () => {
    const scenario = await scenarioWithLimits();
    for (let sent = 0; sent < 3; sent += 1) await declined(scenario, await sendTip(scenario));
    const next = await scenario.call('POST', '/v1/tips', await goodTip(scenario));
    expect(next.json['code']).toBe('challenge-required');
    expect((await tip(scenario, '198.51.100.9')).status).toBe(201);
    const session = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(session.json['challenge']).toEqual({ kind: 'fake', siteKey: 'sandbox' });
  });

  // Holds web-064, pay-122.
  it('cancel an intent after four cards', async () => {
    const scenario = await adasScenario();
    const sent = await sendTip(scenario);
    for (let tried = 0; tried < 3; tried += 1) await declined(scenario, sent);
    expect(tipIn(scenario, sent.tipId).payment).toMatchObject({ status: 'awaiting', attempts: 3 });
    await declined(scenario, sent);
    expect(tipIn(scenario, sent.tipId)).toMatchObject({
      state: 'failed',
      payment: { status: 'canceled', attempts: 4 },
    });
    expect(scenario.deps.payments.payments.get(sent.paymentIntentId)?.intent.status).toBe('canceled');
    expect(scenario.deps.lines.join('\n')).toContain('intent-cancelled');
  });

  // Holds pay-122.
  it("count the cards on Stripe's page too, and expire it after four", async () => {
    const scenario = await scenarioWithLimits();
    const { text } = await tip(scenario, '198.51.100.7', { surface: 'hosted' });
    const { tipId } = JSON.parse(text) as { tipId: string };
    const [sessionId = ''] = scenario.deps.payments.sessions.keys();
    const seen = [];
    for (let tried = 0; tried < 4; tried += 1) {
      const paymentIntentId = scenario.stripe.declineHosted(sessionId);
      const reference = { uid: adaUid, tipId };
      await sendEvent(scenario, 'payment_intent.payment_failed', { paymentIntentId, reference });
      const { payment, stripe } = tipIn(scenario, tipId);
      seen.push([payment.status, payment.attempts, stripe.paymentIntentId]);
    }
    expect(seen).toEqual([
      ['awaiting', 1, null],
      ['awaiting', 2, null],
      ['awaiting', 3, null],
      ['expired', 4, null],
    ]);
    expect(scenario.deps.payments.sessions.get(sessionId)?.status).toBe('expired');
    const next = await scenario.call('POST', '/v1/tips', await goodTip(scenario), from('198.51.100.7'));
    expect(next.json['code']).toBe('challenge-required');
  });

  // Holds pay-121.
  it('pause a profile for 15 minutes after fifty declines, and show it to its owner', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const pausedAfter: unknown[] = [];
    for (let sent = 0; sent < 17; sent += 1) {
      const one = await tip(scenario, `198.51.100.${sent}`, { challenge: 'human' });
      const paymentIntentId = [...scenario.deps.payments.payments.keys()].at(-1) ?? '';
      const tipId = `${JSON.parse(one.text).tipId}`;
      for (let tried = 0; tried < 3; tried += 1) {
        await declined(scenario, { tipId, paymentIntentId });
        pausedAfter.push(pausedUntil(scenario));
      }
    }
    expect(pausedAfter.findIndex((until) => until !== null) + 1).toBe(50);
    const pausedFor = 15 * 60_000;
    expect(pausedUntil(scenario)).toEqual(new Date(scenario.deps.clock.now() + pausedFor));
    const refused = await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(refused.json['code']).toBe('payments-not-ready');
    expect((await scenario.call('GET', '/v1/profiles/ada')).json['tips']).toMatchObject({
      state: 'not-ready',
    });
    scenario.deps.clock.advance(pausedFor - 1);
    expect((await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' })).status).toBe(409);
    scenario.deps.clock.advance(1);
    expect((await scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' })).status).toBe(200);
  });

  // Holds web-029, pay-146.
  it('store no address in plain text, and a different fingerprint each day', async () => {
    const scenario = await adasScenario();
    const today = await sendTip(scenario);
    scenario.deps.clock.advance(24 * 60 * 60_000);
    const tomorrow = await sendTip(scenario);
    const hashes = [today, tomorrow].map(
      ({ tipId }) => scenario.deps.store.dump()[paths.tipAddress(tipId)]?.['hash'],
    );
    expect(hashes[0]).toMatch(/^[\w-]{32}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('203.0.113.7');
  });
});

it('one address may open sixty sheets a minute', async () => {
  const scenario = await adasScenario({ limitFactor: 1 });
  const open = (from: string) =>
    scenario.call('POST', '/v1/tip-sessions', { handle: 'ada' }, { 'x-forwarded-for': from });
  const statuses: number[] = [];
  for (let sheet = 0; sheet < 62; sheet += 1) statuses.push((await open('203.0.113.9')).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect((await open('203.0.113.10')).status).toBe(200);
  scenario.deps.clock.advance(60_000);
  expect((await open('203.0.113.9')).status).toBe(200);
});
