import { defaultPreferences } from '../../core/documents/account-document';
import { isOver, withNameInTime, type Monthly } from '../../core/monthly/monthly';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { tipsOf } from './monthly-tips';

/**
 * When the latest payment of a tip's monthly tip was made (epoch milliseconds), if that is over and still has the fan's name. Null: there is no name to
 * erase.
 */
export async function latestOfEnded(
  { store }: Pick<Deps, 'store'>,
  { ownerUid, cycle }: Pick<Tip, 'ownerUid' | 'cycle'>,
): Promise<number | null> {
  if (cycle === undefined) return null;
  const monthly = await store.read(stored.monthly(ownerUid, cycle.monthlyId));
  if (monthly === undefined || !isOver(monthly.state) || monthly.fan.name === null) return null;
  return latestOf(await tipsOf({ store }, monthly), monthly);
}

/**
 * A monthly tip that ends now. The texts of its latest payment may be erased already, if it was paused or unpaid for long: then nothing else would erase
 * its name. `tips` are those that are not stored yet.
 */
export async function endedInTime(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  known: Monthly,
  projected: Monthly,
  tips: readonly Tip[],
): Promise<Monthly> {
  if (projected.fan.name === null || isOver(known.state) || !isOver(projected.state)) return projected;
  const preferences = await store.read(stored.preferences(known.ownerUid));
  const { keepTipsYears } = preferences ?? defaultPreferences;
  const latestAt = latestOf([...tips, ...(await tipsOf({ store }, known))], known);
  return withNameInTime(projected, { latestAt, keepTipsYears, now: clock.now() });
}

const latestOf = (tips: readonly Tip[], { createdAt }: Monthly): number =>
  Math.max(createdAt, ...tips.map((tip) => tip.createdAt));
