import type { TipTextsRequest } from '@busker/core/fan-api/tip-api';
import { ok, type Result } from '@busker/core/base/result';
import { paths, totalShards } from '@busker/core/documents/documents';
import { supportDelta } from '@busker/core/money-documents/monthly-document';
import type { TipCause, TipLogEntry } from '@busker/core/money-documents/tip-document';
import {
  changedWall,
  emptiedWall,
  showsOtherwise,
  supporterOf,
  wallChange,
} from '@busker/core/wall/wall-document';
import { noContribution } from '@busker/core/money/money';
import {
  askedAfterEnd,
  askedAfterKeep,
  askedAfterWish,
  type Asked,
  type Wish,
} from '@busker/core/monthly/monthly-projection';
import { isOver, noSupport, type Monthly } from '@busker/core/monthly/monthly';
import { type EventFact, eventsOf, monthlyEvent, type RefundedBy } from '@busker/core/outbox/outbox-event';
import type { StoredProfile } from '@busker/core/profile/profile';
import { isOpenPayment, contributionDelta, isMismatch } from '@busker/core/tip-state/tip-projection';
import { hasTexts, yearsAfter, isAnswerable, type Tip } from '@busker/core/tip/tip';
import { tipTexts } from '@busker/core/tip/tip-text';
import type { Deps } from '../deps';
import { writeEvent } from '../outbox/relay';
import { stored, type Condition, type StoredData, type Writes } from '../store/store';

/** Why a tip changes: the cause, and Stripe's event if it was the trigger. */
export interface Trigger {
  readonly cause: TipCause;
  readonly eventId: string | null;
  /**
   * Data that the charge may not show, so that Stripe must be asked for it: early fraud warnings, failed refunds, inquiries. A `failure` is counted
   * by its event, since it may leave no charge. `success` is known from the charge, unless the account is gone.
   */
  readonly askAbout?: 'failure' | 'warning' | 'refund' | 'dispute' | 'success' | null | undefined;
  /** The payment intent of the event. */
  readonly intent?: string | null;
}

/** A shard number from a tip's id: one tip always uses the same shard, and different tips spread over all. */
function shardOf(tipId: string): number {
  let sum = 0;
  for (const letter of tipId) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
  return sum % totalShards;
}

const placeOf = ({ payment, state }: Tip): TipLogEntry['to'] => ({ payment: payment.status, state });

/** Each revision has one log entry. */
const logOf = (tip: Tip) => stored.tipLog(tip.ownerUid, tip.tipId, String(tip.rev).padStart(6, '0'));

/**
 * Conditions for `store.commit`: the tip still exists and nobody has written it since. The log entry of the next revision must be missing, so the tip
 * need not be read again.
 */
export const stillAt = (tip: Tip): readonly Condition[] => [
  { path: paths.tip(tip.ownerUid, tip.tipId), state: { kind: 'present' } },
  { path: logOf({ ...tip, rev: tip.rev + 1 }).path, state: { kind: 'missing' } },
];

/**
 * Writes a tip together with its dependents: the index of an invoice's payment, the owner's totals (by the change of its contribution), its public
 * part, what its owner is notified of, and a log entry.
 * `before` was read in this transaction or before a commit; the revision grows by one.
 */
export function writeTip(
  tx: Writes,
  before: Tip | undefined,
  after: Tip,
  { cause, eventId }: Trigger,
  now: number,
): Tip {
  const sealedSecret = isOpenPayment(after.payment.status) ? after.sealedSecret : null;
  const tip: Tip = { ...after, sealedSecret, rev: (before?.rev ?? 0) + 1, updatedAt: now };
  tx.write(stored.tip(tip.ownerUid, tip.tipId), tip);
  const { cycle, stripe } = tip;
  if (cycle !== undefined && stripe.paymentIntentId !== null && before?.stripe.paymentIntentId == null) {
    const named = { v: 1, uid: tip.ownerUid, tipId: tip.tipId, invoiceId: cycle.invoiceId } as const;
    tx.write(stored.stripePayment(stripe.paymentIntentId), named);
  }
  const delta = contributionDelta(before?.contrib ?? noContribution, tip.contrib);
  const hasMoved = Object.values(delta).some((change) => change !== 0);
  if (hasMoved) {
    const path = paths.total(tip.ownerUid, tip.currency, shardOf(tip.tipId));
    tx.add(path, { ...delta }, { v: 1, currency: tip.currency });
  }
  // A fan who took the tip back waits for no answer.
  if (before !== undefined && isAnswerable(before) && !isAnswerable(tip))
    tx.remove(paths.tipWatch(tip.tipId));
  if (showsOtherwise(before, tip)) {
    const shown = supporterOf(tip);
    if (shown === null) tx.remove(paths.supporter(tip.ownerUid, tip.tipId));
    else tx.write(stored.supporter(tip.ownerUid, tip.tipId), shown);
  }
  const wall = wallAfter(before, tip, { hasMoved, cause }, now);
  if (wall !== null) tx.add(paths.wall(tip.ownerUid), wallChange, wall);
  tx.write(logOf(tip), {
    v: 1,
    rev: tip.rev,
    cause,
    eventId,
    from: before === undefined ? null : placeOf(before),
    to: placeOf(tip),
    delta,
    at: now,
    ...(cause === 'reply' && { reply: replyChange(before, tip) }),
  });
  for (const event of eventsOf(before, tip, refundedBy(cause)))
    writeEvent(tx, tip.ownerUid, { ...event, at: now, livemode: tip.livemode });
  return tip;
}

