import { describe, expect, it } from 'vitest';
import { adaUid, paidTip, sendEvent } from '../testing/ada';
import { callChannel, codeSent, newChannelOf, newChannels } from '../testing/channel-calls';
import { messagesTo, outboxStage, putChannels, typesTo, type OutboxStage } from '../testing/outbox-stage';
import { collect } from './collect';
import { relay, writeEvent } from '../outbox/relay';

// Patient: a day has hundreds of tips.

const minute = 60_000;
const hour = 60 * minute;

describe('quiet hours', () => {
  const quiet = { from: 22 * 60, to: 8 * 60 };

  // Holds out-057.
  it('hold back a tip until their end by the clock, and a dispute not at all', async () => {
    const stage = await outboxStage({ mail: {} }, { quiet });
    const { clock } = stage.deps;
    // 01:59 in Berlin, in the night in which clocks change.
    clock.advance(Date.UTC(2027, 2, 28, 0, 59) - clock.now());
    const { tipId, paymentIntentId } = await paidTip(stage);
    await stage.pass(hour);
    expect(typesTo(stage, 'mail')).toEqual([]);
    stage.stripe.dispute(paymentIntentId, 'needs_response');
    await sendEvent(stage, 'charge.dispute.created', { paymentIntentId, reference: { uid: adaUid, tipId } });
    await stage.answer();
    expect(typesTo(stage, 'mail').flat()).toContain('tip.disputed');
    await paidTip(stage);
    await stage.pass(3 * hour);
    expect(typesTo(stage, 'mail')).toHaveLength(1);
    clock.advance(Date.UTC(2027, 2, 28, 6) - clock.now());
    await stage.answer();
    expect(typesTo(stage, 'mail')).toHaveLength(2);
  });
});

it('a mail about a new channel does not delay the mail about the next tip', async () => {
  const stage = await outboxStage({ mail: {} });
  const channelId = await newChannelOf(stage, newChannels.mail);
  await callChannel(stage, 'POST', `${channelId}/verify`, { code: codeSent(stage, 'mail') });
  await stage.answer();
  expect(typesTo(stage, 'mail')).toEqual([['channel.added']]);
  await paidTip(stage);
  await stage.pass(minute);
  expect(typesTo(stage, 'mail')).toEqual([['channel.added'], ['tip.paid']]);
});

describe('the first tip', () => {
  /** Writes the event of an account that may take tips now, and plans it. */
  const becameActive = async (stage: OutboxStage) => {
    const { deps } = stage;
    const fact = { type: 'payments.state_changed', from: 'pending', to: 'active' } as const;
    const event = { id: deps.ids.fresh(), at: deps.clock.now(), livemode: false, tip: null };
    await deps.store.transaction((tx) => {
      writeEvent(tx, adaUid, { ...event, fact: { ...fact, dueAt: null, needsData: false } });
      return Promise.resolve();
    });
    await relay(deps, adaUid, event.id);
    await stage.answer();
  };

  // Holds out-096.
  it('is told at once after the mail that tips are possible, and the second one after the gap', async () => {
    const stage = await outboxStage({ mail: {} });
    await becameActive(stage);
    expect(typesTo(stage, 'mail')).toEqual([['payments.state_changed']]);
    await stage.pass(minute);
    await paidTip(stage);
    await stage.answer();
    expect(typesTo(stage, 'mail')).toEqual([['payments.state_changed'], ['tip.paid']]);
    await stage.pass(minute);
    await paidTip(stage);
    await stage.pass(8 * minute);
    expect(typesTo(stage, 'mail')).toHaveLength(2);
    await stage.pass(minute);
    expect(typesTo(stage, 'mail')).toEqual([['payments.state_changed'], ['tip.paid'], ['tip.paid']]);
  });

  it('waits for the end of quiet hours', async () => {
    const stage = await outboxStage({ mail: {} });
    await becameActive(stage);
    await putChannels(stage, { mail: {} }, { quiet: { from: 0, to: 23 * 60 + 59 } });
    await paidTip(stage);
    await stage.pass(11 * minute);
    expect(typesTo(stage, 'mail')).toEqual([['payments.state_changed']]);
    await stage.pass(24 * hour);
    expect(typesTo(stage, 'mail')).toEqual([['payments.state_changed'], ['tip.paid']]);
  });

  it('is the next one when the channel was switched off while the first waited', async () => {
    const stage = await outboxStage({ mail: {} });
    await becameActive(stage);
    await putChannels(stage, { mail: {} }, { quiet: { from: 0, to: 23 * 60 + 59 } });
    await paidTip(stage);
    await stage.answer();
    await putChannels(stage, { mail: { state: 'off', end: 'owner' } });
    await stage.pass(24 * hour);
    await putChannels(stage, { mail: {} });
    await becameActive(stage);
    await becameActive(stage);
    expect(typesTo(stage, 'mail')).toHaveLength(2);
    await paidTip(stage);
    await stage.answer();
    expect(typesTo(stage, 'mail')).toHaveLength(3);
    expect(typesTo(stage, 'mail')[2]).toContain('tip.paid');
  });
});

it('a day has at most fifty mails, and the rest follows after midnight', async () => {
  const stage = await outboxStage({ mail: {} });
  for (let tip = 0; tip < 60; tip += 1) {
    await paidTip(stage);
    await stage.pass(10 * minute);
  }
  expect(messagesTo(stage.deps, 'mail').length).toBeLessThanOrEqual(51);
  await stage.pass(24 * hour);
  const sums = messagesTo(stage.deps, 'mail').flatMap((message) => message.sums);
  expect(sums.reduce((sum, { count }) => sum + count, 0)).toBe(60);
});

it("mails above the installation's number of a day wait until the day is over, and then tell everything", async () => {
  const stage = await outboxStage({ mail: {} });
  const { deps } = stage;
  const capped = { ...deps, config: { ...deps.config, mail: { from: 'busker@busker.test', dailyCap: 2 } } };
  const collectNow = () => collect(capped, adaUid, 'mail');
  for (let tip = 0; tip < 4; tip += 1) {
    await paidTip(stage);
    deps.clock.advance(11 * minute);
    await collectNow();
  }
  expect(messagesTo(deps, 'mail')).toHaveLength(2);
  expect(deps.lines.filter((line) => line.includes('mail cap reached'))).toHaveLength(1);
  deps.clock.advance(25 * hour);
  await collectNow();
  expect(messagesTo(deps, 'mail').map(({ sums }) => sums[0]?.count)).toEqual([1, 1, 2]);
});
