import { paths } from '../../core/documents/documents';
import { supportDelta } from '../../core/documents/monthly-log-document';
import { noSupport, type Monthly } from '../../core/monthly/monthly';
import type { Writes } from '../store/store';
import { stored } from '../store/stored';
import { shardOf, type Trigger } from '../tips/write-tip';

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
  return monthly;
}
