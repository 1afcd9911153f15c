import { problem, type Problem } from '../../core/base/problem';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { endAtStripe } from './end-at-stripe';
import { removeTips } from './remove-tips';

/**
 * Whether the tip's profile still takes tips, read after the tip was stored. An account that is being deleted retires its handle first and
 * looks for its tips afterwards. So either this sees the retired handle, or the deletion sees the tip.
 */
export async function isWanted({ store }: Pick<Deps, 'store'>, { handle, ownerUid }: Tip): Promise<boolean> {
  const claim = await store.read(stored.handle(handle));
  return claim?.state === 'live' && claim.uid === ownerUid;
}

/** Takes back a tip whose account was deleted while its payment was being made. Nobody has got the payment's secret or its page yet. */
export async function withdrawTip(
  deps: Pick<Deps, 'store' | 'payments' | 'log'>,
  tip: Tip,
  made: Partial<Pick<Tip['stripe'], 'paymentIntentId' | 'checkoutSessionId'>> | null,
): Promise<Problem> {
  if (made !== null) {
    const ended = await endAtStripe(deps, { ...tip, stripe: { ...tip.stripe, ...made } }, 'abandoned');
    if (!ended.ok && ended.problem.kind === 'unavailable') {
      deps.log.serviceUnavailable({ service: 'stripe', error: ended.problem.error });
    }
  }
  await removeTips(deps, [tip]);
  return problem('profile-not-found');
}
