import { noContribution, type Currency, type TipContribution } from '../money/money';
import type { CardPaymentStatus, PaymentsState } from '../payments/payments-state';
import { contributionDelta, isMismatch } from '../tip-state/tip-projection';
import type { Interval } from '../amounts/amount-limits';
import type { EndReason, Monthly } from '../monthly/monthly';
import type { Tip } from '../tip/tip';
import { waitsForReview } from '../tip/tip';
import {
  chosenTypes,
  isCollecting,
  isListening,
  type Channel,
  type ChannelEnd,
  type ChannelKind,
  type Channels,
  type EventType,
  type SendProblem,
} from './channel';

/** The state of an owner's payments in events. */
export type NotifiedPayments = CardPaymentStatus | 'disconnected' | 'paused';

/** A tip of every month or year. `amount`: of one period. */
interface NotifiedMonthly {
  readonly monthlyId: string;
  readonly currency: Currency;
  readonly amount: number;
  readonly every: Interval;
  /** The fan hides the amount. */
  readonly hidesAmount?: true;
}

/** `currency` as Stripe writes it: a balance may be in one that Busker takes no tips in. */
interface NotifiedPayout {
  readonly payoutId: string;
  readonly currency: string;
  readonly amount: number;
}

/** What happened. Never a fan's name or words: they are read from the tip when a message is made. Amounts in minor units, times in epoch milliseconds. */
export type EventFact =
  | { readonly type: 'tip.paid' }
  | { readonly type: 'tip.held'; readonly reason: string }
  | {
      readonly type: 'tip.refunded';
      /** All that is refunded now. */
      readonly refunded: number;
      /** By how much it grew. */
      readonly change: number;
      readonly by: 'owner' | 'fan' | 'stripe';
    }
  | { readonly type: 'tip.refund_failed'; readonly refunded: number; readonly change: number }
  | {
      readonly type: 'tip.disputed';
      readonly status: 'inquiry' | 'open';
      readonly amount: number;
      readonly dueBy: number | null;
    }
  | {
      readonly type: 'tip.dispute_closed';
      readonly status: 'won' | 'lost' | 'prevented' | 'none';
      readonly amount: number;
    }
  | { readonly type: 'tip.warning'; readonly warning: string; readonly actionable: boolean }
  | { readonly type: 'tip.updated' }
  | { readonly type: 'tip.replied' }
  /** The fan's name or message waits for the owner. */
  | { readonly type: 'tip.needs_review' }
  | ({ readonly type: 'monthly.started' } & NotifiedMonthly)
  | ({
      readonly type: 'monthly.failing';
      /** When Stripe tries again; null = never, or nobody knows. */
      readonly nextAt: number | null;
    } & NotifiedMonthly)
  | ({
      readonly type: 'monthly.ended';
      /** Until when it is paid; null = it is over. */
      readonly paidUntil: number | null;
      readonly reason: EndReason | null;
    } & NotifiedMonthly)
  | ({ readonly type: 'payout.paid' } & NotifiedPayout)
  | ({ readonly type: 'payout.failed' } & NotifiedPayout)
  | {
      readonly type: 'payments.state_changed';
      readonly from: NotifiedPayments;
      readonly to: NotifiedPayments;
      /** Stripe wants more data until then; null = no deadline. */
      readonly dueAt: number | null;
      readonly needsData: boolean;
    }
  | {
      readonly type: 'link.dead';
      readonly linkId: string;
      readonly url: string;
      readonly state: 'gone' | 'unreachable';
      readonly since: number;
    }
  | { readonly type: 'link.back'; readonly linkId: string; readonly url: string }
  | { readonly type: 'profile.published'; readonly revision: number; readonly handle: string }
  | {
      readonly type: 'channel.added';
      readonly channelId: string;
      readonly kind: ChannelKind;
      readonly label: string;
    }
  | {
      readonly type: 'channel.disabled';
      readonly channelId: string;
      readonly kind: ChannelKind;
      readonly label: string;
      readonly why: ChannelEnd;
    }
  | {
      readonly type: 'channel.failing';
      readonly channelId: string;
      readonly kind: ChannelKind;
      readonly label: string;
      readonly since: number;
    }
  | { readonly type: 'test.ping' };

/** The tip of an event. `delta`: by what this change moved the owner's totals. */
export interface EventTip {
  readonly tipId: string;
  readonly rev: number;
  readonly currency: Currency;
  /** What the fan paid, and the part of it that is the tip. */
  readonly amount: number;
  readonly tipAmount: number;
  /** The fan hid the amount by then. */
  readonly hidesAmount?: true;
  readonly delta: TipContribution;
}

