import { problem, type Problem } from '../../core/base/problem';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { endAtStripe } from './end-at-stripe';
import { removeTips } from './remove-tips';
import { logUnavailable } from '../http/log-stripe-failure';

/**
 * Whether the tip's profile still takes tips, read after the tip was stored. A deletion retires the handle first and reads the account's tips
 * afterwards. So either this check finds the retired handle, or the deletion finds the tip.
 */
export async function isWanted({ store }: Pick<Deps, 'store'>, { handle, ownerUid }: Tip): Promise<boolean> {
  const claim = await store.read(stored.handle(handle));
  return claim?.state === 'live' && claim.uid === ownerUid;
}

/** Withdraws a tip whose account was deleted while its payment was being created. No fan has the payment's secret or page yet. */
export async function withdrawTip(
  deps: Pick<Deps, 'store' | 'payments' | 'log'>,
  tip: Tip,
  made: Partial<Pick<Tip['stripe'], 'paymentIntentId' | 'checkoutSessionId'>> | null,
): Promise<Problem> {
  if (made !== null) {
    const ended = await endAtStripe(deps, { ...tip, stripe: { ...tip.stripe, ...made } }, 'abandoned');
    if (!ended.ok && ended.problem.kind === 'unavailable') {
      logUnavailable(deps.log, ended.problem);
    }
  }
  await removeTips(deps, [tip]);
  return problem('profile-not-found');
}
