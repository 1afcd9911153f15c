import { addContribution, noContribution, type Currency, type TipContribution } from '../money/money';
import type { Audience } from '../outbox/channel';
import { isUrgent, type EventFact, type EventTip, type OutboxEvent } from '../outbox/outbox-event';
import { publicWords, type Tip, type TipState } from '../tip/tip';

/** The part of a tip that one channel may get. Amounts in minor units of `currency`, times in epoch milliseconds. */
export interface NotifiedTip {
  readonly tipId: string;
  readonly rev: number;
  readonly state: TipState;
  readonly livemode: boolean;
  readonly currency: Currency;
  /** `tipAmount` + `coverAmount`. */
  readonly amount: number;
  readonly tipAmount: number;
  readonly coverAmount: number;
  readonly refunded: number;
  readonly disputed: number;
  /** The estimated fees of Stripe and the host; null = not known. */
  readonly fees: number | null;
  readonly paidAt: number | null;
  /** The fan ticked "do not show my name". Then only private channels get `name` and `message`. */
  readonly anonymous: boolean;
  /** The fan's message is for the owner alone. Then only private channels get it. */
  readonly privateMessage: boolean;
  /** The fan hides the amount. Then only private channels get amounts: in public they are 0, and are not to be shown. */
  readonly hidesAmount: boolean;
  /** `none`: the fan wrote nothing. `held`: the owner must review them first. `untold`: this channel gets no words. */
  readonly words: 'none' | 'visible' | 'held' | 'hidden' | 'untold';
  /** Null = "Somebody". */
  readonly name: string | null;
  readonly message: string | null;
  readonly for: string | null;
  readonly placement: string | null;
  readonly site: string | null;
}

/** One event with its tip as it is now, made when a message is made. */
export interface NotifiedEvent {
  readonly id: string;
  readonly at: number;
  readonly livemode: boolean;
  readonly fact: EventFact;
  /** Null for events that have no tip, and when the tip is gone. */
  readonly tip: NotifiedTip | null;
}

/** The sum of the tips of a message, by currency. Different currencies are never added up. */
export interface NotifiedSum {
  readonly currency: Currency;
  readonly count: number;
  readonly amount: number;
}

/** A message for one channel. `id` is the same at each try, so that a receiver can recognise a repetition. Letters, digits, `_`. */
export type Message =
  | {
      readonly kind: 'told';
      readonly id: string;
      /** Oldest first. */
      readonly events: readonly NotifiedEvent[];
      /** All paid tips of this message, also those that are not listed. */
      readonly sums: readonly NotifiedSum[];
      /** How many paid tips are covered but not listed. */
      readonly unlisted: number;
      /** Tips that were paid and taken back within this message. */
      readonly takenBack: number;
      /** When the first of them happened. */
      readonly since: number;
      readonly digest: 'daily' | 'weekly' | null;
    }
  | { readonly kind: 'code'; readonly id: string; readonly code: string }
  | { readonly kind: 'test'; readonly id: string };

type Words = Pick<NotifiedTip, 'words' | 'name' | 'message'>;

/**
 * The part of a tip for a channel of this audience. In private the owner reads every visible word, also of fans who asked not to be shown; in public
 * it is what the public wall shows. Held and hidden words are never in it. `words`: whether the channel gets words at all.
 */
export function notifiedTip(tip: Tip, audience: Audience, words: boolean): NotifiedTip {
  const { hidesAmount = false } = tip.fan;
  return {
    tipId: tip.tipId,
    rev: tip.rev,
    state: tip.state,
    livemode: tip.livemode,
    currency: tip.currency,
    ...(hidesAmount && audience === 'public' ? noAmounts : amountsOf(tip, audience)),
    hidesAmount,
    paidAt: tip.payment.succeededAt,
    anonymous: tip.fan.anonymous,
    privateMessage: tip.fan.privateMessage ?? false,
    ...wordsOf(tip, audience, words),
    for: tip.source.for,
    placement: tip.source.placement,
    site: tip.source.origin,
  };
}

type Amounts = Pick<NotifiedTip, 'amount' | 'tipAmount' | 'coverAmount' | 'refunded' | 'disputed' | 'fees'>;

