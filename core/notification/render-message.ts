import { directionOf, eachIsolated, languageOf } from '../locale/language-tags';
import { unreachable } from '../base/result';
import { daysIn, isTimeZone } from '../locale/zoned-day';
import { notifyTexts, type NotifyTexts } from '../messages/core-texts';
import { formatMoney, isCurrency, type Currency } from '../money/money';
import type { Audience, ChannelEnd, ChannelMode } from '../outbox/channel';
import { isUrgentFact, type EventFact, type NotifiedPayments } from '../outbox/outbox-event';
import {
  largestOfEach,
  type NotifiedEvent,
  type NotifiedMessage,
  type NotifiedSum,
  type NotifiedTip,
} from './notified-event';

/** The sentence about one event. `path`: the page of the dashboard where the owner acts on it. */
interface Sentence {
  readonly text: string;
  readonly note: string | null;
  readonly path: string;
}

const sentence = (text: string, path: string, note: string | null = null): Sentence => ({
  text,
  note,
  path,
});

type Key = keyof NotifyTexts;
type NamesOf<Text> = Text extends (values: infer Values) => string ? keyof Values & string : never;

/** The texts without placeholders and those that have some, but no count; and those of a count. */
type PlainKey = { [K in Key]: NotifyTexts[K] extends string ? K : never }[Key];
type PluralKey = { [K in Key]: 'count' extends NamesOf<NotifyTexts[K]> ? K : never }[Key];
type SentenceKey = Exclude<Key, PluralKey>;
type Given = Readonly<Record<string, string>>;
type Values<K extends SentenceKey> = Readonly<Record<NamesOf<NotifyTexts[K]>, string>>;

/** Writes sentences, amounts and times for one owner. Times in epoch milliseconds, amounts in minor units. */
interface Wording {
  readonly say: <K extends SentenceKey>(
    key: K,
    ...values: K extends PlainKey ? [] : [values: Values<K>]
  ) => string;
  readonly count: (key: PluralKey, count: number) => string;
  readonly money: (minorUnits: number, currency: Currency) => string;
  readonly list: (parts: readonly string[]) => string;
  /** Sentences in a row. Chinese and Japanese have no space between them. */
  readonly sentences: (parts: readonly string[]) => string;
  readonly moment: (at: number) => string;
  /** The time of `at`, with its day when that is not the day of `now`. */
  readonly timeSeenFrom: (at: number, now: number) => string;
}

