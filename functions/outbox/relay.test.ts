import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { adaToken, adaUid, bearerOf, paidTip, sendEvent, sendTip } from '../testing/ada';
import { outboxStage, putChannels, storedOutbox, typesTo } from '../testing/outbox-stage';
import { callOverlay, newOverlay, shownBy } from '../testing/overlay-calls';
import { alertsIn, overlayIn } from '../testing/put-overlay';
import { relay } from './relay';

describe('relay', () => {
  const minute = 60_000;

  describe('a paid tip', () => {
    it('is told by every channel within the same second', async () => {
      const stage = await outboxStage({ mail: {}, hook: { kind: 'webhook' } });
      await paidTip(stage);
      await stage.answer();
      expect(typesTo(stage, 'mail')).toEqual([['tip.paid']]);
      expect(typesTo(stage, 'hook')).toEqual([['tip.paid']]);
    });

    // Holds out-002.
    it('costs the fan no request, no document but the event, and no task', async () => {
      const stage = await outboxStage({ mail: {}, hook: { kind: 'webhook' } });
      const { store, outboxQueue, clock } = stage.deps;
      const tip = await sendTip(stage);
      stage.stripe.pay(tip.paymentIntentId);
      clock.advance(2000);
      const before = store.requests;
      const polled = await stage.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
      expect(polled.json.status).toBe('paid');
      expect(store.requests - before).toBe(3);
      expect(outboxQueue.tasks).toEqual([]);
      expect(storedOutbox(stage).events.find(({ type }) => type === 'tip.paid')).toMatchObject({
        state: 'new',
      });
    });

    // Holds out-004.
    it("costs Stripe's event four requests, and five when a poll was first", async () => {
      const stage = await outboxStage({ mail: {} });
      const { store, clock } = stage.deps;
      const first = await sendTip(stage);
      stage.stripe.pay(first.paymentIntentId);
      let before = store.requests;
      const about = ({ tipId, paymentIntentId }: typeof first) => ({
        paymentIntentId,
        reference: { uid: adaUid, tipId },
      });
      await sendEvent(stage, 'payment_intent.succeeded', about(first));
      expect(store.requests - before).toBe(4);
      const second = await sendTip(stage);
      stage.stripe.pay(second.paymentIntentId);
      clock.advance(2000);
      await stage.call('GET', `/v1/tips/${second.tipId}`, undefined, bearerOf(second.tipToken));
      before = store.requests;
      await sendEvent(stage, 'payment_intent.succeeded', about(second));
      expect(store.requests - before).toBe(5);
      await stage.pass(10 * minute);
      expect(typesTo(stage, 'mail').flat()).toEqual(['tip.paid', 'tip.paid']);
    });

    // Holds out-003.
    it("is told by the sweep when Stripe's event is lost, once", async () => {
      const stage = await outboxStage({ mail: {} });
      const { clock } = stage.deps;
      const tip = await sendTip(stage);
      stage.stripe.pay(tip.paymentIntentId);
      clock.advance(2000);
      await stage.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
      expect(await stage.sweep()).toBe(0);
      clock.advance(30_000);
      expect(await stage.sweep()).toBe(1);
      await stage.answer();
      clock.advance(minute);
      expect(await stage.sweep()).toBe(0);
      expect(typesTo(stage, 'mail')).toEqual([['tip.paid']]);
    });

    // Holds out-010.
    it('is planned once, also when two plan it at the same time', async () => {
      const stage = await outboxStage({ mail: {}, hook: { kind: 'webhook' } });
      const tip = await sendTip(stage);
      stage.stripe.pay(tip.paymentIntentId);
      stage.deps.clock.advance(2000);
      await stage.call('GET', `/v1/tips/${tip.tipId}`, undefined, bearerOf(tip.tipToken));
      const [event] = storedOutbox(stage).events.filter(({ state }) => state === 'new');
      const id = event?.id ?? '';
      await Promise.all([1, 2, 3].map(() => relay(stage.deps, adaUid, id)));
      expect(storedOutbox(stage).deliveries).toHaveLength(1);
      await stage.answer();
      expect(typesTo(stage, 'hook')).toEqual([['tip.paid']]);
      expect(typesTo(stage, 'mail')).toEqual([['tip.paid']]);
    });

    it('is told to nobody when there is no channel, or none that works', async () => {
      const stage = await outboxStage();
      await paidTip(stage);
      expect(stage.deps.outboxQueue.tasks).toEqual([]);
      await putChannels(stage, { mail: { state: 'unverified' }, hook: { kind: 'webhook', state: 'off' } });
      await paidTip(stage);
      await stage.pass(minute);
      expect(typesTo(stage, 'mail')).toEqual([]);
      expect(
        storedOutbox(stage).events.every(({ due, state }) => due.length === 0 && state === 'relayed'),
      ).toBe(true);
    });

    it('is not told to a channel that was added after it', async () => {
      const stage = await outboxStage();
      await paidTip(stage);
      await putChannels(stage, { mail: {} });
      await stage.pass(10 * minute);
      expect(typesTo(stage, 'mail')).toEqual([]);
    });
  });

  // Holds out-007.
  it('Stripe gets its answer when the queue takes no task, and the sweep tells the owner', async () => {
    const stage = await outboxStage({ mail: {}, hook: { kind: 'webhook' } });
    const { outboxQueue, clock } = stage.deps;
    await paidTip(stage);
    outboxQueue.tasks.length = 0;
    clock.advance(61_000);
    expect(await stage.sweep()).toBe(2);
    expect(typesTo(stage, 'mail')).toEqual([['tip.paid']]);
    expect(typesTo(stage, 'hook')).toEqual([['tip.paid']]);
  });

  it('nobody reads the words of a fan in an event, a delivery or the log', async () => {
    const stage = await outboxStage({ mail: {}, hook: { kind: 'webhook' } });
    await paidTip(stage, { name: 'Zaphod', message: 'Heart of Gold' });
    await stage.answer();
    expect(JSON.stringify([storedOutbox(stage), stage.deps.lines])).not.toMatch(/Zaphod|Heart/);
  });
});