function replyChange(before: Tip | undefined, { reply }: Tip): NonNullable<TipLogEntry['reply']> {
  if (reply === null) return 'removed';
  return before?.reply == null ? 'written' : 'changed';
}

const refundedBy = (cause: TipCause): RefundedBy =>
  cause === 'refund' ? 'owner' : cause === 'undo' ? 'fan' : 'stripe';

/** A public text that is taken back or edited leaves the wall at once. A text that the owner shows appears at once. Other new supporters appear within a minute. */
function wallAfter(
  before: Tip | undefined,
  after: Tip,
  { hasMoved, cause }: { readonly hasMoved: boolean; readonly cause: TipCause },
  now: number,
): StoredData | null {
  const { ownerUid } = after;
  const isOther = showsOtherwise(before, after);
  const wasShown = before !== undefined && supporterOf(before) !== null;
  if (isOther && (wasShown || cause === 'moderation')) return emptiedWall(ownerUid, now);
  return isOther || hasMoved ? changedWall(ownerUid, now) : null;
}

/**
 * Writes a monthly tip together with its owner's monthly support (by the change of its contribution) and a log entry. `before` was read before the
 * commit; the revision grows by one.
 */
export function writeMonthly(
  writes: Writes,
  before: Monthly | undefined,
  after: Monthly,
  { cause, eventId }: Pick<Trigger, 'cause' | 'eventId'>,
  now: number,
): Monthly {
  const monthly: Monthly = { ...after, rev: (before?.rev ?? 0) + 1, updatedAt: now };
  const { ownerUid: uid, monthlyId, currency, rev } = monthly;
  writes.write(stored.monthly(uid, monthlyId), monthly);
  const delta = supportDelta(before?.contrib ?? noSupport, monthly.contrib);
  if (delta.active !== 0 || delta.perYear !== 0)
    writes.add(paths.monthlyTotal(uid, currency, shardOf(monthlyId)), { ...delta }, { v: 1, currency });
  writes.write(stored.monthlyLog(uid, monthlyId, String(rev).padStart(6, '0')), {
    v: 1,
    rev,
    cause,
    eventId,
    from: before?.state ?? null,
    to: monthly.state,
    delta,
    at: now,
  });
  const fact = monthlyEvent(before, monthly);
  if (fact !== null)
    writeEvent(writes, uid, {
      id: monthlyEventId(monthly, fact),
      fact,
      at: now,
      livemode: monthly.livemode,
      tip: null,
    });
  return monthly;
}

/** The same monthly tip, revision and type is the same event. */
const monthlyEventId = ({ monthlyId, rev }: Monthly, { type }: EventFact): string =>
  `${monthlyId}-${rev}-${type}`;

/** After a change of a monthly tip: enqueues its event. What is lost here is left to the sweep. */
export async function enqueueMonthlyEvent(
  { outboxQueue, clock }: Pick<Deps, 'outboxQueue' | 'clock'>,
  before: Monthly,
  after: Monthly,
): Promise<void> {
  const fact = before.rev === after.rev ? null : monthlyEvent(before, after);
  if (fact === null) return;
  const eventId = monthlyEventId(after, fact);
  await outboxQueue.enqueue({ kind: 'relay', uid: after.ownerUid, eventId }, clock.now());
}

type AskDeps = Pick<Deps, 'store' | 'clock'>;

