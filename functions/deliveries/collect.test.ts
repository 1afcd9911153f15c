import { describe, expect, it } from 'vitest';
import { eventsOf } from '@busker/core/outbox/outbox-event';
import { fakeTip, fakeMonthly } from '@busker/core/testing/fakes';
import { relay, writeEvent } from '../outbox/relay';
import type { Sending } from '../senders/channel-sender';
import { stored } from '../store/store';
import { adaToken, adaUid, bearerOf, paidTip, sendEvent, type Scenario } from '../testing/ada';
import { callChannel, codeSent, newChannelOf, newChannels } from '../testing/put-channels';
import { wasSent } from '../testing/in-memory-deps';
import {
  messagesTo,
  outboxScenario,
  putChannels,
  sentTo,
  storedOutbox,
  typesTo,
  type OutboxScenario,
} from '../testing/outbox-scenario';
import { writeTip } from '../tips/write-tip';
import { collect } from './collect';

describe('collect', () => {
  // Patient: 500 tips come in a minute.

  const minute = 60_000;
  const hour = 60 * minute;
  const attempt = { status: null, ms: 1, text: '' };
  const away: Sending = { kind: 'again', problem: 'unreachable', after: null, rests: false, attempt };

  const channelOf = async ({ deps }: Awaited<ReturnType<typeof outboxScenario>>, id: string) =>
    (await deps.store.read(stored.channels(adaUid)))?.channels[id];

  describe('mail', () => {
    it('covers in one message what came within ten minutes of the last one', async () => {
      const scenario = await outboxScenario({ mail: {} });
      for (let tip = 0; tip < 12; tip += 1) {
        await paidTip(scenario);
        await scenario.pass(30_000);
      }
      await scenario.pass(10 * minute);
      expect(typesTo(scenario, 'mail').map(({ length }) => length)).toEqual([1, 11]);
      expect(messagesTo(scenario.deps, 'mail')[1]?.sums).toEqual([
        { currency: 'usd', count: 11, amount: 5500 },
      ]);
    });

    // Holds out-028.
    it('of a tip that was undone within the gap is one line, and no cheerful one', async () => {
      const scenario = await outboxScenario({ mail: {} });
      await paidTip(scenario);
      await scenario.answer();
      const undone = await paidTip(scenario);
      await scenario.call('POST', `/v1/tips/${undone.tipId}/undo`, {}, bearerOf(undone.tipToken));
      await sendEvent(scenario, 'charge.refunded', {
        paymentIntentId: undone.paymentIntentId,
        reference: { uid: adaUid, tipId: undone.tipId },
      });
      await scenario.pass(20 * minute);
      const last = messagesTo(scenario.deps, 'mail').at(-1);
      expect(last).toMatchObject({ events: [], takenBack: 1, sums: [] });
    });

    // Holds out-012.
    it('is tried again after a failure, and then tells everything, in order', async () => {
      const scenario = await outboxScenario({ mail: {} });
      const { mail } = scenario.deps.senders;
      mail.answer = () => away;
      for (let tip = 0; tip < 4; tip += 1) {
        await paidTip(scenario);
        await scenario.pass(45 * minute);
      }
      expect(await channelOf(scenario, 'mail')).toMatchObject({ state: 'failing', problem: 'unreachable' });
      mail.answer = () => wasSent;
      mail.sent.length = 0;
      await scenario.pass(2 * hour);
      const [events = [], ...others] = sentTo(scenario, 'mail');
      expect(others).toEqual([]);
      expect(events.map(({ fact }) => fact.type)).toEqual(Array(4).fill('tip.paid'));
      expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b));
      expect(await channelOf(scenario, 'mail')).toMatchObject({ state: 'on', problem: null, failures: 0 });
    });

    it('has the same id at each try, as long as it covers the same events', async () => {
      const scenario = await outboxScenario({ mail: {} });
      const { mail } = scenario.deps.senders;
      let tries = 0;
      mail.answer = () => ((tries += 1) < 3 ? away : wasSent);
      await paidTip(scenario);
      await scenario.pass(hour);
      const ids = messagesTo(scenario.deps, 'mail').map(({ id }) => id);
      expect(ids).toHaveLength(3);
      expect(new Set(ids).size).toBe(1);
    });

    // Holds out-006.
    it('that arrived before the process was killed is sent once more, with the same id', async () => {
      const scenario = await outboxScenario({ mail: {} });
      const { store, senders, clock } = scenario.deps;
      senders.mail.answer = () => {
        // From here on the process is gone: nothing it does is stored.
        store.fault = () => {
          throw new Error('killed');
        };
        return wasSent;
      };
      await paidTip(scenario);
      await expect(scenario.answer()).rejects.toThrow('killed');
      store.fault = () => undefined;
      senders.mail.answer = () => wasSent;
      clock.advance(3 * minute);
      expect(await scenario.sweep()).toBe(1);
      clock.advance(10 * minute);
      expect(await scenario.sweep()).toBe(0);
      const [first, second, ...others] = messagesTo(scenario.deps, 'mail');
      expect(others).toEqual([]);
      expect(second?.id).toBe(first?.id);
    });

    // Holds out-014.
    it('ends when the address is refused, and the other channels say so', async () => {
      const scenario = await outboxScenario({ mail: {}, phone: { kind: 'push' } });
      scenario.deps.senders.mail.answer = () => ({
        kind: 'ended',
        state: 'refused',
        end: 'address-refused',
        attempt,
      });
      await paidTip(scenario);
      await scenario.pass(hour);
      await paidTip(scenario);
      await scenario.pass(hour);
      expect(scenario.deps.senders.mail.sent).toHaveLength(1);
      expect(await channelOf(scenario, 'mail')).toMatchObject({ state: 'refused', end: 'address-refused' });
      expect(typesTo(scenario, 'phone').flat()).toContain('channel.disabled');
      expect(storedOutbox(scenario).events.filter(({ due }) => due.length > 0)).toEqual([]);
    });

    it('that fails for three days is told by the other channels, once', async () => {
      const scenario = await outboxScenario({ mail: {}, phone: { kind: 'push' } });
      scenario.deps.senders.mail.answer = () => away;
      await paidTip(scenario);
      await scenario.pass(4 * 24 * hour);
      expect(typesTo(scenario, 'phone').flat()).toEqual(['tip.paid', 'channel.failing']);
      await scenario.pass(2 * 24 * hour);
      expect(await channelOf(scenario, 'mail')).toMatchObject({ state: 'off', end: 'never-answers' });
      expect(typesTo(scenario, 'phone').flat()).toEqual(['tip.paid', 'channel.failing', 'channel.disabled']);
    });
  });

  describe('the words of a message', () => {
    // Holds out-025.
    it('are those of now: erased words are not in a mail that is due later', async () => {
      const scenario = await outboxScenario({ mail: {} });
      await paidTip(scenario);
      await scenario.answer();
      const { tipId, tipToken } = await paidTip(scenario, { name: 'Zoe', message: 'Lovely' });
      await scenario.call('PATCH', `/v1/tips/${tipId}`, { name: null, message: null }, bearerOf(tipToken));
      await scenario.pass(20 * minute);
      const notified = messagesTo(scenario.deps, 'mail').at(-1)?.events ?? [];
      expect(notified.length).toBeGreaterThan(0);
      for (const { tip } of notified) expect(tip).toMatchObject({ name: null, message: null });
    });

    // Holds out-024.
    it('are only in private what the owner alone may see', async () => {
      const scenario = await outboxScenario({ mail: {}, chat: { kind: 'discord', audience: 'public' } });
      await paidTip(scenario, { name: 'Zoe', message: 'Lovely', anonymous: true });
      await scenario.answer();
      const tipTo = (channel: string) => sentTo(scenario, channel)[0]?.[0]?.tip;
      expect(tipTo('mail')).toMatchObject({ name: 'Zoe', message: 'Lovely', anonymous: true });
      expect(tipTo('chat')).toMatchObject({ name: null, message: null });
    });

    // Holds out-024, tag-180, tag-183.
    it('are only in private when the message is for the owner alone, as the amount is when the fan hides it', async () => {
      const scenario = await outboxScenario({
        mail: {},
        hook: { kind: 'webhook' },
        chat: { kind: 'discord', audience: 'public' },
      });
      const message = 'Call me: busker.example.com';
      await paidTip(scenario, { name: 'Zoe', message, privateMessage: true, hideAmount: true });
      await scenario.answer();
      const tipTo = (channel: string) => sentTo(scenario, channel)[0]?.[0]?.tip;
      const whole = { name: 'Zoe', message, privateMessage: true, hidesAmount: true, amount: 500 };
      expect(tipTo('mail')).toMatchObject(whole);
      expect(tipTo('hook')).toMatchObject(whole);
      expect(tipTo('chat')).toMatchObject({ name: 'Zoe', message: null, amount: 0 });
      expect(messagesTo(scenario.deps, 'chat')[0]?.sums).toEqual([{ currency: 'usd', count: 1, amount: 0 }]);
    });

    // Holds tag-183.
    it('have no amount for others that the fan has hidden since, not even in a sum', async () => {
      const scenario = await outboxScenario({
        chat: { kind: 'discord', audience: 'public', mode: 'daily', events: ['tip.paid', 'monthly.started'] },
      });
      const { store, clock } = scenario.deps;
      const { tipId, tipToken } = await paidTip(scenario, { name: 'Zoe' });
      await paidTip(scenario, { name: 'Mo' });
      const monthly = fakeMonthly({
        monthlyId: 'monthly1',
        fan: { name: 'Kim', anonymous: false, hidesAmount: true },
      });
      await store.transaction((tx) => {
        tx.write(stored.monthly(adaUid, 'monthly1'), monthly);
        const fact = {
          type: 'monthly.started',
          monthlyId: 'monthly1',
          currency: 'usd',
          amount: 700,
        } as const;
        writeEvent(tx, adaUid, {
          id: 'event1',
          fact: { ...fact, every: 'month' },
          at: clock.now(),
          livemode: true,
          tip: null,
        });
        return Promise.resolve();
      });
      await relay(scenario.deps, adaUid, 'event1');
      await scenario.call('PATCH', `/v1/tips/${tipId}`, { hideAmount: true }, bearerOf(tipToken));
      await scenario.pass(25 * hour);
      const [message] = messagesTo(scenario.deps, 'chat');
      expect(message?.sums).toEqual([{ currency: 'usd', count: 2, amount: 500 }]);
      const started = message?.events.find(({ fact }) => fact.type === 'monthly.started');
      expect(started?.fact).toMatchObject({ hidesAmount: true });
    });

    // Holds out-022, out-023.
    it('are nowhere while they are held, and showing them replays nothing', async () => {
      const scenario = await outboxScenario({
        mail: {},
        hook: { kind: 'webhook' },
        chat: { kind: 'slack', audience: 'public' },
      });
      const { tipId } = await paidTip(scenario, { name: 'Zoe', message: 'buy at https://bad.example' });
      await scenario.answer();
      for (const channel of ['mail', 'hook', 'chat'])
        expect(JSON.stringify(sentTo(scenario, channel))).not.toMatch(/Zoe|bad\.example/);
      expect(sentTo(scenario, 'mail')[0]?.[0]?.tip?.words).toBe('held');
      await scenario.call(
        'POST',
        `/v1/me/tips/${tipId}/moderation`,
        { state: 'visible' },
        bearerOf(adaToken),
      );
      await scenario.pass(20 * minute);
      await scenario.sweep();
      await scenario.pass(20 * minute);
      expect(typesTo(scenario, 'mail')).toEqual([['tip.paid']]);
    });
  });

  /** A paid tip without the way through Stripe, for many of them. */
  async function countedTip({ deps }: Scenario, tipId: string): Promise<void> {
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
      const scenario = await outboxScenario({
        mail: {},
        phone: { kind: 'push' },
        chat: { kind: 'discord', audience: 'public' },
        hook: { kind: 'webhook' },
      });
      for (let tip = 0; tip < 500; tip += 1) {
        await countedTip(scenario, `tip${tip}`);
        await scenario.pass(120);
      }
      await scenario.pass(10 * minute);
      expect(messagesTo(scenario.deps, 'mail').length).toBeLessThanOrEqual(2);
      expect(messagesTo(scenario.deps, 'phone').length).toBeLessThanOrEqual(2);
      expect(messagesTo(scenario.deps, 'chat').length).toBeLessThanOrEqual(14);
      expect(messagesTo(scenario.deps, 'hook')).toHaveLength(500);
      for (const channel of ['mail', 'phone', 'chat']) {
        const sums = messagesTo(scenario.deps, channel).flatMap((message) => message.sums);
        expect(sums.reduce((sum, { amount }) => sum + amount, 0)).toBe(500 * 500);
      }
    });
  });
});

