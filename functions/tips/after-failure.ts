import { isOpenPayment } from '../../core/tip/state/payment-projection';
import { isRenewal, type Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { endAtStripe } from './end-at-stripe';
import { stored } from '../store/stored';
import { maxAttempts, pauseMs, tipRules } from './tip-rate-limits';

type FailureDeps = Pick<Deps, 'store' | 'payments' | 'limits' | 'config' | 'clock' | 'log'>;

const newFailures = (before: Tip, after: Tip) => after.payment.attempts - before.payment.attempts;

const isCut = ({ payment }: Tip) => payment.attempts >= maxAttempts && isOpenPayment(payment.status);

/**
 * Whether `afterFailure` has something to do: then writing the tip does not complete the event. A renewal that is declined is no fan who tries cards:
 * on the first of a month sixty expired cards must not close a profile for everybody.
 */
export const followsFailure = (before: Tip, after: Tip): boolean =>
  !isRenewal(after) && (newFailures(before, after) > 0 || isCut(after));

/**
 * Handles declined cards: counts them for the fan's address and the profile, and cancels an intent, or expires Stripe's page, after too many cards.
 * `true` = it was ended, so the tip must be synced again.
 */
export async function afterFailure(deps: FailureDeps, before: Tip, after: Tip): Promise<boolean> {
  if (!followsFailure(before, after)) return false;
  const failed = newFailures(before, after);
  if (failed > 0) await count(deps, after, failed);
  if (!isCut(after)) return false;
  const cancelled = await endAtStripe(deps, after, 'fraudulent');
  if (cancelled.ok) deps.log.abuse({ what: 'intent-cancelled', tipId: after.tipId });
  return cancelled.ok;
}

/** Each decline counts for the address. For the profile only a few per address count, so that one address cannot close it for everybody. */
async function count(deps: FailureDeps, tip: Tip, failed: number): Promise<void> {
  const rules = tipRules(deps.config);
  const address = await deps.store.read(stored.tipAddress(tip.tipId));
  const isKnown = address !== undefined && address.expiresAt > deps.clock.now();
  const byAddress = isKnown ? [rules.failedByAddress(address.hash)] : [];
  const each = [...byAddress, rules.pausedByProfile(tip.ownerUid)];
  const states = await deps.limits.count(Array.from({ length: failed }, () => each).flat());
  const profile = states.at(-1);
  if (profile !== undefined && profile.left < 0) await pauseTips(deps, tip);
}

/** The pause is in the payments document, which the owner's dashboard shows. Cards show that tips are not ready. */
async function pauseTips({ store, clock, log }: FailureDeps, { ownerUid, tipId }: Tip): Promise<void> {
  await store.transaction(async (tx) => {
    const doc = stored.payments(ownerUid);
    const payments = await tx.read(doc);
    const now = clock.now();
    if (payments === undefined || (payments.pausedUntil ?? 0) > now) return;
    tx.write(doc, { ...payments, pausedUntil: now + pauseMs, updatedAt: now });
  });
  log.abuse({ what: 'profile-paused', tipId });
}
