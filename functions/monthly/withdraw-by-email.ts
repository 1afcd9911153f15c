import type { DeclaredWithdrawal, Monthly } from '../../core/monthly/monthly';
import { ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { inSameTime } from '../limits/same-time';
import type { Caller } from '../limits/caller';
import { admitEnding, type AskedEnding } from './admit-ending';
import { monthliesOfAddress } from './monthlies-of-address';
import { withdrawable, withdrawMonthly } from './withdraw-monthly';

/**
 * Withdraws from every monthly tip of an owner's fan with this address and this card that is within its time, whether it runs or has ended. Unlike a
 * stop it gives money back and cannot be taken back, so an address alone is no proof. Whatever is typed, the answer is the same, after the same time
 * unless Stripe takes long (same-time.ts). Address and digits are in this call alone: they are neither stored nor logged. Fails with
 * `too-many-requests` or `challenge-required` (admit-ending.ts), and with `service-unavailable` while Stripe does not answer.
 */
export async function withdrawByEmail(
  deps: Deps,
  { uid, challenge, ...typed }: DeclaredWithdrawal & Omit<AskedEnding, 'what'>,
  caller: Caller,
): Promise<Result<null>> {
  const asked = { what: 'withdraw', uid, email: typed.email, challenge } as const;
  const admitted = await admitEnding(deps, asked, caller);
  if (!admitted.ok) return admitted;
  return inSameTime(deps, () => withdrawAll(deps, uid, typed));
}

async function withdrawAll(
  deps: Deps,
  uid: string,
  { email, cardLast4 }: DeclaredWithdrawal,
): Promise<Result<null>> {
  // Also those that have ended: the days to withdraw go on after a stop.
  const found = await monthliesOfAddress(deps, uid, email, 'all');
  if (!found.ok) return found;
  const ofCard = found.value.filter(({ card }) => card?.last4 === cardLast4);
  // Together: each is noted before Stripe is asked, and what Stripe does not answer is repeated by the next look.
  await Promise.all(ofCard.map((monthly) => withdrawOne(deps, monthly)));
  return ok(null);
}

async function withdrawOne(deps: Deps, monthly: Monthly): Promise<void> {
  const allowed = await withdrawable(deps, monthly);
  if (allowed.ok) await withdrawMonthly(deps, monthly);
}
