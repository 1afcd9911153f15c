import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { runs } from '@busker/core/testing/runs';
import { adaToken, adaUid, bearerOf, paidTip, sendEvent, sendTip } from '../testing/ada';
import {
  messagesTo,
  outboxScenario,
  putChannels,
  storedOutbox,
  typesTo,
  type OutboxScenario,
} from '../testing/outbox-scenario';
import { callOverlay, newOverlay, shownBy, alertsIn, overlayIn } from '../testing/put-channels';
import type { OutboxTask } from './outbox-task';
import { relay } from './relay';

describe('relay', () => {
  const minute = 60_000;

  describe('a paid tip', () => {
    it('is told by every channel within the same second', async () => {
      const scenario = await outboxScenario({ mail: {}, hook: { kind: 'webhook' } });
      await paidTip(scenario);
      await scenario.answer();
      expect(typesTo(scenario, 'mail')).toEqual([['tip.paid']]);
      expect(typesTo(scenario, 'hook')).toEqual([['tip.paid']]);
    });

    // Holds out-002.
    it('costs the fan no request, no document but the event, and no task', async () => {
      const scenario = await outboxScenario({ mail: {}, hook: { kind: 'webhook' } });
      const { store, outboxQueue, clock } = scenario.deps;
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      clock.advance(2000);
      const before = store.requests;
      const polled = await scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
      expect(polled.json.status).toBe('paid');
      expect(store.requests - before).toBe(3);
      expect(outboxQueue.tasks).toEqual([]);
      expect(storedOutbox(scenario).events.find(({ type }) => type === 'tip.paid')).toMatchObject({
        state: 'new',
      });
    });

    // Holds out-004.
    it("costs Stripe's event four requests, and five when a poll was first", async () => {
      const scenario = await outboxScenario({ mail: {} });
      const { store, clock } = scenario.deps;
      const first = await sendTip(scenario);
      scenario.stripe.pay(first.paymentIntentId);
      let before = store.requests;
      const about = ({ tipId, paymentIntentId }: typeof first) => ({
        paymentIntentId,
        reference: { uid: adaUid, tipId },
      });
      await sendEvent(scenario, 'payment_intent.succeeded', about(first));
      expect(store.requests - before).toBe(4);
      const second = await sendTip(scenario);
      scenario.stripe.pay(second.paymentIntentId);
      clock.advance(2000);
      await scenario.call('GET', `/v1/tips/${second.tipId}`, undefined, bearerOf(second.tipToken));
      before = store.requests;
      await sendEvent(scenario, 'payment_intent.succeeded', about(second));
      expect(store.requests - before).toBe(5);
      await scenario.pass(10 * minute);
      expect(typesTo(scenario, 'mail').flat()).toEqual(['tip.paid', 'tip.paid']);
    });

    // Holds out-003.
    it("is told by the sweep when Stripe's event is lost, once", async () => {
      const scenario = await outboxScenario({ mail: {} });
      const { clock } = scenario.deps;
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      clock.advance(2000);
      await scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
      expect(await scenario.sweep()).toBe(0);
      clock.advance(30_000);
      expect(await scenario.sweep()).toBe(1);
      await scenario.answer();
      clock.advance(minute);
      expect(await scenario.sweep()).toBe(0);
      expect(typesTo(scenario, 'mail')).toEqual([['tip.paid']]);
    });

    // Holds out-010.
    it('is planned once, also when two plan it at the same time', async () => {
      const scenario = await outboxScenario({ mail: {}, hook: { kind: 'webhook' } });
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      scenario.deps.clock.advance(2000);
      await scenario.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
      const [event] = storedOutbox(scenario).events.filter(({ state }) => state === 'new');
      const id = event?.id ?? '';
      await Promise.all([1, 2, 3].map(() => relay(scenario.deps, adaUid, id)));
      expect(storedOutbox(scenario).deliveries).toHaveLength(1);
      await scenario.answer();
      expect(typesTo(scenario, 'hook')).toEqual([['tip.paid']]);
      expect(typesTo(scenario, 'mail')).toEqual([['tip.paid']]);
    });

    it('is told to nobody when there is no channel, or none that works', async () => {
      const scenario = await outboxScenario();
      await paidTip(scenario);
      expect(scenario.deps.outboxQueue.tasks).toEqual([]);
      await putChannels(scenario, { mail: { state: 'unverified' }, hook: { kind: 'webhook', state: 'off' } });
      await paidTip(scenario);
      await scenario.pass(minute);
      expect(typesTo(scenario, 'mail')).toEqual([]);
      expect(
        storedOutbox(scenario).events.every(({ due, state }) => due.length === 0 && state === 'relayed'),
      ).toBe(true);
    });

    it('is not told to a channel that was added after it', async () => {
      const scenario = await outboxScenario();
      await paidTip(scenario);
      await putChannels(scenario, { mail: {} });
      await scenario.pass(10 * minute);
      expect(typesTo(scenario, 'mail')).toEqual([]);
    });
  });

  // Holds out-007.
  it('Stripe gets its answer when the queue takes no task, and the sweep tells the owner', async () => {
    const scenario = await outboxScenario({ mail: {}, hook: { kind: 'webhook' } });
    const { outboxQueue, clock } = scenario.deps;
    await paidTip(scenario);
    outboxQueue.tasks.length = 0;
    clock.advance(61_000);
    expect(await scenario.sweep()).toBe(2);
    expect(typesTo(scenario, 'mail')).toEqual([['tip.paid']]);
    expect(typesTo(scenario, 'hook')).toEqual([['tip.paid']]);
  });

  it('nobody reads the words of a fan in an event, a delivery or the log', async () => {
    const scenario = await outboxScenario({ mail: {}, hook: { kind: 'webhook' } });
    await paidTip(scenario, { name: 'Zaphod', message: 'Heart of Gold' });
    await scenario.answer();
    expect(JSON.stringify([storedOutbox(scenario), scenario.deps.lines])).not.toMatch(/Zaphod|Heart/);
  });
});

