import { isOver } from '../../core/monthly/monthly';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { noteAsked } from './ask-stripe';

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