/**
 * `accounts/{uid}/events/{id}`: one thing that happened, written in the commit that made it happen. Functions write it, the owner reads it. The
 * document is the truth: a task only asks to read it.
 */
export interface OutboxEvent {
  readonly v: 1;
  readonly id: string;
  readonly type: EventType;
  readonly fact: EventFact;
  /** The server's clock at the commit. */
  readonly at: number;
  readonly livemode: boolean;
  readonly tip: EventTip | null;
  /** `new`: nobody has planned its messages yet. `dead`: it could not be planned. */
  readonly state: 'new' | 'relayed' | 'dead';
  /** The channels whose next message must cover it. */
  readonly due: readonly string[];
  readonly relayedAt: number | null;
  readonly expiresAt: number;
}

/** Milliseconds that an event is kept. */
export const eventLifetime = 90 * 24 * 60 * 60_000;

type Notified = Pick<
  PaymentsState,
  'cardPayments' | 'disconnectedAt' | 'pausedUntil' | 'requirements' | 'requirementsDueAt'
>;

const stateOf = ({ cardPayments, disconnectedAt, pausedUntil }: Notified, now: number): NotifiedPayments => {
  if (disconnectedAt !== null) return 'disconnected';
  return pausedUntil !== null && pausedUntil > now ? 'paused' : cardPayments;
};

/** The event of a changed state of the account at Stripe; null = none. */
export function paymentsEvent(before: Notified, after: Notified, now: number): EventFact | null {
  const from = stateOf(before, now);
  const to = stateOf(after, now);
  const wantsMore = before.requirements.length === 0 && after.requirements.length > 0;
  // Somebody who connects an account for the first time is doing so in the dashboard.
  const begins = from === 'none' && (to === 'pending' || to === 'none');
  if ((from === to && !wantsMore) || begins) return null;
  return {
    type: 'payments.state_changed',
    from,
    to,
    dueAt: after.requirementsDueAt,
    needsData: after.requirements.length > 0,
  };
}

interface TipEvent {
  /** The same tip, revision and type is the same event. */
  readonly id: string;
  readonly fact: EventFact;
  readonly tip: EventTip;
}

/** Who gave the money back: the owner in the dashboard, the fan by undo, or somebody at Stripe. */
export type RefundedBy = 'owner' | 'fan' | 'stripe';

/** A fact, and the part of the change of the totals that it stands for. */
interface Part {
  readonly fact: EventFact;
  readonly takes: readonly (keyof TipContribution)[];
}

/**
 * The events of a changed tip. Drafts, declines and expiries make none: otherwise people who test stolen cards would write the owner's mails. The deltas of
 * a tip's events add up to its `contrib`. `after` has the revision that is written.
 */
export function eventsOf(
  before: Tip | undefined,
  after: Tip,
  by: RefundedBy = 'stripe',
): readonly TipEvent[] {
  const delta = contributionDelta(before?.contrib ?? noContribution, after.contrib);
  const parts = [
    paid(delta),
    held(before, after, delta),
    refunded(before, after, by),
    disputed(before, after),
    warned(before, after),
  ];
  const found = parts.filter((part) => part !== null);
  const rest = [updated(before, after), replied(before, after), waiting(before, after)].filter(
    (part) => part !== null,
  );
  return split([...found, ...rest], delta).map(([fact, share]) => ({
    id: `${after.tipId}-${after.rev}-${fact.type}`,
    fact,
    tip: {
      tipId: after.tipId,
      rev: after.rev,
      currency: after.currency,
      amount: after.amount,
      tipAmount: after.tipAmount,
      ...(after.fan.hidesAmount && { hidesAmount: true }),
      delta: share,
    },
  }));
}

/** Each part takes its share; what nobody takes goes to the first, or becomes an event of its own, so that the sum is right. */
function split(
  parts: readonly Part[],
  delta: TipContribution,
): readonly (readonly [EventFact, TipContribution])[] {
  const left: Record<keyof TipContribution, number> = { ...delta };
  const shares = parts.map(({ fact, takes }) => {
    const share: Record<keyof TipContribution, number> = { ...noContribution };
    for (const key of takes) {
      share[key] = left[key];
      left[key] = 0;
    }
    return [fact, share] as const;
  });
  const isLeft = Object.values(left).some((amount) => amount !== 0);
  return isLeft ? [...shares, [{ type: 'tip.updated' }, left] as const] : shares;
}

const all = ['count', 'gross', 'refunded', 'disputed'] as const;

const paid = ({ count }: TipContribution): Part | null =>
  count === 1 ? { fact: { type: 'tip.paid' }, takes: ['count', 'gross'] } : null;

