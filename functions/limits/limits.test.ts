import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import {
  adasStage,
  adaUid,
  goodTip,
  sendEvent,
  sendTip,
  storedTips,
  tipSession,
  type Stage,
} from '../testing/ada';
import { tipIn } from '../testing/stored-state';

// Patient: hundreds of fans tip.

const stageWithLimits = () => adasStage({ limitFactor: 1 });
const from = (address: string) => ({ 'x-forwarded-for': address });

async function tip(stage: Stage, address: string, change: Record<string, unknown> = {}) {
  return stage.call('POST', '/v1/tips', { ...(await goodTip(stage)), ...change }, from(address));
}

/** A declined card, with Stripe's event. */
async function declined(stage: Stage, sent: { readonly tipId: string; readonly paymentIntentId: string }) {
  stage.stripe.decline(sent.paymentIntentId);
  const reference = { uid: adaUid, tipId: sent.tipId };
  return sendEvent(stage, 'payment_intent.payment_failed', {
    paymentIntentId: sent.paymentIntentId,
    reference,
  });
}

const pausedUntil = (stage: Stage) => stage.deps.store.dump()[paths.payments(adaUid)]?.['pausedUntil'];

describe('limits of tips', () => {
  // Holds pay-118.
  it('allow five tips in ten minutes from one address, then answer how long to wait', async () => {
    const stage = await stageWithLimits();
    const codes = [];
    for (let sent = 0; sent < 5; sent += 1) codes.push((await tip(stage, '198.51.100.7')).status);
    expect(codes).toEqual([201, 201, 201, 201, 201]);
    const sixth = await tip(stage, '198.51.100.7');
    expect({
      status: sixth.status,
      code: sixth.json['code'],
      retryAfter: sixth.headers.get('retry-after'),
    }).toEqual({ status: 429, code: 'too-many-requests', retryAfter: '600' });
    expect(storedTips(stage)).toHaveLength(5);
    expect((await tip(stage, '198.51.100.8')).status).toBe(201);
    stage.deps.clock.advance(10 * 60_000);
    expect((await tip(stage, '198.51.100.7')).status).toBe(201);
  });

  it('count a whole IPv6 network as one address', async () => {
    const stage = await stageWithLimits();
    for (let sent = 0; sent < 5; sent += 1) await tip(stage, `2001:db8:1:2::${sent + 1}`);
    expect((await tip(stage, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await tip(stage, '2001:db8:1:3::1')).status).toBe(201);
  });

  // Holds pay-118.
  it('allow twenty a day from one address', async () => {
    const stage = await stageWithLimits();
    for (let sent = 0; sent < 20; sent += 1) {
      if (sent % 5 === 0) stage.deps.clock.advance(10 * 60_000);
      expect((await tip(stage, '198.51.100.7')).status).toBe(201);
    }
    stage.deps.clock.advance(10 * 60_000);
    expect((await tip(stage, '198.51.100.7')).status).toBe(429);
  });

  it('do not count repeated requests', async () => {
    const stage = await stageWithLimits();
    const request = await goodTip(stage);
    for (let sent = 0; sent < 8; sent += 1) {
      expect((await stage.call('POST', '/v1/tips', request, from('198.51.100.7'))).status).toBe(201);
    }
  });

  // Holds pay-117.
  it('allow five tips per session', async () => {
    const stage = await stageWithLimits();
    const session = await tipSession(stage);
    const codes = [];
    for (let sent = 0; sent < 6; sent += 1) {
      codes.push((await tip(stage, `198.51.100.${sent}`, { session })).json['code']);
    }
    expect(codes.at(-1)).toBe('session-expired');
    expect(storedTips(stage)).toHaveLength(5);
  });

  // Holds pay-126, host-031.
  it('require a challenge for an unknown address, and accept a right answer', async () => {
    const stage = await stageWithLimits();
    const unknown = await tip(stage, 'unknown');
    expect({ status: unknown.status, code: unknown.json['code'], figures: unknown.json['figures'] }).toEqual({
      status: 403,
      code: 'challenge-required',
      figures: { kind: 'fake', siteKey: 'sandbox' },
    });
    expect((await tip(stage, 'unknown', { challenge: 'robot' })).status).toBe(403);
    expect((await tip(stage, 'unknown', { challenge: 'human' })).status).toBe(201);
    expect((await tip(stage, 'unknown', { surface: 'hosted' })).status).toBe(201);
    const session = await stage.call('POST', '/v1/tip-sessions', { handle: 'ada' }, from('unknown'));
    expect(session.json['challenge']).toEqual({ kind: 'fake', siteKey: 'sandbox' });
  });

  // Holds pay-120.
  it("require a challenge above a profile's rate, and never refuse its fans", async () => {
    const stage = await stageWithLimits();
    const codes = new Map<unknown, number>();
    for (let sent = 0; sent < 120; sent += 1) {
      const { json, status } = await tip(stage, `198.51.${Math.floor(sent / 4)}.7`);
      const said = json['code'] ?? status;
      codes.set(said, (codes.get(said) ?? 0) + 1);
    }
    expect(codes.get(201)).toBeGreaterThanOrEqual(60);
    expect(codes.get(201)).toBeLessThanOrEqual(80);
    expect([...codes.keys()]).toEqual([201, 'challenge-required']);
    expect((await tip(stage, '203.0.113.99', { challenge: 'human' })).status).toBe(201);
  });

  // Holds web-064, pay-119.
  it('require a challenge after three declined cards of an address', async () => {
    const stage = await stageWithLimits();
    for (let sent = 0; sent < 3; sent += 1) await declined(stage, await sendTip(stage));
    const next = await stage.call('POST', '/v1/tips', await goodTip(stage));
    expect(next.json['code']).toBe('challenge-required');
    expect((await tip(stage, '198.51.100.9')).status).toBe(201);
    const session = await stage.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(session.json['challenge']).toEqual({ kind: 'fake', siteKey: 'sandbox' });
  });

  // Holds web-064, pay-122.
  it('cancel an intent after four cards', async () => {
    const stage = await adasStage();
    const sent = await sendTip(stage);
    for (let tried = 0; tried < 3; tried += 1) await declined(stage, sent);
    expect(tipIn(stage, sent.tipId).payment).toMatchObject({ status: 'awaiting', attempts: 3 });
    await declined(stage, sent);
    expect(tipIn(stage, sent.tipId)).toMatchObject({
      state: 'failed',
      payment: { status: 'canceled', attempts: 4 },
    });
    expect(stage.deps.payments.payments.get(sent.paymentIntentId)?.intent.status).toBe('canceled');
    expect(stage.deps.lines.join('\n')).toContain('intent-cancelled');
  });

  // Holds pay-122.
  it("count the cards on Stripe's page too, and expire it after four", async () => {
    const stage = await stageWithLimits();
    const { text } = await tip(stage, '198.51.100.7', { surface: 'hosted' });
    const { tipId } = JSON.parse(text) as { tipId: string };
    const [sessionId = ''] = stage.deps.payments.sessions.keys();
    const seen = [];
    for (let tried = 0; tried < 4; tried += 1) {
      const paymentIntentId = stage.stripe.declineHosted(sessionId);
      const reference = { uid: adaUid, tipId };
      await sendEvent(stage, 'payment_intent.payment_failed', { paymentIntentId, reference });
      const { payment, stripe } = tipIn(stage, tipId);
      seen.push([payment.status, payment.attempts, stripe.paymentIntentId]);
    }
    expect(seen).toEqual([
      ['awaiting', 1, null],
      ['awaiting', 2, null],
      ['awaiting', 3, null],
      ['expired', 4, null],
    ]);
    expect(stage.deps.payments.sessions.get(sessionId)?.status).toBe('expired');
    const next = await stage.call('POST', '/v1/tips', await goodTip(stage), from('198.51.100.7'));
    expect(next.json['code']).toBe('challenge-required');
  });

  // Holds pay-121.
  it('pause a profile for 15 minutes after fifty declines, and show it to its owner', async () => {
    const stage = await adasStage({ limitFactor: 1 });
    const pausedAfter: unknown[] = [];
    for (let sent = 0; sent < 17; sent += 1) {
      const one = await tip(stage, `198.51.100.${sent}`, { challenge: 'human' });
      const paymentIntentId = [...stage.deps.payments.payments.keys()].at(-1) ?? '';
      const tipId = `${JSON.parse(one.text).tipId}`;
      for (let tried = 0; tried < 3; tried += 1) {
        await declined(stage, { tipId, paymentIntentId });
        pausedAfter.push(pausedUntil(stage));
      }
    }
    expect(pausedAfter.findIndex((until) => until !== null) + 1).toBe(50);
    const pausedFor = 15 * 60_000;
    expect(pausedUntil(stage)).toEqual(new Date(stage.deps.clock.now() + pausedFor));
    const refused = await stage.call('POST', '/v1/tip-sessions', { handle: 'ada' });
    expect(refused.json['code']).toBe('payments-not-ready');
    expect((await stage.call('GET', '/v1/profiles/ada')).json['tips']).toMatchObject({ state: 'not-ready' });
    stage.deps.clock.advance(pausedFor - 1);
    expect((await stage.call('POST', '/v1/tip-sessions', { handle: 'ada' })).status).toBe(409);
    stage.deps.clock.advance(1);
    expect((await stage.call('POST', '/v1/tip-sessions', { handle: 'ada' })).status).toBe(200);
  });

  // Holds web-029, pay-146.
  it('store no address in plain text, and a different fingerprint each day', async () => {
    const stage = await adasStage();
    const today = await sendTip(stage);
    stage.deps.clock.advance(24 * 60 * 60_000);
    const tomorrow = await sendTip(stage);
    const hashes = [today, tomorrow].map(
      ({ tipId }) => stage.deps.store.dump()[paths.tipAddress(tipId)]?.['hash'],
    );
    expect(hashes[0]).toMatch(/^[\w-]{32}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(JSON.stringify(stage.deps.store.dump())).not.toContain('203.0.113.7');
  });
});

it('one address may open sixty sheets a minute', async () => {
  const stage = await adasStage({ limitFactor: 1 });
  const open = (from: string) =>
    stage.call('POST', '/v1/tip-sessions', { handle: 'ada' }, { 'x-forwarded-for': from });
  const statuses: number[] = [];
  for (let sheet = 0; sheet < 62; sheet += 1) statuses.push((await open('203.0.113.9')).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect((await open('203.0.113.10')).status).toBe(200);
  stage.deps.clock.advance(60_000);
  expect((await open('203.0.113.9')).status).toBe(200);
});
