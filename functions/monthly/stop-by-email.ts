import { fail, ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { fingerprint } from '../http/signed-token';
import { inSameTime } from '../limits/same-time';
import { tooMany } from '../tips/create/admit-tip';
import { tipRules } from '../tips/tip-rate-limits';
import { monthliesOfAddress } from './monthlies-of-address';
import { stopMonthly } from './stop-monthly';

/**
 * Stops every monthly tip of an owner's fan with this address at the end of its period. Known and unknown addresses get the same answer, after
 * the same time unless Stripe takes long (same-time.ts). The address is in this call alone: it is neither stored nor logged.
 */
export async function stopByEmail(deps: Deps, uid: string, email: string): Promise<Result<null>> {
  const rules = tipRules(deps.config);
  // With the server's secret: nobody can try addresses on what is stored. Other capital letters give no further tries.
  const hash = fingerprint(deps.config.secrets, 'stop-email', `${uid} ${email.toLowerCase()}`);
  const counted = await deps.limits.count([rules.stopByEmail(hash), rules.stopOfProfile(uid)]);
  if (counted.some(({ left }) => left < 0)) return fail(tooMany(counted));
  return inSameTime(deps, () => stopAll(deps, uid, email));
}

async function stopAll(deps: Deps, uid: string, email: string): Promise<Result<null>> {
  const found = await monthliesOfAddress(deps, uid, email, 'running');
  if (!found.ok) return found;
  // What Stripe does not answer is noted, and the next look repeats it.
  for (const monthly of found.value) await stopMonthly(deps, monthly, 'fan');
  return ok(null);
}