/** A payment that differs from its tip. If the tip counted until now, it takes everything back. */
function held(before: Tip | undefined, after: Tip, { count }: TipContribution): Part | null {
  const known = before?.moderation.reasons ?? [];
  const reason = after.moderation.reasons.find((each) => isMismatch(each) && !known.includes(each));
  if (reason === undefined) return null;
  return { fact: { type: 'tip.held', reason }, takes: count < 0 ? all : [] };
}

/** Money that a tip that counts gave back. */
const givenBack = (tip: Tip | undefined): number => tip?.contrib.refunded ?? 0;

function refunded(before: Tip | undefined, after: Tip, by: RefundedBy): Part | null {
  if (after.contrib.count === 0) return null;
  const change = givenBack(after) - givenBack(before);
  const now = givenBack(after);
  if (change > 0) return { fact: { type: 'tip.refunded', refunded: now, change, by }, takes: ['refunded'] };
  if (change < 0) return { fact: { type: 'tip.refund_failed', refunded: now, change }, takes: ['refunded'] };
  return null;
}

const isOpenDispute = (status: Tip['dispute']['status'] | undefined) =>
  status === 'open' || status === 'inquiry';

function disputed(before: Tip | undefined, after: Tip): Part | null {
  const { status, amount, dueBy } = after.dispute;
  const earlier = before?.dispute.status ?? 'none';
  if (status === earlier) return null;
  const takes = after.contrib.count > 0 ? (['disputed'] as const) : [];
  if (status === 'open' || status === 'inquiry')
    return { fact: { type: 'tip.disputed', status, amount, dueBy }, takes };
  if (!isOpenDispute(earlier) && status === 'none') return null;
  return { fact: { type: 'tip.dispute_closed', status, amount }, takes };
}

function warned(before: Tip | undefined, after: Tip): Part | null {
  const { warning } = after;
  if (warning === null) return null;
  const known = before?.warning;
  if (known?.type === warning.type && known.actionable === warning.actionable) return null;
  return { fact: { type: 'tip.warning', warning: warning.type, actionable: warning.actionable }, takes: [] };
}

const wordsOf = ({ fan, moderation }: Tip) =>
  JSON.stringify([
    fan.name,
    fan.message,
    fan.anonymous,
    fan.privateMessage,
    fan.hidesAmount,
    moderation.state,
  ]);

/** Only tips that counted before: the message about a new tip has its words already. */
function updated(before: Tip | undefined, after: Tip): Part | null {
  if (before === undefined || before.contrib.count === 0 || after.contrib.count === 0) return null;
  return wordsOf(before) === wordsOf(after) ? null : { fact: { type: 'tip.updated' }, takes: [] };
}

const replied = (before: Tip | undefined, after: Tip): Part | null =>
  after.reply !== null && before?.reply?.text !== after.reply.text
    ? { fact: { type: 'tip.replied' }, takes: [] }
    : null;

const waiting = (before: Tip | undefined, after: Tip): Part | null =>
  waitsForReview(after) && (before === undefined || !waitsForReview(before))
    ? { fact: { type: 'tip.needs_review' }, takes: [] }
    : null;

const isFailing = ({ state }: Monthly) => state === 'overdue' || state === 'needs-action';
const isEnding = ({ state, startedAt }: Monthly) =>
  startedAt !== null && (state === 'ending' || state === 'ended');

/** The event of a changed monthly tip; null = none. One that was never paid is none. */
export function monthlyEvent(before: Monthly | undefined, after: Monthly): EventFact | null {
  const { monthlyId, currency, amount, every, endReason, failing, endingAt } = after;
  const { hidesAmount } = after.fan;
  const monthly = { monthlyId, currency, amount, every, ...(hidesAmount && { hidesAmount }) };
  if (isEnding(after) && !(before && isEnding(before)))
    return { type: 'monthly.ended', paidUntil: endingAt, reason: endReason, ...monthly };
  if (after.startedAt !== null && (before?.startedAt ?? null) === null)
    return { type: 'monthly.started', ...monthly };
  if (isFailing(after) && !(before && isFailing(before)))
    return { type: 'monthly.failing', nextAt: failing?.nextAttemptAt ?? null, ...monthly };
  return null;
}

const stopped: ReadonlySet<NotifiedPayments> = new Set([
  'restricted',
  'unsupported',
  'disconnected',
  'paused',
]);

/** Whether the owner may lose money by reading it late: a dispute, suspected fraud, payments that stopped or will stop. */
export function isUrgentFact(fact: EventFact): boolean {
  if (fact.type === 'tip.disputed') return fact.status === 'open' || fact.dueBy !== null;
  if (fact.type === 'tip.warning') return fact.actionable;
  return (
    fact.type === 'payments.state_changed' &&
    (stopped.has(fact.to) || (fact.needsData && fact.dueAt !== null))
  );
}

