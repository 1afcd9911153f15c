import { paths, totalShards } from '../../core/documents/documents';
import { isOpenPayment } from '../../core/tip/state/payment-projection';
import { showsOtherwise, supporterOf } from '../../core/documents/supporter-document';
import { changedWall, emptiedWall, wallChange } from '../../core/documents/wall-document';
import { isAnswerable } from '../../core/tip/tip-text';
import type { Tip } from '../../core/tip/tip';
import { eventsOf, type RefundedBy } from '../../core/outbox/outbox-event';
import { noContribution } from '../../core/money/totals';
import type { TipCause, TipLogEntry } from '../../core/documents/tip-log-document';
import { contributionDelta } from '../../core/tip/state/tip-projection';
import type { Condition, StoredData, Writes } from '../store/store';
import { stored } from '../store/stored';
import { writeEvent } from '../outbox/write-event';

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
export function shardOf(tipId: string): number {
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
 * part, what its owner is told, and a log entry.
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
  });
  for (const event of eventsOf(before, tip, refundedBy(cause)))
    writeEvent(tx, tip.ownerUid, { ...event, at: now, livemode: tip.livemode });
  return tip;
}

const refundedBy = (cause: TipCause): RefundedBy =>
  cause === 'refund' ? 'owner' : cause === 'undo' ? 'fan' : 'stripe';

/** What was public and is taken back or edited leaves the wall at once. A text that the owner shows appears at once. Other new supporters appear within a minute. */
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
