import { paths } from '../../core/documents/documents';
import { supportDelta } from '../../core/documents/monthly-log-document';
import {
  askedAfterEnd,
  askedAfterKeep,
  askedAfterWish,
  type Asked,
  type Wish,
} from '../../core/monthly/asked';
import { isOver, noSupport, type Monthly } from '../../core/monthly/monthly';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import type { Writes } from '../store/store';
import { stored } from '../store/stored';
import { shardOf, type Trigger } from './write-tip';

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

type AskDeps = Pick<Deps, 'store' | 'clock'>;

/** Notes a request before Stripe hears of it. */
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

/** Nothing is asked any more, because all of it is done. */
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
 * A fan whose bank disputes a payment must not be charged again, and Stripe would go on: the next look stops the monthly tip. An inquiry takes no money
 * yet and stops nothing.
 */
export async function noteDispute(deps: Pick<Deps, 'store' | 'clock'>, tip: Tip): Promise<void> {
  if (tip.cycle === undefined || tip.dispute.status !== 'open') return;
  const monthly = await deps.store.read(stored.monthly(tip.ownerUid, tip.cycle.monthlyId));
  if (monthly === undefined || monthly.asked !== null) return;
  if (monthly.state === 'ending' || isOver(monthly.state)) return;
  await noteAsked(deps, monthly, 'stop', 'disputed');
}
