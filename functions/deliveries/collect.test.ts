import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../core/outbox/outbox-event';
import { fakeTip } from '../../core/testing/fakes';
import { relay } from '../outbox/relay';
import type { Sending } from '../senders/channel-sender';
import { stored } from '../store/stored';
import { adaToken, adaUid, bearerOf, paidTip, sendEvent, type Stage } from '../testing/ada';
import { wasSent } from '../testing/in-memory-senders';
import { messagesTo, outboxStage, storedOutbox, toldTo, typesTo } from '../testing/outbox-stage';
import { writeTip } from '../tips/write-tip';

describe('collect', () => {
  // Patient: 500 tips come in a minute.

  const minute = 60_000;
  const hour = 60 * minute;
  const attempt = { status: null, ms: 1, text: '' };
  const away: Sending = { kind: 'again', problem: 'unreachable', after: null, rests: false, attempt };

  const channelOf = async ({ deps }: Awaited<ReturnType<typeof outboxStage>>, id: string) =>
    (await deps.store.read(stored.channels(adaUid)))?.channels[id];

  describe('mail', () => {
    it('covers in one message what came within ten minutes of the last one', async () => {
      const stage = await outboxStage({ mail: {} });
      for (let tip = 0; tip < 12; tip += 1) {
        await paidTip(stage);
        await stage.pass(30_000);
      }
      await stage.pass(10 * minute);
      expect(typesTo(stage, 'mail').map(({ length }) => length)).toEqual([1, 11]);
      expect(messagesTo(stage.deps, 'mail')[1]?.sums).toEqual([{ currency: 'usd', count: 11, amount: 5500 }]);
    });

    // Holds out-028.
    it('of a tip that was undone within the gap is one line, and no cheerful one', async () => {
      const stage = await outboxStage({ mail: {} });
      await paidTip(stage);
      await stage.answer();
      const undone = await paidTip(stage);
      await stage.call('POST', `/v1/tips/${undone.tipId}/undo`, {}, bearerOf(undone.tipToken));
      await sendEvent(stage, 'charge.refunded', {
        paymentIntentId: undone.paymentIntentId,
        reference: { uid: adaUid, tipId: undone.tipId },
      });
      await stage.pass(20 * minute);
      const last = messagesTo(stage.deps, 'mail').at(-1);
      expect(last).toMatchObject({ events: [], takenBack: 1, sums: [] });
    });

    // Holds out-012.
    it('is tried again after a failure, and then tells everything, in order', async () => {
      const stage = await outboxStage({ mail: {} });
      const { mail } = stage.deps.senders;
      mail.answer = () => away;
      for (let tip = 0; tip < 4; tip += 1) {
        await paidTip(stage);
        await stage.pass(45 * minute);
      }
      expect(await channelOf(stage, 'mail')).toMatchObject({ state: 'failing', problem: 'unreachable' });
      mail.answer = () => wasSent;
      mail.sent.length = 0;
      await stage.pass(2 * hour);
      const [events = [], ...others] = toldTo(stage, 'mail');
      expect(others).toEqual([]);
      expect(events.map(({ fact }) => fact.type)).toEqual(Array(4).fill('tip.paid'));
      expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b));
      expect(await channelOf(stage, 'mail')).toMatchObject({ state: 'on', problem: null, failures: 0 });
    });

    it('has the same id at each try, as long as it covers the same events', async () => {
      const stage = await outboxStage({ mail: {} });
      const { mail } = stage.deps.senders;
      let tries = 0;
      mail.answer = () => ((tries += 1) < 3 ? away : wasSent);
      await paidTip(stage);
      await stage.pass(hour);
      const ids = messagesTo(stage.deps, 'mail').map(({ id }) => id);
      expect(ids).toHaveLength(3);
      expect(new Set(ids).size).toBe(1);
    });

    // Holds out-006.
    it('that arrived before the process was killed is sent once more, with the same id', async () => {
      const stage = await outboxStage({ mail: {} });
      const { store, senders, clock } = stage.deps;
      senders.mail.answer = () => {
        // From here on the process is gone: nothing it does is stored.
        store.fault = () => {
          throw new Error('killed');
        };
        return wasSent;
      };
      await paidTip(stage);
      await expect(stage.answer()).rejects.toThrow('killed');
      store.fault = () => undefined;
      senders.mail.answer = () => wasSent;
      clock.advance(3 * minute);
      expect(await stage.sweep()).toBe(1);
      clock.advance(10 * minute);
      expect(await stage.sweep()).toBe(0);
      const [first, second, ...others] = messagesTo(stage.deps, 'mail');
      expect(others).toEqual([]);
      expect(second?.id).toBe(first?.id);
    });

    // Holds out-014.
    it('ends when the address is refused, and the other channels say so', async () => {
      const stage = await outboxStage({ mail: {}, phone: { kind: 'push' } });
      stage.deps.senders.mail.answer = () => ({
        kind: 'ended',
        state: 'refused',
        end: 'address-refused',
        attempt,
      });
      await paidTip(stage);
      await stage.pass(hour);
      await paidTip(stage);
      await stage.pass(hour);
      expect(stage.deps.senders.mail.sent).toHaveLength(1);
      expect(await channelOf(stage, 'mail')).toMatchObject({ state: 'refused', end: 'address-refused' });
      expect(typesTo(stage, 'phone').flat()).toContain('channel.disabled');
      expect(storedOutbox(stage).events.filter(({ due }) => due.length > 0)).toEqual([]);
    });

    it('that fails for three days is told by the other channels, once', async () => {
      const stage = await outboxStage({ mail: {}, phone: { kind: 'push' } });
      stage.deps.senders.mail.answer = () => away;
      await paidTip(stage);
      await stage.pass(4 * 24 * hour);
      expect(typesTo(stage, 'phone').flat()).toEqual(['tip.paid', 'channel.failing']);
      await stage.pass(2 * 24 * hour);
      expect(await channelOf(stage, 'mail')).toMatchObject({ state: 'off', end: 'never-answers' });
      expect(typesTo(stage, 'phone').flat()).toEqual(['tip.paid', 'channel.failing', 'channel.disabled']);
    });
  });

  describe('the words of a message', () => {
    // Holds out-025.
    it('are those of now: erased words are not in a mail that is due later', async () => {
      const stage = await outboxStage({ mail: {} });
      await paidTip(stage);
      await stage.answer();
      const { tipId, tipToken } = await paidTip(stage, { name: 'Zoe', message: 'Lovely' });
      await stage.call('PATCH', `/v1/tips/${tipId}`, { name: null, message: null }, bearerOf(tipToken));
      await stage.pass(20 * minute);
      const told = messagesTo(stage.deps, 'mail').at(-1)?.events ?? [];
      expect(told.length).toBeGreaterThan(0);
      for (const { tip } of told) expect(tip).toMatchObject({ name: null, message: null });
    });

    // Holds out-024.
    it('are only in private what the owner alone may see', async () => {
      const stage = await outboxStage({ mail: {}, chat: { kind: 'discord', audience: 'public' } });
      await paidTip(stage, { name: 'Zoe', message: 'Lovely', anonymous: true });
      await stage.answer();
      const tipTo = (channel: string) => toldTo(stage, channel)[0]?.[0]?.tip;
      expect(tipTo('mail')).toMatchObject({ name: 'Zoe', message: 'Lovely', anonymous: true });
      expect(tipTo('chat')).toMatchObject({ name: null, message: null });
    });

    // Holds out-022, out-023.
    it('are nowhere while they are held, and showing them replays nothing', async () => {
      const stage = await outboxStage({
        mail: {},
        hook: { kind: 'webhook' },
        chat: { kind: 'slack', audience: 'public' },
      });
      const { tipId } = await paidTip(stage, { name: 'Zoe', message: 'buy at https://bad.example' });
      await stage.answer();
      for (const channel of ['mail', 'hook', 'chat'])
        expect(JSON.stringify(toldTo(stage, channel))).not.toMatch(/Zoe|bad\.example/);
      expect(toldTo(stage, 'mail')[0]?.[0]?.tip?.words).toBe('held');
      await stage.call('POST', `/v1/me/tips/${tipId}/moderation`, { state: 'visible' }, bearerOf(adaToken));
      await stage.pass(20 * minute);
      await stage.sweep();
      await stage.pass(20 * minute);
      expect(typesTo(stage, 'mail')).toEqual([['tip.paid']]);
    });
  });

  /** A paid tip without the way through Stripe, for many of them. */
  async function countedTip({ deps }: Stage, tipId: string): Promise<void> {
    const contrib = { count: 1, gross: 500, refunded: 0, disputed: 0 };
    const tip = fakeTip({ tipId, ownerUid: adaUid, amount: 500, state: 'paid', contrib, rev: 0 });
    const cause = { cause: 'webhook', eventId: null } as const;
    await deps.store.transaction((tx) => {
      writeTip(tx, undefined, tip, cause, deps.clock.now());
      return Promise.resolve();
    });
    for (const { id } of eventsOf(undefined, { ...tip, rev: 1 })) await relay(deps, adaUid, id);
  }

  describe('a flood', () => {
    // Holds out-026.
    it('of 500 tips in a minute is two mails, two notifications and a few chat messages, whose sums are right', async () => {
      const stage = await outboxStage({
        mail: {},
        phone: { kind: 'push' },
        chat: { kind: 'discord', audience: 'public' },
        hook: { kind: 'webhook' },
      });
      for (let tip = 0; tip < 500; tip += 1) {
        await countedTip(stage, `tip${tip}`);
        await stage.pass(120);
      }
      await stage.pass(10 * minute);
      expect(messagesTo(stage.deps, 'mail').length).toBeLessThanOrEqual(2);
      expect(messagesTo(stage.deps, 'phone').length).toBeLessThanOrEqual(2);
      expect(messagesTo(stage.deps, 'chat').length).toBeLessThanOrEqual(14);
      expect(messagesTo(stage.deps, 'hook')).toHaveLength(500);
      for (const channel of ['mail', 'phone', 'chat']) {
        const sums = messagesTo(stage.deps, channel).flatMap((message) => message.sums);
        expect(sums.reduce((sum, { amount }) => sum + amount, 0)).toBe(500 * 500);
      }
    });
  });
});