/** One try of a delivery. `text`: at most 200 characters of the receiver's answer. Times in epoch milliseconds. */
export interface DeliveryTry {
  readonly at: number;
  readonly ms: number;
  readonly status: number | null;
  readonly problem: SendProblem | 'gone' | null;
  readonly text: string;
}

export const mostTries = 12;

/**
 * `accounts/{uid}/deliveries/{id}`: one event for one webhook. Functions write it, the owner reads it. It never holds what was sent: a later try is
 * made anew, so that words that were erased meanwhile are not in it.
 */
export interface Delivery {
  readonly v: 1;
  readonly id: string;
  readonly channelId: string;
  readonly eventId: string;
  readonly type: EventType;
  /** `dead`: it is out of tries, or its channel is off. It can be sent again for 30 days. */
  readonly state: 'waiting' | 'sending' | 'done' | 'dead';
  /** How many tries were begun since it was made or was last sent again by hand. */
  readonly attempt: number;
  /** When the next try is due; of `sending`: when its lease ends. Null = it is over. */
  readonly nextAt: number | null;
  readonly claimedAt: number | null;
  readonly tries: readonly DeliveryTry[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Milliseconds that a delivery is kept. */
export const deliveryLifetime = 30 * 24 * 60 * 60_000;

/** One collecting channel's batch. Times in epoch milliseconds. */
export interface Batch {
  /** When its next message is due; null = nothing is due. */
  readonly nextAt: number | null;
  /** When the last message arrived. */
  readonly lastAt: number | null;
  readonly claimedAt: number | null;
  /** Tries of the message that is due. */
  readonly attempt: number;
  /** Messages of `day`. */
  readonly sentToday: number;
  /** A day in the owner's zone, as `2026-11-22`. */
  readonly day: string;
  /** Whether the channel has sent a paid tip. `due`: the first one waits for its message, which needs no gap. */
  readonly firstTip: 'none' | 'due' | 'told';
}

/** `pace/{uid}`: when the collecting channels and the webhooks of an owner are due. No browser reads it. */
export interface Pace {
  readonly v: 1;
  /** The earliest of the batches; null = nothing is due. */
  readonly nextAt: number | null;
  readonly turns: Readonly<Record<string, Batch>>;
  /** Webhooks that asked for a pause, until then. */
  readonly rests: Readonly<Record<string, { readonly until: number; readonly step: number }>>;
}

export const noPace: Pace = { v: 1, nextAt: null, turns: {}, rests: {} };

/** The channels that an event goes to: at once and by itself, or with others in one message. */
interface DeliveryPlan {
  readonly each: readonly string[];
  readonly collecting: readonly string[];
}

const isChosen = (channel: Channel, type: EventType): boolean =>
  chosenTypes.some((chosen) => chosen === type)
    ? channel.events.some((chosen) => chosen === type)
    : // What happens to channels is sent to every other one, so that nobody adds or loses one unnoticed. A webhook is for programs.
      type !== 'test.ping' && isCollecting(channel.kind) && channel.audience === 'private';

/** The channel that an event is about does not get it. */
function isAbout({ fact }: OutboxEvent, channelId: string): boolean {
  return 'channelId' in fact && fact.channelId === channelId;
}

/** A paid tip below the channel's minimum for its currency is not sent; its later events are. */
function isAboveMinimum({ fact, tip }: OutboxEvent, { minimum }: Channel): boolean {
  if (fact.type !== 'tip.paid' || tip === null) return true;
  return tip.tipAmount >= (minimum[tip.currency] ?? 0);
}

/** Pure: which channels an event goes to. Channels that are off or unverified get nothing, also not later. */
export function planDeliveries(event: OutboxEvent, { channels }: Pick<Channels, 'channels'>): DeliveryPlan {
  const notified = Object.entries(channels).filter(
    ([id, channel]) =>
      isListening(channel) &&
      !isAbout(event, id) &&
      isChosen(channel, event.type) &&
      isAboveMinimum(event, channel),
  );
  return {
    each: notified.filter(([, { kind }]) => !isCollecting(kind)).map(([id]) => id),
    collecting: notified.filter(([, { kind }]) => isCollecting(kind)).map(([id]) => id),
  };
}

/** Events that do not wait for quiet hours or the evening: money may be lost meanwhile, or somebody else has added a channel. */
export const isUrgent = ({ fact }: Pick<OutboxEvent, 'fact'>): boolean =>
  fact.type === 'channel.added' || isUrgentFact(fact);