/** Notes a request before it is sent to Stripe. */
export const noteAsked = (
  deps: AskDeps,
  monthly: Monthly,
  what: Wish['what'],
  reason: Wish['reason'],
): Promise<Monthly | undefined> =>
  changeAsked(deps, monthly, (current, at) => askedAfterWish(current, { what, reason }, at));

/** The fan takes a stop back. What is asked then is decided by the document of the moment: an end may have been asked for since it was read. */
export const noteKeep = (deps: AskDeps, monthly: Monthly): Promise<Monthly | undefined> =>
  changeAsked(deps, monthly, askedAfterKeep);

/** Removes the request: Stripe has done all of it. */
export const forgetAsked = (deps: AskDeps, monthly: Monthly): Promise<Monthly | undefined> =>
  changeAsked(deps, monthly, () => null);

/** The end is made, and nothing is open any more. */
export const noteEnd = async (deps: AskDeps, monthly: Monthly): Promise<Monthly> =>
  (await changeAsked(deps, monthly, askedAfterEnd)) ?? monthly;

/** The monthly tip as it is stored then; undefined when it is gone. */
function changeAsked(
  { store, clock }: AskDeps,
  { ownerUid, monthlyId }: Monthly,
  change: (current: Monthly, now: number) => Asked,
): Promise<Monthly | undefined> {
  return store.transaction(async (tx) => {
    const current = await tx.read(stored.monthly(ownerUid, monthlyId));
    if (current === undefined) return undefined;
    const now = clock.now();
    const asked = change(current, now);
    if (asked === current.asked) return current;
    return writeMonthly(tx, current, { ...current, asked }, { cause: 'schedule', eventId: null }, now);
  });
}

/**
 * A fan whose bank disputes a payment must not be charged again, and Stripe would go on: the next check stops the monthly tip. An inquiry takes no money
 * yet and stops nothing.
 */
export async function noteDispute(deps: Pick<Deps, 'store' | 'clock'>, tip: Tip): Promise<void> {
  if (tip.cycle === undefined || tip.dispute.status !== 'open') return;
  const monthly = await deps.store.read(stored.monthly(tip.ownerUid, tip.cycle.monthlyId));
  if (monthly === undefined || monthly.asked !== null) return;
  if (monthly.state === 'ending' || isOver(monthly.state)) return;
  await noteAsked(deps, monthly, 'stop', 'disputed');
}

/** Keeps the reasons for a payment that does not match the tip: a new message does not correct a payment. */
function moderationAfter(
  tip: Tip,
  verdict: { readonly state: 'visible' | 'held'; readonly reasons: readonly string[] },
) {
  const kept = tip.moderation.reasons.filter(isMismatch);
  const reasons = [...kept, ...verdict.reasons];
  if (tip.moderation.state === 'hidden') return { state: 'hidden', reasons } as const;
  return { state: reasons.length > 0 ? 'held' : 'visible', reasons } as const;
}

/**
 * The tip with another name or message, or with another choice of what others see. The texts are cleaned and moderated like the first time, and get the
 * time at which they are erased. Texts that others see as before keep the owner's decision. A missing field stays unchanged. `invalid-fields`: a text is too long.
 */
export function withTexts(
  tip: Tip,
  profile: StoredProfile | undefined,
  wanted: TipTextsRequest,
  keepTipsYears: number,
): Result<Tip> {
  const name = wanted.name === undefined ? tip.fan.name : wanted.name;
  const message = wanted.message === undefined ? tip.fan.message : wanted.message;
  const { privateMessage: wasPrivate = false, hidesAmount = false, ...known } = tip.fan;
  const { anonymous = known.anonymous, privateMessage = wasPrivate, hideAmount = hidesAmount } = wanted;
  const texts = tipTexts({ name, message, privateMessage }, profile?.tips.blockWords);
  if (!texts.ok) return texts;
  const fan: Tip['fan'] = {
    ...known,
    name: texts.value.name,
    message: texts.value.message,
    anonymous,
    ...(privateMessage && { privateMessage }),
    ...(hideAmount && { hidesAmount: true }),
  };
  const eraseTextsAt = hasTexts({ ...tip, fan }) ? yearsAfter(tip.createdAt, keepTipsYears) : null;
  const isSame =
    fan.name === tip.fan.name && fan.message === tip.fan.message && privateMessage === wasPrivate;
  const moderation = isSame ? tip.moderation : moderationAfter(tip, texts.value.moderation);
  return ok({ ...tip, fan, eraseTextsAt, moderation });
}
