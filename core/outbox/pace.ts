import { daysIn } from '../locale/zoned-day';
import type { Channel, ChannelKind, Channels, QuietHours } from './channel';
import type { Pace, Batch } from './outbox-event';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** Reads the minute of the day (0 to 1439) by the clock of a time zone. */
export function minutesIn(zone: string): (millis: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    numberingSystem: 'latn',
  });
  return (millis) => {
    const [hours = 0, minutes = 0] = format.format(millis).split(':').map(Number);
    return hours * 60 + minutes;
  };
}

/** The shortest way from one minute of the day to another, at most half a day. */
const stepTo = (from: number, to: number) =>
  ((to - from + dayMinutes / 2 + dayMinutes) % dayMinutes) - dayMinutes / 2;

/** When the clock of a zone next shows this minute of the day, from `after` on. A minute that the clock skips is the first one after it. */
export function nextMinute(minute: number, after: number, zone: string): number {
  const minuteOf = minutesIn(zone);
  const start = Math.ceil(after / minuteMs) * minuteMs;
  const wait = (minute - minuteOf(start) + dayMinutes) % dayMinutes;
  const guess = start + wait * minuteMs;
  // Clocks that change in between move the guess by up to an hour or so.
  const better = guess + stepTo(minuteOf(guess), minute) * minuteMs;
  return Math.max(start, better);
}

const evening = 18 * 60;

/** When the next daily or weekly message is due: at 18:00 of the owner's zone, weekly on Mondays. */
export function digestAt(mode: 'daily' | 'weekly', now: number, zone: string): number {
  const dayOf = daysIn(zone);
  let at = nextMinute(evening, now, zone);
  for (let days = 0; mode === 'weekly' && days < 7; days += 1) {
    if (new Date(dayOf(at)).getUTCDay() === 1) return at;
    at = nextMinute(evening, at + minuteMs, zone);
  }
  return at;
}

/** When the next day begins. */
export const nextMidnight = (now: number, zone: string): number => nextMinute(0, now + 1, zone);

const isWithin = (minute: number, { from, to }: QuietHours): boolean =>
  from <= to ? minute >= from && minute < to : minute >= from || minute < to;

/** The same time, or the end of the quiet hours that it lies in. Quiet hours delay a message and never drop it. */
export function afterQuiet(at: number, quiet: QuietHours | null, zone: string): number {
  if (quiet === null || quiet.from === quiet.to) return at;
  if (!isWithin(minutesIn(zone)(at), quiet)) return at;
  return nextMinute(quiet.to, at, zone);
}

interface KindPace {
  /** Milliseconds between two messages. */
  readonly gapMs: number;
  /** The most events that one message lists. */
  readonly listed: number;
  /** The most messages of a day. */
  readonly perDay: number;
}

const minute = 60_000;
const chat: KindPace = { gapMs: 5000, listed: 10, perDay: 500 };

/** How often each kind of channel gets a message. A webhook gets each event, so it has no pace. */
const paces: Readonly<Record<Exclude<ChannelKind, 'webhook'>, KindPace>> = {
  mail: { gapMs: 10 * minute, listed: 30, perDay: 50 },
  push: { gapMs: minute, listed: 10, perDay: 200 },
  discord: chat,
  slack: chat,
  telegram: chat,
  matrix: chat,
  ntfy: chat,
};

/** For daily and weekly messages. */
const listedInDigest = 50;

/** Telegram lets a bot write less often to a group. */
const groupGapMs = 10_000;

export const paceOf = ({ kind, audience, mode }: Pick<Channel, 'kind' | 'audience' | 'mode'>): KindPace => {
  const pace = kind === 'webhook' ? chat : paces[kind];
  const gapMs = kind === 'telegram' && audience === 'public' ? groupGapMs : pace.gapMs;
  return { ...pace, gapMs, listed: mode === 'each' ? pace.listed : listedInDigest };
};

export const noBatch: Batch = {
  nextAt: null,
  lastAt: null,
  claimedAt: null,
  attempt: 0,
  sentToday: 0,
  day: '',
  firstTip: 'none',
};

