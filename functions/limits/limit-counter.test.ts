import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import type { Writes } from '../store/store';
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
import { InMemoryClock } from '../testing/in-memory-deps';
import { InMemoryStore } from '../testing/in-memory-store';
import { tipIn } from '../testing/stored-state';
import { LimitCounter } from './limit-counter';
import { answerTakes, inSameTime } from './limit-rules';

const rule = { key: 'k', points: 3, windowMs: 1000 };

function counter() {
  const store = new InMemoryStore();
  const clock = new InMemoryClock();
  let transactions = 0;
  const transact = store.transaction.bind(store);
  store.transaction = (work) => {
    transactions += 1;
    return transact(work);
  };
  return { limits: new LimitCounter(store, clock), store, clock, transactions: () => transactions };
}

describe('a limit', () => {
  it('counts within its window and starts again after it', async () => {
    const { limits, clock } = counter();
    const count = async () => (await limits.count([rule]))[0];
    expect(await count()).toEqual({ count: 1, left: 2, waitMs: 1000 });
    clock.advance(400);
    await count();
    await count();
    expect(await count()).toEqual({ count: 4, left: -1, waitMs: 600 });
    expect((await limits.read([rule]))[0]).toEqual({ count: 3, left: 0, waitMs: 600 });
    clock.advance(600);
    expect((await limits.read([rule]))[0]).toEqual({ count: 0, left: 3, waitMs: 1000 });
    expect(await count()).toMatchObject({ count: 1 });
  });

  it('counts every request of a burst exactly, in a few transactions', async () => {
    const { limits, transactions } = counter();
    const soft = { ...rule, soft: true };
    const states = await Promise.all(Array.from({ length: 200 }, () => limits.count([soft])));
    expect(states.map(([state]) => state?.count).toSorted((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
    expect(transactions()).toBeLessThanOrEqual(6);
  });

  it('needs no second read after a read, and counts correctly after another server counted in between', async () => {
    const { limits, store, transactions } = counter();
    const seen = await store.readVersioned(limits.documents([rule]));
    const before = store.requests;
    expect(await limits.countOnRead([rule], seen)).toMatchObject({ states: [{ count: 1 }], landed: false });
    expect(store.requests - before).toBe(1);
    expect(transactions()).toBe(0);
    expect(await limits.countOnRead([rule], seen)).toMatchObject({ states: [{ count: 2 }] });
    expect(await limits.read([rule])).toMatchObject([{ count: 2 }]);
  });

  it('commits the caller’s writes with the counters, and leaves them out when somebody counted since', async () => {
    const { limits, store } = counter();
    const seen = await store.readVersioned(limits.documents([rule]));
    const writes = (mark: string) => () => ({
      conditions: [],
      write: (tx: Writes) => tx.add(`marks/${mark}`, { n: 1 }),
    });
    expect((await limits.countOnRead([rule], seen, writes('first'))).landed).toBe(true);
    expect((await limits.countOnRead([rule], seen, writes('late'))).landed).toBe(false);
    expect(Object.keys(store.dump()).toSorted()).toEqual(['limits/k', 'marks/first']);
  });

  it('counts several rules of one request, each by itself', async () => {
    const { limits } = counter();
    const other = { ...rule, key: 'other', points: 1, soft: true };
    await limits.count([rule, other]);
    expect(await limits.count([other])).toMatchObject([{ count: 2, left: -1 }]);
    expect(await limits.read([rule, other])).toMatchObject([{ count: 1 }, { count: 2 }]);
  });

  it('fails the waiting requests when the store fails, and counts again afterwards', async () => {
    const { limits, store } = counter();
    store.fault = () => {
      throw new Error('away');
    };
    const both = await Promise.allSettled([limits.count([rule]), limits.count([rule])]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    store.fault = () => undefined;
    expect(await limits.count([rule])).toMatchObject([{ count: 1 }]);
  });

  // Holds host-070.
  it('writes nothing when a rule refuses, also for the other rules of the request', async () => {
    const { limits, store } = counter();
    for (let n = 0; n < 3; n += 1) await limits.count([rule]);
    const before = JSON.stringify(store.dump());
    const others = Array.from({ length: 60 }, (_, n) => ({ ...rule, key: `other-${n}` }));
    for (const other of others) {
      expect(await limits.count([rule, other, { ...other, key: 'soft', soft: true }])).toMatchObject([
        { left: -1 },
        { count: 0, left: 3 },
        { count: 0 },
      ]);
    }
    const seen = await store.readVersioned(limits.documents([rule]));
    const requests = store.requests;
    expect(await limits.countOnRead([rule], seen)).toMatchObject({ states: [{ left: -1 }], landed: false });
    expect(store.requests).toBe(requests);
    expect(JSON.stringify(store.dump())).toBe(before);
  });

  it('counts a soft rule above its points, and not behind a broken one', async () => {
    const { limits } = counter();
    const soft = { ...rule, soft: true };
    const behind = { ...soft, key: 'behind', behind: true };
    for (let n = 0; n < 9; n += 1) await limits.count([soft, behind]);
    expect(await limits.read([soft, behind])).toMatchObject([{ count: 9, left: -6 }, { count: 4 }]);
  });

  // Holds host-071.
  it('starts anew when the end of a counter lies beyond its window, and not for clocks that differ a little', async () => {
    const { limits, store, clock } = counter();
    const ends = async (ms: number) => {
      const [doc] = limits.documents([rule]);
      if (doc === undefined) throw new Error('A rule has a document');
      await store.commit([], (writes) => writes.write(doc, { v: 1, count: 3, expiresAt: clock.now() + ms }));
      return (await limits.count([rule]))[0];
    };
    expect(await ends(365 * 24 * 60 * 60_000)).toEqual({ count: 1, left: 2, waitMs: 1000 });
    expect(await ends(3000)).toMatchObject({ left: -1 });
  });

  it('stores documents with an expiry time', async () => {
    const { limits, store, clock } = counter();
    await limits.count([rule]);
    expect(store.dump()).toEqual({ 'limits/k': { v: 1, count: 1, expiresAt: new Date(clock.now() + 1000) } });
  });
});

describe('same time', () => {
  /** Milliseconds until the answer to work that takes `ms`. */
  async function took(ms: number, isForGuesser?: (answer: string) => boolean): Promise<number> {
    const clock = new InMemoryClock();
    const deps = { clock, pause: (left: number) => Promise.resolve(clock.advance(left)) };
    const work = () => Promise.resolve(clock.advance(ms)).then(() => 'answer');
    const began = clock.now();
    expect(await inSameTime(deps, work, isForGuesser)).toBe('answer');
    return clock.now() - began;
  }

  describe('an answer to a guess', () => {
    // Holds pay-336.
    it('takes the same time, however long the work took', async () => {
      expect(await Promise.all([took(0), took(300), took(2499), took(2500)])).toEqual([
        2500, 2500, 2500, 2500,
      ]);
    });

    it('takes as long as the work when that takes longer', async () => {
      expect(await took(4000)).toBe(4000);
    });

    // Holds pay-403.
    it('waits no longer than that when the clock is set back meanwhile', async () => {
      const clock = new InMemoryClock();
      const waits: number[] = [];
      const pause = (ms: number) => Promise.resolve(void waits.push(ms));
      await inSameTime({ clock, pause }, () => Promise.resolve(clock.advance(-3_600_000)));
      expect(waits).toEqual([answerTakes]);
    });

    it('is sent at once when only somebody who knew the secret gets it', async () => {
      expect(await took(300, () => false)).toBe(300);
    });
  });
});

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

describe('limits of one address', () => {
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
      expect({
        status: unknown.status,
        code: unknown.json['code'],
        figures: unknown.json['figures'],
      }).toEqual({
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
});

/** An address of Google's front end, which Hosting appends. */
const edge = '66.249.82.1';

const behindHosting = () => adasScenario({ limitFactor: 1, clientAddress: { kind: 'hosting' } });
const statusOf = async (scenario: Scenario, headers: Record<string, string>) =>
  (await scenario.call('POST', '/v1/tips', await goodTip(scenario), headers)).status;

describe('limits of tips behind Hosting', () => {
  // Holds host-029.
  it('let eight fans behind one edge tip once each', async () => {
    const scenario = await behindHosting();
    for (let fan = 1; fan <= 8; fan += 1)
      expect(await statusOf(scenario, { 'x-forwarded-for': `203.0.113.${fan}, ${edge}` })).toBe(201);
  });

  // Holds host-030.
  it.each([
    ['through Hosting', `198.51.100.7, ${edge}`],
    ['at the function’s own address', '198.51.100.7'],
  ])('refuse the sixth tip of a fan who forges both headers differently each time, %s', async (_, honest) => {
    const scenario = await behindHosting();
    const forged = (time: number) => ({
      'x-forwarded-for': `203.0.113.${time}, ${honest}`,
      'fastly-client-ip': `192.0.2.${time}`,
    });
    for (let time = 1; time <= 5; time += 1) expect(await statusOf(scenario, forged(time))).toBe(201);
    expect(await statusOf(scenario, forged(6))).toBe(429);
  });
});
