import { paidTip } from '@busker/functions/testing/ada';
import {
  messagesTo,
  outboxScenario,
  storedOutbox,
  type OutboxScenario,
} from '@busker/functions/testing/outbox-scenario';
import { neverAnswers } from '@busker/core/outbox/channel';
import { longestWait } from '@busker/core/outbox/pace';
import type { BenchOptions, BenchRow } from '../bench-row';
import { answersUntil, failing, nothingWaits } from './receivers';

const minute = 60_000;
const hour = 60 * minute;

async function tipsOfAMinute(scenario: OutboxScenario, tips: number): Promise<void> {
  for (let tip = 0; tip < tips; tip += 1) {
    await paidTip(scenario);
    await scenario.answer();
    scenario.deps.clock.advance(minute / tips);
  }
}

/** Lets virtual minutes pass, each with its sweep, until nothing waits. Returns the hours since the first tip. */
async function untilOver(scenario: OutboxScenario, began: number, mostHours: number): Promise<number> {
  const { clock } = scenario.deps;
  while (clock.now() - began < mostHours * hour) {
    for (let passed = 0; passed < 30; passed += 1) {
      clock.advance(minute);
      await scenario.answer();
      await scenario.sweep();
    }
    if (nothingWaits(scenario)) break;
  }
  return (clock.now() - began) / hour;
}

const statesOf = (scenario: OutboxScenario, channelId: string) => {
  const own = storedOutbox(scenario).deliveries.filter((delivery) => delivery.channelId === channelId);
  return {
    done: own.filter(({ state }) => state === 'done').length,
    dead: own.filter(({ state }) => state === 'dead').length,
  };
};

/** Receivers that never come back, and receivers that come back after three hours, on a virtual clock. */
export async function withinSchedule({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const tips = quick ? 50 : 500;
  return [...(await neverBack(tips, log)), ...(await backAfterHours(tips))];
}

const channels = { ...failing, working: { kind: 'webhook' } } as const;

async function neverBack(tips: number, log: BenchOptions['log']): Promise<BenchRow[]> {
  // Longer than any wait after the day on which a channel ends that never answers.
  const mostHours = neverAnswers.days * 24 + longestWait / hour + 1;
  const scenario = await outboxScenario(channels);
  answersUntil(scenario, Number.POSITIVE_INFINITY);
  const began = scenario.deps.clock.now();
  await tipsOfAMinute(scenario, tips);
  const working = statesOf(scenario, 'working').done;
  const hours = await untilOver(scenario, began, mostHours);
  const waiting = storedOutbox(scenario).events.filter(
    ({ due, state }) => due.length > 0 || state === 'new',
  ).length;
  const [slow, refusing] = [statesOf(scenario, 'slow'), statesOf(scenario, 'refusing')];
  log(`outbox: slow ${JSON.stringify(slow)}, refusing ${JSON.stringify(refusing)}, over after ${hours} h`);
  return [
    {
      what: 'a webhook that works: delivered when the minute ends, missing',
      value: tips - working,
      unit: 'count',
      atMost: 0,
    },
    {
      what: 'receivers never come back: deliveries that are neither done nor dead',
      value: 2 * tips - slow.dead - refusing.dead,
      unit: 'count',
      atMost: 0,
    },
    { what: 'the same: events that still wait', value: waiting, unit: 'count', atMost: 0 },
    {
      what: 'the same: hours until the last one is dead',
      value: hours,
      unit: 'count',
      atMost: mostHours,
    },
  ];
}

async function backAfterHours(tips: number): Promise<BenchRow[]> {
  const scenario = await outboxScenario(channels);
  const began = scenario.deps.clock.now();
  answersUntil(scenario, began + 3 * hour);
  await tipsOfAMinute(scenario, tips);
  const hours = await untilOver(scenario, began, 100);
  const done = (['slow', 'refusing', 'working'] as const).map((id) => statesOf(scenario, id).done);
  const missing = done.reduce((sum, count) => sum + tips - count, 0);
  const sent = messagesTo(scenario.deps, 'mail').length;
  return [
    {
      what: 'receivers come back after 3 hours: deliveries missing',
      value: missing,
      unit: 'count',
      atMost: 0,
    },
    { what: 'the same: hours until the last one arrived', value: hours, unit: 'count', atMost: null },
    { what: 'the same: mails tried', value: sent, unit: 'count', atMost: null },
    {
      what: 'the same: tips missing in the mail that arrived',
      value: tips - eventsInLastMail(scenario),
      unit: 'count',
      atMost: 0,
    },
  ];
}

/** Only the last mail arrived: the tries before it had no answer. */
function eventsInLastMail(scenario: OutboxScenario): number {
  const last = messagesTo(scenario.deps, 'mail').at(-1);
  return last === undefined ? 0 : last.events.filter(({ tip }) => tip !== null).length + last.unlisted;
}