/** Milliseconds that a claim holds. A claim whose process ended is free after that. */
export const claimMs = 90_000;

/** A claim from the future comes from a clock that was wrong: it is free. */
const isClaimed = (claimedAt: number | null, now: number): boolean =>
  claimedAt !== null && claimedAt <= now && claimedAt > now - claimMs;

/** When something must be done for a batch: null = nothing; for a claimed batch, the end of its claim. */
export function wakeAt({ nextAt, claimedAt }: Batch, now: number): number | null {
  if (claimedAt === null) return nextAt;
  return isClaimed(claimedAt, now) ? claimedAt + claimMs : now;
}

/** No message waits longer than for a weekly one: a later time comes from a clock that was wrong. */
const mostWait = 8 * 24 * 60 * minute;

/** Whether the batch's message may be sent now. */
export function isDue(batch: Batch, now: number): boolean {
  const at = wakeAt(batch, now);
  return at !== null && (at <= now || at > now + mostWait);
}

/** A receiver that failed is not tried before its time, whatever happens meanwhile. */
const isBackingOff = ({ attempt, claimedAt, nextAt }: Batch): boolean =>
  attempt > 0 && claimedAt === null && nextAt !== null;

/** `urgent` does not wait for quiet hours; `tip` is a paid tip, of which a channel's first one does not wait for the gap. */
export type Haste = 'urgent' | 'tip' | 'usual';

/** The batch after an event became due for its channel. A message that is due earlier, or waits for its next try, covers the event too. */
export function batchWith(
  batch: Batch,
  channel: Pick<Channel, 'kind' | 'audience' | 'mode'>,
  settings: Pick<Channels, 'zone' | 'quiet'>,
  now: number,
  haste: Haste,
): Batch {
  if (isBackingOff(batch)) return batch;
  const firstTip = haste === 'tip' && batch.firstTip === 'none' ? 'due' : batch.firstTip;
  const at = messageAt({ ...batch, firstTip }, channel, settings, now, haste === 'urgent');
  return { ...batch, firstTip, nextAt: batch.nextAt === null ? at : Math.min(batch.nextAt, at) };
}

function messageAt(
  batch: Batch,
  channel: Pick<Channel, 'kind' | 'audience' | 'mode'>,
  { zone, quiet }: Pick<Channels, 'zone' | 'quiet'>,
  now: number,
  urgent: boolean,
): number {
  const { gapMs, perDay } = paceOf(channel);
  // A time from the future comes from a clock that was wrong.
  const lastAt = batch.lastAt !== null && batch.lastAt <= now ? batch.lastAt : null;
  const needsGap = lastAt !== null && !(batch.firstTip === 'due' && channel.mode === 'each');
  const soonest = needsGap ? Math.max(now, lastAt + gapMs) : now;
  if (urgent) return soonest;
  if (channel.mode !== 'each') return afterQuiet(digestAt(channel.mode, soonest, zone), quiet, zone);
  const isSpent = batch.day === daysIn(zone)(soonest) && batch.sentToday >= perDay;
  return afterQuiet(isSpent ? nextMidnight(soonest, zone) : soonest, quiet, zone);
}

/** The batch while a message is made. What becomes due meanwhile sets `nextAt` again. */
export const claimedBatch = (batch: Batch, now: number): Batch => ({
  ...batch,
  nextAt: null,
  claimedAt: now,
  attempt: batch.attempt + 1,
});

export interface SentMessage {
  /** Not everything that was due was in it. */
  readonly more: boolean;
  /** It was about channels alone. The gap does not begin with it: otherwise the first tip after a new channel would wait. */
  readonly notice: boolean;
  /** It had a paid tip. */
  readonly tip: boolean;
}

/** A first tip that is no longer due and was not sent was taken back, or given up: the next one is the first. */
function firstTipAfter({ firstTip, nextAt }: Batch, { more, tip }: SentMessage): Batch['firstTip'] {
  if (tip) return 'told';
  return firstTip === 'due' && nextAt === null && !more ? 'none' : firstTip;
}