const noAmounts: Amounts = {
  amount: 0,
  tipAmount: 0,
  coverAmount: 0,
  refunded: 0,
  disputed: 0,
  fees: null,
};

const amountsOf = (tip: Tip, audience: Audience): Amounts => ({
  // As the public wall does.
  amount: audience === 'public' ? tip.tipAmount : tip.amount,
  tipAmount: tip.tipAmount,
  coverAmount: tip.coverAmount,
  refunded: tip.contrib.refunded,
  disputed: tip.contrib.disputed,
  fees: feesOf(tip),
});

function wordsOf(tip: Tip, audience: Audience, words: boolean): Words {
  const { fan, moderation } = tip;
  if (!words) return silent('untold');
  if (fan.name === null && fan.message === null) return silent('none');
  if (moderation.state !== 'visible') return silent(moderation.state);
  if (audience === 'private') return { words: 'visible', name: fan.name, message: fan.message };
  const shown = publicWords(tip);
  return shown === null ? silent('untold') : { words: 'visible', name: shown.name, message: shown.message };
}

const silent = (words: NotifiedTip['words']): Words => ({ words, name: null, message: null });

/** The booked fee if it is in the currency of the tip, else our estimate. An estimate of 0 means that we know no fee. */
function feesOf({ fees, amount, currency, applicationFee }: Tip): number | null {
  if (fees.net !== null && fees.settlementCurrency === currency) return amount - fees.net;
  return fees.estimated === 0 ? null : fees.estimated + applicationFee;
}

/** The largest tip of each currency, the earliest of equal ones. Amounts of different currencies are not compared. */
export function largestOfEach<T>(
  tips: readonly T[],
  tipOf: (of: T) => { readonly currency: string; readonly amount: number } | null,
): readonly T[] {
  const largest = new Map<string, { readonly amount: number; readonly of: T }>();
  for (const of of tips) {
    const tip = tipOf(of);
    if (tip === null) continue;
    const before = largest.get(tip.currency);
    if (before === undefined || tip.amount > before.amount)
      largest.set(tip.currency, { amount: tip.amount, of });
  }
  return [...largest.values()].map(({ of }) => of);
}

interface EventGroup {
  /** Oldest first, at most as many as the message lists. */
  readonly listed: readonly OutboxEvent[];
  readonly sums: readonly NotifiedSum[];
  readonly unlisted: number;
  readonly takenBack: number;
  readonly since: number;
}

const byTime = (a: OutboxEvent, b: OutboxEvent) =>
  a.at - b.at || (a.tip?.rev ?? 0) - (b.tip?.rev ?? 0) || (a.id < b.id ? -1 : 1);

/** The events of one tip within a message. */
interface TipStory {
  readonly events: readonly OutboxEvent[];
  readonly net: TipContribution;
  readonly wasPaid: boolean;
}

function storyOf(events: readonly OutboxEvent[]): TipStory {
  const net = events.reduce(
    (sum, { tip }) => addContribution(sum, tip?.delta ?? noContribution),
    noContribution,
  );
  return { events, net, wasPaid: events.some(({ type }) => type === 'tip.paid') };
}

/** The events of each tip, and each event without a tip by itself. */
function byTip(events: readonly OutboxEvent[]): readonly (readonly OutboxEvent[])[] {
  const groups = new Map<string, OutboxEvent[]>();
  for (const event of events) {
    const key = event.tip?.tipId ?? event.id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return [...groups.values()];
}

/** In public a tip is the amount that the public wall shows, without the costs that the fan paid on top, and nothing where the fan hides it. */
const amountOf = ({ amount, tipAmount, hidesAmount }: EventTip, audience: Audience): number => {
  if (audience === 'private') return amount;
  return hidesAmount ? 0 : tipAmount;
};

/** Paid and given back in full before any message. */
const isTakenBack = ({ net, wasPaid }: TipStory): boolean =>
  wasPaid && net.count === 1 && net.gross <= net.refunded;

/** Only the last event of each type: it has the present figures. Of a payment that was taken back and given again, only the end is listed. */
function notifiedOf(story: TipStory): readonly OutboxEvent[] {
  if (isTakenBack(story)) return [];
  const last = new Map(story.events.map((event) => [event.type, event]));
  const undone = story.net.count === 1 ? 'tip.held' : 'tip.paid';
  if (last.has('tip.paid') && last.has('tip.held')) last.delete(undone);
  return [...last.values()];
}

function sumsOf(paid: readonly OutboxEvent[], audience: Audience): readonly NotifiedSum[] {
  const sums = new Map<string, NotifiedSum>();
  for (const { tip } of paid) {
    if (tip === null) continue;
    const { currency } = tip;
    const { count, amount } = sums.get(currency) ?? { count: 0, amount: 0 };
    sums.set(currency, { currency, count: count + 1, amount: amount + amountOf(tip, audience) });
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1));
}