describe('plan alert', () => {
  async function withOverlay() {
    const scenario = await outboxScenario({});
    const key = await newOverlay(scenario);
    return { scenario, key };
  }

  const moderate = (scenario: Awaited<ReturnType<typeof outboxScenario>>, tipId: string, state: string) =>
    scenario.call('POST', `/v1/me/tips/${tipId}/moderation`, { state }, bearerOf(adaToken));

  describe('a paid tip', () => {
    // Holds out-075.
    it('is an alert with what the public wall would show, before Stripe has its answer', async () => {
      const { scenario, key } = await withOverlay();
      const now = scenario.deps.clock.now();
      const { tipId } = await paidTip(scenario, { name: 'Kim', message: 'Lovely!' });
      expect(alertsIn(scenario.deps, key)).toMatchObject([
        { id: tipId, kind: 'tip', amount: 500, currency: 'usd', name: 'Kim', message: 'Lovely!', at: now },
      ]);
      expect(JSON.stringify(alertsIn(scenario.deps, key))).not.toContain(adaUid);
    });

    // Holds out-024.
    it('of a fan who hides their name is from somebody', async () => {
      const { scenario, key } = await withOverlay();
      await paidTip(scenario, { name: 'Kim', message: 'Lovely!', anonymous: true });
      expect(shownBy(scenario, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
    });

    // Holds out-022.
    it('whose words are held has none, and gets them when the owner shows them, without a new alert', async () => {
      const { scenario, key } = await withOverlay();
      const { tipId } = await paidTip(scenario, { name: 'Kim', message: 'See https://evil.example' });
      const [held] = alertsIn(scenario.deps, key);
      expect(held).toMatchObject({ name: null, message: null });
      scenario.deps.clock.advance(60_000);
      await moderate(scenario, tipId, 'visible');
      await scenario.answer();
      expect(alertsIn(scenario.deps, key)).toEqual([
        { ...held, name: 'Kim', message: 'See https://evil.example' },
      ]);
    });

    it('loses its words when the owner hides them', async () => {
      const { scenario, key } = await withOverlay();
      const { tipId } = await paidTip(scenario, { name: 'Kim', message: 'Lovely!' });
      await moderate(scenario, tipId, 'hidden');
      await scenario.answer();
      expect(shownBy(scenario, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
    });

    // Holds out-025.
    it('loses its words at once when the fan erases them', async () => {
      const { scenario, key } = await withOverlay();
      const { tipId, tipToken } = await paidTip(scenario, { name: 'Kim', message: 'Lovely!' });
      await scenario.call('PATCH', `/v1/tips/${tipId}`, { name: null, message: null }, bearerOf(tipToken));
      await scenario.answer();
      expect(shownBy(scenario, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
    });

    // Holds out-076.
    it('is no alert any more when it was given back', async () => {
      const { scenario, key } = await withOverlay();
      const { tipId, tipToken, paymentIntentId } = await paidTip(scenario);
      await paidTip(scenario, { tipAmount: 700, total: 700 });
      await scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
      await sendEvent(scenario, 'charge.refunded', { paymentIntentId, reference: { uid: adaUid, tipId } });
      await scenario.answer();
      expect(shownBy(scenario, key).map(({ amount }) => amount)).toEqual([700]);
    });

    // Holds out-008.
    it('is one alert, whatever order its events are planned in and however often', async () => {
      const { scenario, key } = await withOverlay();
      const { tipId, tipToken } = await paidTip(scenario, { name: 'Kim' });
      await scenario.call('PATCH', `/v1/tips/${tipId}`, { name: 'Kim K.' }, bearerOf(tipToken));
      const events = Object.keys(scenario.deps.store.dump()).filter((path) =>
        path.startsWith(`${paths.events(adaUid)}/${tipId}`),
      );
      for (const path of [...events.toReversed(), ...events])
        await relay(scenario.deps, adaUid, path.split('/').at(-1) ?? '');
      expect(shownBy(scenario, key)).toEqual([{ kind: 'tip', amount: 500, name: 'Kim K.', message: null }]);
    });

    it('that was paid before the overlay was made has no alert when it changes', async () => {
      const scenario = await outboxScenario({});
      const { tipId } = await paidTip(scenario, { name: 'Kim' });
      const key = await newOverlay(scenario);
      await moderate(scenario, tipId, 'hidden');
      await scenario.answer();
      expect(shownBy(scenario, key)).toEqual([]);
    });

    it('has no words when the owner wants none on the stream', async () => {
      const { scenario, key } = await withOverlay();
      await callOverlay(scenario, 'PATCH', '', { words: 'never' });
      await paidTip(scenario, { name: 'Kim', message: 'Lovely!' });
      expect(shownBy(scenario, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
    });

    // Holds out-087.
    it('waits for the owner only if it came after they wished so', async () => {
      const { scenario, key } = await withOverlay();
      const now = scenario.deps.clock.now();
      await paidTip(scenario, { name: 'Kim' });
      await callOverlay(scenario, 'PATCH', '', { words: 'approved' });
      await paidTip(scenario, { name: 'Noor' });
      const approved = Object.fromEntries(
        alertsIn(scenario.deps, key).map(({ name, approvedAt }) => [name, approvedAt]),
      );
      expect(approved).toEqual({ Kim: now, Noor: null });
    });

    it('of an owner without an overlay costs no further request', async () => {
      const scenario = await outboxScenario({});
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      const before = scenario.deps.store.requests;
      const reference = { uid: adaUid, tipId: tip.tipId };
      await sendEvent(scenario, 'payment_intent.succeeded', {
        paymentIntentId: tip.paymentIntentId,
        reference,
      });
      expect(scenario.deps.store.requests - before).toBe(4);
    });
  });

  it('a renamed profile renames goal and code of the overlay', async () => {
    const { scenario, key } = await withOverlay();
    const draft = scenario.deps.store.dump()[paths.draft(adaUid)] as object;
    scenario.deps.store.put(paths.draft(adaUid), { ...draft, handle: 'ada_l', revision: 2 });
    await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    await scenario.answer();
    expect(overlayIn(scenario.deps, adaUid)?.handle).toBe('ada_l');
    expect(scenario.deps.store.dump()[paths.overlay(key)]).toMatchObject({ handle: 'ada_l' });
  });
});

const minute = 60_000;
const tips = 4;

const three = { mail: {}, hook: { kind: 'webhook' }, chat: { kind: 'discord', audience: 'public' } } as const;

/** Each event once at the webhook, and all of them in the mails. */
function expectAllNotified(scenario: OutboxScenario): void {
  const { events, deliveries } = storedOutbox(scenario);
  const paid = events.filter(({ type }) => type === 'tip.paid');
  expect(paid).toHaveLength(tips);
  expect(deliveries.map(({ state }) => state)).toEqual(Array(tips).fill('done'));
  expect(new Set(messagesTo(scenario.deps, 'hook').map(({ id }) => id)).size).toBe(tips);
  for (const channel of ['mail', 'chat']) {
    const notified = messagesTo(scenario.deps, channel).flatMap((message) =>
      message.events.map(({ id }) => id),
    );
    expect(new Set(notified)).toEqual(new Set(paid.map(({ id }) => id)));
  }
  expect(events.filter(({ due }) => due.length > 0)).toEqual([]);
}

async function sweepFor(scenario: OutboxScenario, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    await scenario.pass(minute);
    await scenario.sweep();
  }
}

describe('every event is told', () => {
  // Holds out-008.
  it('when every task comes twice and in another order, and once by the webhook', async () => {
    const scenario = await outboxScenario(three);
    const doubled = (tasks: readonly OutboxTask[]) => [...tasks, ...tasks].toReversed();
    for (let tip = 0; tip < tips; tip += 1) {
      await paidTip(scenario);
      await scenario.answer(doubled);
    }
    await sweepFor(scenario, 12);
    expectAllNotified(scenario);
    expect(messagesTo(scenario.deps, 'hook')).toHaveLength(tips);
  });

  // Holds out-009.
  it('when every task is lost: by the sweep, within two minutes', async () => {
    const scenario = await outboxScenario(three);
    for (let tip = 0; tip < tips; tip += 1) await paidTip(scenario);
    scenario.deps.outboxQueue.tasks.length = 0;
    for (let run = 0; run < 2; run += 1) {
      scenario.deps.clock.advance(minute);
      await scenario.sweep();
      scenario.deps.outboxQueue.tasks.length = 0;
    }
    expectAllNotified(scenario);
    expect(messagesTo(scenario.deps, 'hook')).toHaveLength(tips);
  });

  // The process ends at any request to the store: before a plan, between the plan and a message, after a message arrived.
  it('when the process is killed at any step, as often as one likes', async () => {
    const kills = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(kills, async (steps) => {
        const scenario = await outboxScenario(three);
        for (let tip = 0; tip < tips; tip += 1) await paidTip(scenario);
        scenario.deps.outboxQueue.tasks.length = 0;
        const { store } = scenario.deps;
        for (const step of steps) {
          let left = step;
          store.fault = () => {
            left -= 1;
            if (left < 0) throw new Error('killed');
          };
          scenario.deps.clock.advance(2 * minute);
          await scenario.sweep().catch(() => 0);
          await scenario.answer().catch(() => undefined);
          store.fault = () => undefined;
          scenario.deps.outboxQueue.tasks.length = 0;
        }
        await sweepFor(scenario, 30);
        expectAllNotified(scenario);
      }),
      { numRuns: runs(12) },
    );
  });
});
