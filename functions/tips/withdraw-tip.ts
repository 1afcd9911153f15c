import { problem, type Problem } from '../../core/base/problem';
import { restrictionOf, rightsIn } from '../../core/profile/standing';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { endAtStripe } from './end-at-stripe';
import { removeTips } from './remove-tips';
import { logUnavailable } from '../http/log-stripe-failure';

/**
 * Why the tip's profile no longer takes tips, read after the tip was stored; null = it does. A deletion retires the handle first and reads the
 * account's tips afterwards. So either this check finds the retired handle, or the deletion finds the tip. The same holds for a suspension.
 */
export async function obstacleTo(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { handle, ownerUid }: Tip,
): Promise<Problem | null> {
  const docs = [stored.handle(handle), stored.standing(ownerUid)] as const;
  const [claim, standing] = await store.readVersioned(docs);
  if (claim.value?.state !== 'live' || claim.value.uid !== ownerUid) return problem('profile-not-found');
  const { takesTips } = rightsIn(restrictionOf(standing.value, clock.now()));
  return takesTips ? null : problem('payments-not-ready');
}

/** Withdraws a tip whose profile stopped taking tips while its payment was being created. No fan has the payment's secret or page yet. */
export async function withdrawTip(
  deps: Pick<Deps, 'store' | 'payments' | 'log'>,
  tip: Tip,
  made: Partial<Pick<Tip['stripe'], 'paymentIntentId' | 'checkoutSessionId'>> | null,
): Promise<void> {
  if (made !== null) {
    const ended = await endAtStripe(deps, { ...tip, stripe: { ...tip.stripe, ...made } }, 'abandoned');
    if (!ended.ok && ended.problem.kind === 'unavailable') {
      logUnavailable(deps.log, ended.problem);
    }
  }
  await removeTips(deps, [tip]);
}