/** Besides paid tips a message names everything, up to so many: there is little of it, and it matters. */
const mostOthers = 100;

/**
 * Groups all events that are due for a channel into one message, at least one event. Everything but paid tips is listed first, since there is less of
 * it and it matters more; then the largest tip of each currency, the first one, and the newest.
 */
export function groupEvents(due: readonly OutboxEvent[], mostListed: number, audience: Audience): EventGroup {
  const events = due.toSorted(byTime);
  const stories = byTip(events).map(storyOf);
  // The line about one new tip says itself that its message waits.
  const isOneTip = stories.length === 1 && stories.every(({ wasPaid }) => wasPaid);
  const notified = stories.flatMap(notifiedOf).filter(({ type }) => !isOneTip || type !== 'tip.needs_review');
  const paid = notified.filter(({ type }) => type === 'tip.paid').toSorted(byTime);
  const others = notified
    .filter(({ type }) => type !== 'tip.paid')
    .toSorted((a, b) => Number(isUrgent(b)) - Number(isUrgent(a)) || byTime(b, a))
    .slice(0, mostOthers);
  const room = Math.max(0, mostListed - others.length);
  const byWeight = new Set([
    ...largestOfEach(paid, ({ tip }) => tip),
    ...paid.slice(0, 1),
    ...paid.toReversed(),
  ]);
  const shown = [...byWeight].slice(0, room);
  return {
    listed: [...others, ...shown].toSorted(byTime),
    sums: sumsOf(paid, audience),
    unlisted: paid.length - shown.length,
    takenBack: stories.filter(isTakenBack).length,
    since: events[0]?.at ?? 0,
  };
}

export type NotifiedMessage = Extract<Message, { readonly kind: 'told' }>;

/**
 * What a push service carries to a device, encrypted: a declarative message (w3c.github.io/push-api, "declarative push message"). Safari 18.4 and
 * later shows it even when the worker fails. `push-worker.js` reads the same text in every other browser.
 */
export interface PushMessage {
  /** Marks a declarative message: the number of RFC 8030. */
  readonly web_push: 8030;
  readonly notification: {
    readonly title: string;
    readonly body: string;
    /** Where a tap leads: an address of this installation's dashboard. */
    readonly navigate: string;
    /** A BCP 47 tag. */
    readonly lang: string;
    readonly dir: 'ltr' | 'rtl';
    /** A notification replaces the one with the same tag. */
    readonly tag: string;
    readonly silent: false;
    /** The same as `for` below: a worker that gets a declarative message sees only the notification. */
    readonly data: { readonly for: string };
  };
  /** The worker may change the message, so that it can hide amounts on a device where its owner is signed out. */
  readonly mutable: true;
  /** Whom the message is for: `pushUser` of the owner. */
  readonly for: string;
}

/** Characters of the hash that name an owner on their devices. */
const userLength = 32;

/**
 * Names an owner to their own device without giving their uid to it: the first 32 hexadecimal digits of SHA-256 over this text. The server and the
 * browser each have their own SHA-256, so the caller passes the digest.
 */
export const pushUserText = (uid: string): string => `busker push\n${uid}`;

/** `digest`: SHA-256 of `pushUserText`. */
export const pushUser = (digest: Uint8Array): string =>
  Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, userLength);
