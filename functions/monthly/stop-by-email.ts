import { ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { inSameTime } from '../limits/same-time';
import type { Caller } from '../limits/caller';
import { admitEnding, type AskedEnding } from './admit-ending';
import { monthliesOfAddress } from './monthlies-of-address';
import { stopMonthly } from './stop-monthly';

/**
 * Stops every monthly tip of an owner's fan with this address at the end of its period. Known and unknown addresses get the same answer, after
 * the same time unless Stripe takes long (same-time.ts). The address is in this call alone: it is neither stored nor logged.
 */
export async function stopByEmail(
  deps: Deps,
  { uid, email, challenge }: Omit<AskedEnding, 'what'>,
  caller: Caller,
): Promise<Result<null>> {
  const admitted = await admitEnding(deps, { what: 'stop', uid, email, challenge }, caller);
  if (!admitted.ok) return admitted;
  return inSameTime(deps, () => stopAll(deps, uid, email));
}

async function stopAll(deps: Deps, uid: string, email: string): Promise<Result<null>> {
  const found = await monthliesOfAddress(deps, uid, email, 'running');
  if (!found.ok) return found;
  // What Stripe does not answer is noted, and the next look repeats it.
  for (const monthly of found.value) await stopMonthly(deps, monthly, 'fan');
  return ok(null);
}