describe('plan alert', () => {
  async function withOverlay() {
    const stage = await outboxStage({});
    const key = await newOverlay(stage);
    return { stage, key };
  }

  const moderate = (stage: Awaited<ReturnType<typeof outboxStage>>, tipId: string, state: string) =>
    stage.call('POST', `/v1/me/tips/${tipId}/moderation`, { state }, bearerOf(adaToken));

  describe('a paid tip', () => {
    // Holds out-075.
    it('is an alert with what the public wall would show, before Stripe has its answer', async () => {
      const { stage, key } = await withOverlay();
      const now = stage.deps.clock.now();
      const { tipId } = await paidTip(stage, { name: 'Kim', message: 'Lovely!' });
      expect(alertsIn(stage.deps, key)).toMatchObject([
        { id: tipId, kind: 'tip', amount: 500, currency: 'usd', name: 'Kim', message: 'Lovely!', at: now },
      ]);
      expect(JSON.stringify(alertsIn(stage.deps, key))).not.toContain(adaUid);
    });

    // Holds out-024.
    it('of a fan who hides their name is from somebody', async () => {
      const { stage, key } = await withOverlay();
      await paidTip(stage, { name: 'Kim', message: 'Lovely!', anonymous: true });
      expect(shownBy(stage, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
    });

    // Holds out-022.
    it('whose words are held has none, and gets them when the owner shows them, without a new alert', async () => {
      const { stage, key } = await withOverlay();
      const { tipId } = await paidTip(stage, { name: 'Kim', message: 'See https://evil.example' });
      const [held] = alertsIn(stage.deps, key);
      expect(held).toMatchObject({ name: null, message: null });
      stage.deps.clock.advance(60_000);
      await moderate(stage, tipId, 'visible');
      await stage.answer();
      expect(alertsIn(stage.deps, key)).toEqual([
        { ...held, name: 'Kim', message: 'See https://evil.example' },
      ]);
    });

    it('loses its words when the owner hides them', async () => {
      const { stage, key } = await withOverlay();
      const { tipId } = await paidTip(stage, { name: 'Kim', message: 'Lovely!' });
      await moderate(stage, tipId, 'hidden');
      await stage.answer();
      expect(shownBy(stage, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
    });

    // Holds out-025.
    it('loses its words at once when the fan erases them', async () => {
      const { stage, key } = await withOverlay();
      const { tipId, tipToken } = await paidTip(stage, { name: 'Kim', message: 'Lovely!' });
      await stage.call('PATCH', `/v1/tips/${tipId}`, { name: null, message: null }, bearerOf(tipToken));
      await stage.answer();
      expect(shownBy(stage, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
    });

    // Holds out-076.
    it('is no alert any more when it was given back', async () => {
      const { stage, key } = await withOverlay();
      const { tipId, tipToken, paymentIntentId } = await paidTip(stage);
      await paidTip(stage, { tipAmount: 700, total: 700 });
      await stage.call('POST', `/v1/tips/${tipId}/undo`, undefined, bearerOf(tipToken));
      await sendEvent(stage, 'charge.refunded', { paymentIntentId, reference: { uid: adaUid, tipId } });
      await stage.answer();
      expect(shownBy(stage, key).map(({ amount }) => amount)).toEqual([700]);
    });

    // Holds out-008.
    it('is one alert, whatever order its events are planned in and however often', async () => {
      const { stage, key } = await withOverlay();
      const { tipId, tipToken } = await paidTip(stage, { name: 'Kim' });
      await stage.call('PATCH', `/v1/tips/${tipId}`, { name: 'Kim K.' }, bearerOf(tipToken));
      const events = Object.keys(stage.deps.store.dump()).filter((path) =>
        path.startsWith(`${paths.events(adaUid)}/${tipId}`),
      );
      for (const path of [...events.toReversed(), ...events])
        await relay(stage.deps, adaUid, path.split('/').at(-1) ?? '');
      expect(shownBy(stage, key)).toEqual([{ kind: 'tip', amount: 500, name: 'Kim K.', message: null }]);
    });

    it('that was paid before the overlay was made has no alert when it changes', async () => {
      const stage = await outboxStage({});
      const { tipId } = await paidTip(stage, { name: 'Kim' });
      const key = await newOverlay(stage);
      await moderate(stage, tipId, 'hidden');
      await stage.answer();
      expect(shownBy(stage, key)).toEqual([]);
    });

    it('has no words when the owner wants none on the stream', async () => {
      const { stage, key } = await withOverlay();
      await callOverlay(stage, 'PATCH', '', { words: 'never' });
      await paidTip(stage, { name: 'Kim', message: 'Lovely!' });
      expect(shownBy(stage, key)).toEqual([{ kind: 'tip', amount: 500, name: null, message: null }]);
    });

    // Holds out-087.
    it('waits for the owner only if it came after they wished so', async () => {
      const { stage, key } = await withOverlay();
      const now = stage.deps.clock.now();
      await paidTip(stage, { name: 'Kim' });
      await callOverlay(stage, 'PATCH', '', { words: 'approved' });
      await paidTip(stage, { name: 'Noor' });
      const approved = Object.fromEntries(
        alertsIn(stage.deps, key).map(({ name, approvedAt }) => [name, approvedAt]),
      );
      expect(approved).toEqual({ Kim: now, Noor: null });
    });

    it('of an owner without an overlay costs no further request', async () => {
      const stage = await outboxStage({});
      const tip = await sendTip(stage);
      stage.stripe.pay(tip.paymentIntentId);
      const before = stage.deps.store.requests;
      const reference = { uid: adaUid, tipId: tip.tipId };
      await sendEvent(stage, 'payment_intent.succeeded', { paymentIntentId: tip.paymentIntentId, reference });
      expect(stage.deps.store.requests - before).toBe(4);
    });
  });

  it('a renamed profile renames goal and code of the overlay', async () => {
    const { stage, key } = await withOverlay();
    const draft = stage.deps.store.dump()[paths.draft(adaUid)] as object;
    stage.deps.store.put(paths.draft(adaUid), { ...draft, handle: 'ada_l', revision: 2 });
    await stage.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
    await stage.answer();
    expect(overlayIn(stage.deps, adaUid)?.handle).toBe('ada_l');
    expect(stage.deps.store.dump()[paths.overlay(key)]).toMatchObject({ handle: 'ada_l' });
  });
});