// Patient: a day has hundreds of tips.

const minute = 60_000;
const hour = 60 * minute;

describe('the times of what is due', () => {
  describe('quiet hours', () => {
    const quiet = { from: 22 * 60, to: 8 * 60 };

    // Holds out-057.
    it('hold back a tip until their end by the clock, and a dispute not at all', async () => {
      const scenario = await outboxScenario({ mail: {} }, { quiet });
      const { clock } = scenario.deps;
      // 01:59 in Berlin, in the night in which clocks change.
      clock.advance(Date.UTC(2027, 2, 28, 0, 59) - clock.now());
      const { tipId, paymentIntentId } = await paidTip(scenario);
      await scenario.pass(hour);
      expect(typesTo(scenario, 'mail')).toEqual([]);
      scenario.stripe.dispute(paymentIntentId, 'needs_response');
      await sendEvent(scenario, 'charge.dispute.created', {
        paymentIntentId,
        reference: { uid: adaUid, tipId },
      });
      await scenario.answer();
      expect(typesTo(scenario, 'mail').flat()).toContain('tip.disputed');
      await paidTip(scenario);
      await scenario.pass(3 * hour);
      expect(typesTo(scenario, 'mail')).toHaveLength(1);
      clock.advance(Date.UTC(2027, 2, 28, 6) - clock.now());
      await scenario.answer();
      expect(typesTo(scenario, 'mail')).toHaveLength(2);
    });
  });

  it('a mail about a new channel does not delay the mail about the next tip', async () => {
    const scenario = await outboxScenario({ mail: {} });
    const channelId = await newChannelOf(scenario, newChannels.mail);
    await callChannel(scenario, 'POST', `${channelId}/verify`, { code: codeSent(scenario, 'mail') });
    await scenario.answer();
    expect(typesTo(scenario, 'mail')).toEqual([['channel.added']]);
    await paidTip(scenario);
    await scenario.pass(minute);
    expect(typesTo(scenario, 'mail')).toEqual([['channel.added'], ['tip.paid']]);
  });

  describe('the first tip', () => {
    /** Writes the event of an account that may take tips now, and plans it. */
    const becameActive = async (scenario: OutboxScenario) => {
      const { deps } = scenario;
      const fact = { type: 'payments.state_changed', from: 'pending', to: 'active' } as const;
      const event = { id: deps.ids.fresh(), at: deps.clock.now(), livemode: false, tip: null };
      await deps.store.transaction((tx) => {
        writeEvent(tx, adaUid, { ...event, fact: { ...fact, dueAt: null, needsData: false } });
        return Promise.resolve();
      });
      await relay(deps, adaUid, event.id);
      await scenario.answer();
    };

    // Holds out-096.
    it('is told at once after the mail that tips are possible, and the second one after the gap', async () => {
      const scenario = await outboxScenario({ mail: {} });
      await becameActive(scenario);
      expect(typesTo(scenario, 'mail')).toEqual([['payments.state_changed']]);
      await scenario.pass(minute);
      await paidTip(scenario);
      await scenario.answer();
      expect(typesTo(scenario, 'mail')).toEqual([['payments.state_changed'], ['tip.paid']]);
      await scenario.pass(minute);
      await paidTip(scenario);
      await scenario.pass(8 * minute);
      expect(typesTo(scenario, 'mail')).toHaveLength(2);
      await scenario.pass(minute);
      expect(typesTo(scenario, 'mail')).toEqual([['payments.state_changed'], ['tip.paid'], ['tip.paid']]);
    });

    it('waits for the end of quiet hours', async () => {
      const scenario = await outboxScenario({ mail: {} });
      await becameActive(scenario);
      await putChannels(scenario, { mail: {} }, { quiet: { from: 0, to: 23 * 60 + 59 } });
      await paidTip(scenario);
      await scenario.pass(11 * minute);
      expect(typesTo(scenario, 'mail')).toEqual([['payments.state_changed']]);
      await scenario.pass(24 * hour);
      expect(typesTo(scenario, 'mail')).toEqual([['payments.state_changed'], ['tip.paid']]);
    });

    it('is the next one when the channel was switched off while the first waited', async () => {
      const scenario = await outboxScenario({ mail: {} });
      await becameActive(scenario);
      await putChannels(scenario, { mail: {} }, { quiet: { from: 0, to: 23 * 60 + 59 } });
      await paidTip(scenario);
      await scenario.answer();
      await putChannels(scenario, { mail: { state: 'off', end: 'owner' } });
      await scenario.pass(24 * hour);
      await putChannels(scenario, { mail: {} });
      await becameActive(scenario);
      await becameActive(scenario);
      expect(typesTo(scenario, 'mail')).toHaveLength(2);
      await paidTip(scenario);
      await scenario.answer();
      expect(typesTo(scenario, 'mail')).toHaveLength(3);
      expect(typesTo(scenario, 'mail')[2]).toContain('tip.paid');
    });
  });

  it('a day has at most fifty mails, and the rest follows after midnight', async () => {
    const scenario = await outboxScenario({ mail: {} });
    for (let tip = 0; tip < 60; tip += 1) {
      await paidTip(scenario);
      await scenario.pass(10 * minute);
    }
    expect(messagesTo(scenario.deps, 'mail').length).toBeLessThanOrEqual(51);
    await scenario.pass(24 * hour);
    const sums = messagesTo(scenario.deps, 'mail').flatMap((message) => message.sums);
    expect(sums.reduce((sum, { count }) => sum + count, 0)).toBe(60);
  });

  it("mails above the installation's number of a day wait until the day is over, and then tell everything", async () => {
    const scenario = await outboxScenario({ mail: {} });
    const { deps } = scenario;
    const capped = { ...deps, config: { ...deps.config, mail: { from: 'busker@busker.test', dailyCap: 2 } } };
    const collectNow = () => collect(capped, adaUid, 'mail');
    for (let tip = 0; tip < 4; tip += 1) {
      await paidTip(scenario);
      deps.clock.advance(11 * minute);
      await collectNow();
    }
    expect(messagesTo(deps, 'mail')).toHaveLength(2);
    expect(deps.lines.filter((line) => line.includes('mail cap reached'))).toHaveLength(1);
    deps.clock.advance(25 * hour);
    await collectNow();
    expect(messagesTo(deps, 'mail').map(({ sums }) => sums[0]?.count)).toEqual([1, 1, 2]);
  });
});

