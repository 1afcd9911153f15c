import { describe, expect, it } from 'vitest';
import { adaUid, paidTip, sendEvent } from '../testing/ada';
import { callChannel, codeSent, newChannelOf, newChannels } from '../testing/channel-calls';
import {
  messagesTo,
  outboxScenario,
  putChannels,
  typesTo,
  type OutboxScenario,
} from '../testing/outbox-scenario';
import { collect } from './collect';
import { relay, writeEvent } from '../outbox/relay';

// Patient: a day has hundreds of tips.

const minute = 60_000;
const hour = 60 * minute;

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
