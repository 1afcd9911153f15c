import { paidTip } from '../../functions/testing/ada';
import {
  messagesTo,
  outboxStage,
  storedOutbox,
  type OutboxStage,
} from '../../functions/testing/outbox-stage';
import { neverAnswers } from '../../core/outbox/channel';
import { longestWait } from '../../core/telling/webhook-body';
import type { BenchOptions, BenchRow } from '../bench-row';
import { failing } from './receivers';
import { nothingWaits } from './nothing-waits';
import { answersUntil } from './virtual-receivers';

const minute = 60_000;
const hour = 60 * minute;

async function tipsOfAMinute(stage: OutboxStage, tips: number): Promise<void> {
  for (let tip = 0; tip < tips; tip += 1) {
    await paidTip(stage);
    await stage.answer();
    stage.deps.clock.advance(minute / tips);
  }
}

/** Lets virtual minutes pass, each with its sweep, until nothing waits. Returns the hours since the first tip. */
async function untilOver(stage: OutboxStage, began: number, mostHours: number): Promise<number> {
  const { clock } = stage.deps;
  while (clock.now() - began < mostHours * hour) {
    for (let passed = 0; passed < 30; passed += 1) {
      clock.advance(minute);
      await stage.answer();
      await stage.sweep();
    }
    if (nothingWaits(stage)) break;
  }
  return (clock.now() - began) / hour;
}

const statesOf = (stage: OutboxStage, channelId: string) => {
  const own = storedOutbox(stage).deliveries.filter((delivery) => delivery.channelId === channelId);
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
  const stage = await outboxStage(channels);
  answersUntil(stage, Number.POSITIVE_INFINITY);
  const began = stage.deps.clock.now();
  await tipsOfAMinute(stage, tips);
  const working = statesOf(stage, 'working').done;
  const hours = await untilOver(stage, began, mostHours);
  const waiting = storedOutbox(stage).events.filter(
    ({ due, state }) => due.length > 0 || state === 'new',
  ).length;
  const [slow, refusing] = [statesOf(stage, 'slow'), statesOf(stage, 'refusing')];
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
  const stage = await outboxStage(channels);
  const began = stage.deps.clock.now();
  answersUntil(stage, began + 3 * hour);
  await tipsOfAMinute(stage, tips);
  const hours = await untilOver(stage, began, 100);
  const done = (['slow', 'refusing', 'working'] as const).map((id) => statesOf(stage, id).done);
  const missing = done.reduce((sum, count) => sum + tips - count, 0);
  const sent = messagesTo(stage.deps, 'mail').length;
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
      value: tips - eventsInLastMail(stage),
      unit: 'count',
      atMost: 0,
    },
  ];
}

/** Only the last mail arrived: the tries before it had no answer. */
function eventsInLastMail(stage: OutboxStage): number {
  const last = messagesTo(stage.deps, 'mail').at(-1);
  return last === undefined ? 0 : last.events.filter(({ tip }) => tip !== null).length + last.unlisted;
}