function wordingFor({
  language: tag,
  zone: wanted,
}: {
  readonly language: string;
  readonly zone: string;
}): Wording {
  const language = languageOf(tag);
  const texts = notifyTexts(language);
  const direction = directionOf(tag);
  const zone = isTimeZone(wanted) ? wanted : 'UTC';
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const moment = new Intl.DateTimeFormat(language, { ...clock(language, zone), dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(language, clock(language, zone));
  const dayOf = daysIn(zone);
  return {
    say: (key, ...[values]) => {
      const text = texts[key] as string | ((values: Given) => string);
      return typeof text === 'string' ? text : text(eachIsolated<string>(values ?? {}, direction));
    },
    count: (key, count) => texts[key]({ count }),
    money: (minorUnits, currency) => formatMoney({ minorUnits, currency }, language),
    list: (parts) => list.format(parts),
    sentences: (parts) => parts.join(language === 'ja' || language === 'zh-Hans' ? '' : ' '),
    moment: (at) => moment.format(at),
    timeSeenFrom: (at, now) => (dayOf(at) === dayOf(now) ? time : moment).format(at),
  };
}

/** English is read in many countries, so its times are written as 14:10. For Korean some runtimes write "PM 2:10". */
const clock = (language: string, timeZone: string): Intl.DateTimeFormatOptions => ({
  timeZone,
  timeStyle: 'short',
  ...((language === 'en' || language === 'ko') && { hourCycle: 'h23' }),
});

type DisputeFact = Extract<EventFact, { readonly type: 'tip.disputed' | 'tip.dispute_closed' }>;

function disputeSentence(
  fact: DisputeFact,
  { amount, path }: { readonly amount: string; readonly path: string },
  { say, moment }: Wording,
): Sentence {
  if (fact.type === 'tip.dispute_closed') return sentence(say(closedKeys[fact.status], { amount }), path);
  const what = say(fact.status === 'open' ? 'disputed' : 'inquiry', { amount });
  // In the line of its own tip: a message may list many.
  return sentence(fact.dueBy === null ? what : say('answerBy', { what, date: moment(fact.dueBy) }), path);
}

const closedKeys = {
  won: 'disputeWon',
  lost: 'disputeLost',
  prevented: 'disputePrevented',
  none: 'inquiryClosed',
} as const;

/** Instead of an amount that a channel which others see does not get. */
const hiddenAmount = '•••';

type TipFact = Extract<EventFact, { readonly type: `tip.${string}` }>;

const isTipFact = (fact: EventFact): fact is TipFact => fact.type.startsWith('tip.');

/** `alone`: it is the whole message, so there is room for what remains after costs. */
interface TipView {
  readonly audience: Audience;
  readonly alone: boolean;
  /** How many messages wait: one line says it for all of them. */
  readonly waiting: number;
}

/** The drawer of one tip in the dashboard. */
const pathOf = ({ tipId }: NotifiedTip) => `/money/tips?tip=${encodeURIComponent(tipId)}`;

function tipSentence(fact: TipFact, tip: NotifiedTip | null, view: TipView, wording: Wording): Sentence {
  if (tip === null) return sentence(wording.say('tipGone'), '/money/tips');
  const path = pathOf(tip);
  const { say } = wording;
  const isHidden = tip.hidesAmount && view.audience === 'public';
  const money = (minorUnits: number) => (isHidden ? hiddenAmount : wording.money(minorUnits, tip.currency));
  const amount = money(tip.amount);
  switch (fact.type) {
    case 'tip.paid':
      return sentence(paidText(tip, view.audience, wording), path, paidNote(tip, view, wording));
    case 'tip.held':
      return sentence(say('held', { amount }), path, say('heldNote'));
    case 'tip.refunded':
      return sentence(say(refundedKeys[fact.by], { amount: money(fact.change) }), path);
    case 'tip.refund_failed':
      return sentence(say('refundFailed', { amount: money(fact.change) }), path, say('refundFailedNote'));
    case 'tip.disputed':
    case 'tip.dispute_closed':
      return disputeSentence(fact, { amount: money(fact.amount), path }, wording);
    case 'tip.warning':
      return fact.actionable
        ? sentence(say('warned', { amount }), path, say('warnedNote'))
        : sentence(say('warningOver', { amount }), path);
    case 'tip.updated':
      return sentence(say('updated', { amount }), path);
    case 'tip.replied':
      return sentence(say('replied', { amount }), path);
    case 'tip.needs_review':
      return sentence(wording.count('messagesWait', view.waiting), '/money/review');
    default:
      return unreachable(fact);
  }
}

const refundedKeys = { owner: 'refunded', fan: 'refundedByFan', stripe: 'refundedByStripe' } as const;

/** In private it speaks to the owner. Others read "$5.00 from Kim". */
function paidText(tip: NotifiedTip, audience: Audience, { say, money }: Wording): string {
  const amount = money(tip.amount, tip.currency);
  if (audience === 'public' && tip.hidesAmount)
    return tip.name === null ? say('fromSomebodyHidden') : say('fromHidden', { name: tip.name });
  if (audience === 'public')
    return tip.name === null ? say('fromSomebody', { amount }) : say('from', { amount, name: tip.name });
  if (tip.name === null) return say('paidBySomebody', { amount });
  return say(tip.anonymous ? 'paidNotToBeShown' : 'paid', { amount, name: tip.name });
}

function paidNote(
  tip: NotifiedTip,
  { audience, alone }: TipView,
  { say, money, sentences }: Wording,
): string | null {
  if (audience === 'public') return null;
  const notes: string[] = [];
  if (tip.words === 'held') notes.push(say('waits'));
  if (tip.privateMessage && tip.message !== null) notes.push(say('onlyForYou'));
  if (tip.hidesAmount) notes.push(say('hidesAmount'));
  if (alone && tip.fees !== null && tip.state === 'paid' && tip.amount > tip.fees)
    notes.push(say('afterCosts', { amount: money(tip.amount - tip.fees, tip.currency) }));
  return notes.length === 0 ? null : sentences(notes);
}

type PaymentsFact = Extract<EventFact, { readonly type: 'payments.state_changed' }>;

/** The pages of the dashboard. */
const paths = {
  payments: '/settings/payments',
  payouts: '/money/payouts',
  links: '/page/profile#links',
  profile: '/page/profile',
  channels: '/settings/notifications',
} as const;

/** Events of monthly tips, payouts, payments, links, the page and the channels. */
function accountSentence(fact: Exclude<EventFact, TipFact>, audience: Audience, wording: Wording): Sentence {
  const { say, moment } = wording;
  switch (fact.type) {
    case 'monthly.started':
    case 'monthly.failing':
    case 'monthly.ended':
      return monthlySentence(fact, audience, wording);
    case 'payout.paid':
    case 'payout.failed': {
      const amount = isCurrency(fact.currency)
        ? wording.money(fact.amount, fact.currency)
        : `${fact.amount} ${fact.currency.toUpperCase()}`;
      return fact.type === 'payout.paid'
        ? sentence(say('payoutPaid', { amount }), paths.payouts)
        : sentence(say('payoutFailed', { amount }), paths.payouts, say('payoutFailedNote'));
    }
    case 'payments.state_changed':
      return paymentsSentence(fact, wording);
    case 'link.dead':
      return sentence(
        say(fact.state === 'gone' ? 'linkGone' : 'linkUnreachable', { url: fact.url }),
        paths.links,
        say('linkSince', { date: moment(fact.since) }),
      );
    case 'link.back':
      return sentence(say('linkBack', { url: fact.url }), paths.links);
    case 'profile.published':
      return sentence(say('published', { handle: fact.handle }), paths.profile);
    case 'channel.added':
      return sentence(say('channelAdded', { label: fact.label }), paths.channels, say('channelAddedNote'));
    case 'channel.failing':
      return sentence(
        say('channelFailing', { label: fact.label }),
        paths.channels,
        say('linkSince', { date: moment(fact.since) }),
      );
    case 'channel.disabled':
      return sentence(say('channelOff', { label: fact.label }), paths.channels, say(endKeys[fact.why]));
    case 'test.ping':
      return sentence(say('testTitle'), paths.channels, say('testText'));
    default:
      return unreachable(fact);
  }
}

type MonthlyFact = Extract<EventFact, { readonly type: `monthly.${string}` }>;

function monthlySentence(fact: MonthlyFact, audience: Audience, { say, money, moment }: Wording): Sentence {
  const path = `/money/monthly?supporter=${encodeURIComponent(fact.monthlyId)}`;
  const isHidden = fact.hidesAmount && audience === 'public';
  const amount = isHidden ? hiddenAmount : money(fact.amount, fact.currency);
  const what = say(fact.every === 'month' ? 'perMonth' : 'perYear', { amount });
  if (fact.type === 'monthly.started') return sentence(say('monthlyStarted', { what }), path);
  if (fact.type === 'monthly.failing') {
    const note = fact.nextAt === null ? null : say('monthlyRetry', { date: moment(fact.nextAt) });
    return sentence(say('monthlyFailing', { what }), path, note);
  }
  const note = fact.paidUntil === null ? null : say('monthlyUntil', { date: moment(fact.paidUntil) });
  return sentence(say('monthlyEnded', { what }), path, note);
}

function paymentsSentence({ from, to, dueAt, needsData }: PaymentsFact, { say, moment }: Wording): Sentence {
  const deadline = dueAt === null ? null : say('needsDataBy', { date: moment(dueAt) });
  if (from === to && needsData) return sentence(say('needsData'), paths.payments, deadline);
  return sentence(say(stateKeys[to]), paths.payments, needsData ? (deadline ?? say('needsDataNote')) : null);
}

const stateKeys = {
  none: 'paymentsNone',
  pending: 'paymentsPending',
  active: 'paymentsActive',
  restricted: 'paymentsRestricted',
  unsupported: 'paymentsUnsupported',
  disconnected: 'paymentsDisconnected',
  paused: 'paymentsPaused',
} as const satisfies Record<NotifiedPayments, PlainKey>;

const endKeys = {
  owner: 'endOwner',
  unsubscribed: 'endUnsubscribed',
  gone: 'endGone',
  'not-allowed': 'endNotAllowed',
  'address-refused': 'endAddressRefused',
  'never-answers': 'endNeverAnswers',
  'account-disabled': 'endAccountDisabled',
  'address-unverified': 'endAddressUnverified',
} as const satisfies Record<ChannelEnd, PlainKey>;

interface ListedEvents {
  /** Urgent events first, then the newest: a notification that is too long is cut off at its end. */
  readonly listed: readonly NotifiedEvent[];
  readonly unlistedTips: number;
  readonly unlistedOthers: number;
}

/** The events that a message lists when it has room for `most`: urgent ones, the largest tip of each currency, the first tip, then the newest. */
function listedEvents({ events, unlisted }: NotifiedMessage, most = events.length): ListedEvents {
  const isUrgent = ({ fact }: NotifiedEvent) => isUrgentFact(fact);
  const paid = events.filter(({ fact }) => fact.type === 'tip.paid');
  const newest = events.toReversed();
  const byWeight = new Set([
    ...events.filter(isUrgent),
    ...largestOfEach(paid, ({ tip }) => tip),
    ...paid.slice(0, 1),
    ...newest,
  ]);
  const kept = new Set([...byWeight].slice(0, most));
  const left = events.filter((event) => !kept.has(event));
  const tips = left.filter(({ fact }) => fact.type === 'tip.paid').length;
  const shown = newest.filter((event) => kept.has(event));
  return {
    listed: [...shown.filter(isUrgent), ...shown.filter((event) => !isUrgent(event))],
    unlistedTips: unlisted + tips,
    unlistedOthers: left.length - tips,
  };
}

/** `12 tips` and `$84.00 and €20.00`; null when no tip was paid. No amounts when all are hidden. Different currencies are never added up. */
function renderSums(
  sums: readonly NotifiedSum[],
  { count, money, list }: Wording,
): { readonly tips: string; readonly amounts: string } | null {
  const paid = sums.filter((sum) => sum.count > 0);
  if (paid.length === 0) return null;
  return {
    tips: count(
      'tips',
      paid.reduce((all, sum) => all + sum.count, 0),
    ),
    amounts: list(
      paid.filter(({ amount }) => amount > 0).map(({ amount, currency }) => money(amount, currency)),
    ),
  };
}

/** `and 470 more tips, $2,350.00`: what the sums hold besides the tips that are listed. Without amounts when the two do not fit together. */
function renderMoreTips(
  count: number,
  sums: readonly NotifiedSum[],
  listed: readonly NotifiedEvent[],
  wording: Wording,
): string {
  const what = wording.count('moreTips', count);
  const rest = sums.map((sum) => restOf(sum, listed)).filter((sum) => sum.count !== 0);
  const fits = rest.every((sum) => sum.count > 0 && sum.amount > 0);
  const counted = rest.reduce((all, sum) => all + sum.count, 0);
  const rendered = fits && counted === count ? renderSums(rest, wording) : null;
  return rendered === null ? what : wording.say('withAmounts', { what, amounts: rendered.amounts });
}

function restOf(sum: NotifiedSum, listed: readonly NotifiedEvent[]): NotifiedSum {
  const shown = listed.flatMap(({ fact, tip }) =>
    fact.type === 'tip.paid' && tip?.currency === sum.currency ? [tip.amount] : [],
  );
  return {
    currency: sum.currency,
    count: sum.count - shown.length,
    amount: sum.amount - shown.reduce((all, amount) => all + amount, 0),
  };
}

/** A message as sentences in one language, ready to be put into a mail, a notification or a chat. Plain text: each channel escapes it. */
export interface RenderedMessage {
  /** A BCP 47 tag of a shipped language, and its direction. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** The event in a few words, without a fan's message: `Kim sent you $5.00`. */
  readonly title: string;
  /** One for each event that is listed: urgent ones, then the newest first. */
  readonly lines: readonly RenderedLine[];
  /** `and 470 more`, `1 tip was taken back`. Empty for a single event. The sums are in the title. */
  readonly summary: readonly string[];
  /** True when no real money moved. The title and the lines of such tips begin with `TEST: ` already. */
  readonly test: boolean;
}

export interface RenderedLine {
  /** `Kim sent you $5.00`. */
  readonly text: string;
  /** The fan's message, without quotation marks; null = none, or not for this channel. */
  readonly quote: string | null;
  /** A further sentence: `A message waits for your look.`, `After costs about $4.55 is yours.`; null = none. */
  readonly note: string | null;
  /** Where the owner acts on it: an address of the dashboard. */
  readonly url: string;
  /** When it happened, epoch milliseconds. */
  readonly at: number;
  /** Whether it is urgent: a dispute with a deadline, payments that stopped. */
  readonly urgent: boolean;
}

/** For whom a message is written. `language`: a BCP 47 tag. `zone`: an IANA time zone. `origin`: of the dashboard, without a slash at the end. */
export interface MessageReader {
  readonly language: string;
  readonly zone: string;
  readonly origin: string;
  readonly audience: Audience;
  /** At most so many events are listed, urgent ones first; the summary counts the others. All when left out. */
  readonly most?: number;
}

/** A message in the reader's language. What it may hold of a fan was decided when its tips were projected (`toldTip`). */
export function renderMessage(given: NotifiedMessage, reader: MessageReader): RenderedMessage {
  const wording = wordingFor(reader);
  const { message, waiting } = withOneReview(given);
  const { listed, unlistedTips, unlistedOthers } = listedEvents(message, reader.most);
  const alone = isAlone(message);
  const view = { audience: reader.audience, alone, waiting };
  const lines = listed.map((event) => renderLine(event, view, reader.origin, wording));
  const [first] = lines;
  const summary = alone && first ? [] : summaryOf({ message, listed, unlistedTips, unlistedOthers }, wording);
  const test = isTest(message);
  const title = alone && first ? first.text : marked(titleOf(message, lines, wording), test);
  return {
    language: languageOf(reader.language),
    direction: directionOf(reader.language),
    title,
    lines,
    summary,
    test,
  };
}

/** What waits is one line, however much it is. What the owner has reviewed since does not count, unless it is all that the message has. */
function withOneReview(message: NotifiedMessage) {
  const isReview = ({ fact }: NotifiedEvent) => fact.type === 'tip.needs_review';
  const all = message.events.filter(isReview);
  const open = all.filter(({ tip }) => tip !== null && (tip.words === 'held' || tip.words === 'untold'));
  const others = message.events.filter((event) => !isReview(event));
  const counted = open.length > 0 || others.length > 0 ? open : all;
  const events = message.events.filter((event) => !isReview(event) || event === counted.at(-1));
  return { message: { ...message, events }, waiting: counted.length };
}

const isAlone = ({ events, unlisted, takenBack }: NotifiedMessage) =>
  events.length === 1 && unlisted === 0 && takenBack === 0;

const isTestEvent = ({ fact, livemode }: NotifiedEvent) => isTipFact(fact) && !livemode;

function isTest({ events }: NotifiedMessage): boolean {
  const tips = events.filter(({ fact }) => isTipFact(fact));
  return tips.length > 0 && tips.every(isTestEvent);
}

/** The word is the same in every language. A title that has it already keeps it once. */
const marked = (text: string, test: boolean) => (test && !text.startsWith('TEST') ? `TEST: ${text}` : text);

function renderLine(event: NotifiedEvent, view: TipView, origin: string, wording: Wording): RenderedLine {
  const { fact, tip } = event;
  const { text, note, path }: Sentence = isTipFact(fact)
    ? tipSentence(fact, tip, view, wording)
    : accountSentence(fact, view.audience, wording);
  const hasWords = fact.type === 'tip.paid' || fact.type === 'tip.updated';
  return {
    text: isTestEvent(event) ? `TEST: ${text}` : text,
    quote: hasWords ? (tip?.message ?? null) : null,
    note,
    url: `${origin}${path}`,
    at: event.at,
    urgent: isUrgentFact(fact),
  };
}

/** How much is urgent, and the tips with their sums; a single urgent thing without tips by its own sentence; or else how much there is. */
function titleOf(message: NotifiedMessage, lines: readonly RenderedLine[], wording: Wording): string {
  const urgent = message.events.filter(({ fact }) => isUrgentFact(fact)).length;
  const newest = Math.max(message.since, ...message.events.map(({ at }) => at));
  const sums = renderSums(message.sums, wording);
  const amounts = sums?.amounts ?? '';
  if (urgent > 0 && sums !== null && amounts !== '')
    return wording.say('tipsAndUrgent', { ...sums, urgent: wording.count('needYou', urgent) });
  if (urgent > 0)
    return (
      (urgent === 1 ? lines.find((line) => line.urgent)?.text : null) ?? wording.count('needYou', urgent)
    );
  if (sums !== null && amounts === '') return sums.tips;
  if (sums !== null)
    return wording.say('tipsSince', { ...sums, time: wording.timeSeenFrom(message.since, newest) });
  if (message.events.length > 0) return wording.count('updates', message.events.length);
  return wording.count('takenBack', message.takenBack);
}

interface Summed {
  readonly message: NotifiedMessage;
  readonly listed: readonly NotifiedEvent[];
  readonly unlistedTips: number;
  readonly unlistedOthers: number;
}

function summaryOf(
  { message, listed, unlistedTips, unlistedOthers }: Summed,
  wording: Wording,
): readonly string[] {
  const summary: string[] = [];
  if (unlistedTips > 0) summary.push(renderMoreTips(unlistedTips, message.sums, listed, wording));
  if (unlistedOthers > 0) summary.push(wording.count('moreUpdates', unlistedOthers));
  // A message of nothing else has it as its title.
  if (message.takenBack > 0 && (renderSums(message.sums, wording) !== null || message.events.length > 0))
    summary.push(wording.count('takenBack', message.takenBack));
  return summary;
}

/** A message that is no event: a title and a text, in plain words. */
interface ChannelWords {
  readonly title: string;
  readonly text: string;
}

/** The message with the code that verifies an address; the caller places the code. No word of it can be chosen by a user: it may go to a stranger. */
export function codeWords(language: string): ChannelWords {
  const { codeTitle, codeText } = notifyTexts(languageOf(language));
  return { title: codeTitle, text: codeText };
}

/** The message that an owner sends to try a channel. `url`: the page with the channels. */
export function testWords(language: string, origin: string): ChannelWords & { readonly url: string } {
  const { testTitle, testText } = notifyTexts(languageOf(language));
  return { title: testTitle, text: testText, url: `${origin}/settings/notifications` };
}

/** The foot of a mail: why it comes, and the names of its links. */
interface FooterWords {
  readonly reason: string;
  readonly change: string;
  readonly switchOff: string;
  readonly open: string;
}

export function footerWords(language: string, mode: ChannelMode): FooterWords {
  const { change, switchOff, open, ...texts } = notifyTexts(languageOf(language));
  return { reason: texts[reasons[mode]], change, switchOff, open };
}

const reasons = { each: 'forEach', daily: 'onceADay', weekly: 'onceAWeek' } as const;