const attempt = { status: null, ms: 1, text: '' };
const away: Sending = { kind: 'again', problem: 'unreachable', after: null, rests: false, attempt };

describe('a channel that is off', () => {
  it('a channel that is off has nothing due any more, however much there was', async () => {
    const scenario = await outboxScenario({ mail: {} });
    const { store, senders } = scenario.deps;
    senders.mail.answer = () => away;
    await paidTip(scenario);
    await scenario.answer();
    const [path = '', event] = Object.entries(store.dump()).find(([, { type }]) => type === 'tip.paid') ?? [];
    for (let more = 0; more < 600; more += 1)
      store.put(`${path}-${more}`, {
        ...event,
        id: `${path.split('/').at(-1)}-${more}`,
        due: ['mail'],
      });
    await store.transaction(async (tx) => {
      const channels = await tx.read(stored.channels(adaUid));
      const mail = channels?.channels['mail'];
      if (channels === undefined || mail === undefined) throw new Error('There is no channel');
      tx.write(stored.channels(adaUid), {
        ...channels,
        channels: { mail: { ...mail, state: 'off', end: 'owner' } },
      });
    });
    await scenario.pass(60 * minute);
    expect(storedOutbox(scenario).events.filter(({ due }) => due.length > 0)).toEqual([]);
  });
});