/** The batch after its message was sent. */
export function sentBatch(
  batch: Batch,
  channel: Channel,
  settings: Channels,
  now: number,
  message: SentMessage,
): Batch {
  const { more, notice } = message;
  const day = daysIn(settings.zone)(now);
  const sent: Batch = {
    ...batch,
    lastAt: notice ? batch.lastAt : now,
    claimedAt: null,
    attempt: 0,
    sentToday: batch.day === day ? batch.sentToday + 1 : 1,
    day,
    firstTip: firstTipAfter(batch, message),
  };
  // An event that became due meanwhile keeps its time: it may be urgent.
  if (batch.nextAt !== null && (notice || sent.firstTip === 'due')) return sent;
  if (batch.nextAt !== null) return { ...sent, nextAt: Math.max(batch.nextAt, now + paceOf(channel).gapMs) };
  return more ? batchWith(sent, channel, settings, now, 'usual') : sent;
}

/** Milliseconds to wait after the n-th try that failed: 1, 5, 15, 60 minutes, then an hour each. */
const backOff = [minute, 5 * minute, 15 * minute] as const;

/** The batch after a failed try. `after`: what the receiver asked for. */
export function failedBatch(batch: Batch, now: number, after: number | null): Batch {
  const wait = backOff[batch.attempt - 1] ?? 60 * minute;
  return { ...batch, claimedAt: null, nextAt: now + Math.max(wait, Math.min(after ?? 0, mostWait)) };
}

/** The pace with one batch replaced; null removes it. `nextAt` is the earliest time at which something must be done. */
export function withBatch(pace: Pace, channelId: string, batch: Batch | null, now: number): Pace {
  const { [channelId]: _replaced, ...others } = pace.turns;
  const batches = batch === null ? others : { ...others, [channelId]: batch };
  const times = Object.values(batches).flatMap((each) => wakeAt(each, now) ?? []);
  return { ...pace, turns: batches, nextAt: times.length === 0 ? null : Math.min(...times) };
}

// The tries of a webhook: its receiver is a program, so each event is sent by itself.

const hour = 60 * minute;

/**
 * Milliseconds before each try: 76 hours in all, as Standard Webhooks 1.0.0 recommends
 * (github.com/standard-webhooks/standard-webhooks, spec, "Deliverability and reliability").
 */
export const webhookDelays: readonly number[] = [
  0,
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Each delay is up to a fifth shorter or longer, so that what failed together is not tried together. */
const spread = 0.2;

/** A receiver may ask for at most so many milliseconds. */
export const longestRetryAfter = 24 * hour;

/** No try is ever further ahead than so many milliseconds. What says otherwise was written by a clock that was wrong, and is due. */
export const longestWait = longestRetryAfter * (1 + spread);

/**
 * When the next try is due, after `attempt` tries; null = there are no more tries. `random` is at least 0 and below 1. `retryAfterMs`: what the
 * receiver asked for; null = nothing.
 */
export function nextTryAt(
  attempt: number,
  now: number,
  random: number,
  retryAfterMs: number | null,
): number | null {
  const delay = webhookDelays[attempt];
  if (delay === undefined) return null;
  const spreadDelay = Math.round(delay * (1 - spread + 2 * spread * random));
  return now + Math.max(spreadDelay, Math.min(retryAfterMs ?? 0, longestRetryAfter));
}

/** The backoff of an endpoint that is overloaded: none of its deliveries is tried before `until`. `step` counts backoffs in a row. */
interface EndpointBackoff {
  readonly until: number;
  readonly step: number;
}

const firstBackoff = 30_000;
const longestBackoff = 5 * minute;

/** The backoff that follows another one (`undefined` = the endpoint had none): 30 seconds, doubled up to 5 minutes, or as long as it asked for. */
export function nextBackoff(
  before: EndpointBackoff | undefined,
  now: number,
  retryAfterMs: number | null,
): EndpointBackoff {
  const step = before === undefined ? 0 : before.step + 1;
  const backoff = Math.min(firstBackoff * 2 ** step, longestBackoff);
  return { until: now + Math.max(backoff, Math.min(retryAfterMs ?? 0, longestRetryAfter)), step };
}
