import type { Channel, ChannelEnd, SendProblem } from './channel';

/** A channel is switched off when nothing arrived for this long, and so many messages failed in a row. */
export const neverAnswers = { days: 5, failures: 20 } as const;

const neverAnswersMs = neverAnswers.days * 24 * 60 * 60_000;

const withoutFailures = { problem: null, failures: 0, failingSince: null } as const;

/** The owner confirmed the channel: it gets messages from now on. */
export function verified(channel: Channel): Channel {
  return { ...channel, ...withoutFailures, state: 'on', end: null };
}

/** The owner switched it on. An unverified channel stays as it is: only `verified` makes it work. */
export function switchedOn(channel: Channel): Channel {
  return channel.state === 'unverified' ? channel : verified(channel);
}

/** The owner switched it off. An unverified channel stays unverified, so that it cannot be switched on without being confirmed. */
export function switchedOff(channel: Channel): Channel {
  return endedBy(channel, 'off', 'owner');
}

/** A message arrived. A channel that was switched off meanwhile stays off. */
export function sentOk(channel: Channel, now: number): Channel {
  const state = channel.state === 'failing' ? 'on' : channel.state;
  return { ...channel, ...withoutFailures, state, lastOkAt: now };
}

/** A message did not arrive, and will be tried again. A channel that has not answered for days ends here, as `off` by `never-answers`. */
export function failedToSend(channel: Channel, problem: SendProblem, now: number): Channel {
  const failingSince = channel.failingSince ?? now;
  const failures = channel.failures + 1;
  const state = channel.state === 'on' ? 'failing' : channel.state;
  const failed: Channel = { ...channel, problem, failures, failingSince, state };
  const isOver = failures >= neverAnswers.failures && now - failingSince >= neverAnswersMs;
  return state === 'failing' && isOver ? endedBy(failed, 'off', 'never-answers') : failed;
}

/** Something ended the channel: its receiver, an unsubscribe link, the owner. What ended it first stays; an unverified channel stays unverified. */
export function endedBy(channel: Channel, state: 'off' | 'refused', end: ChannelEnd): Channel {
  const isWorking = channel.state === 'on' || channel.state === 'failing';
  return isWorking ? { ...channel, state, end } : channel;
}
