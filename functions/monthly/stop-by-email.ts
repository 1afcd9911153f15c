import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { fingerprint } from '../http/signed-token';
import { logUnavailable } from '../http/log-stripe-failure';
import { stored } from '../store/stored';
import { tooMany } from '../tips/create/admit-tip';
import { tipRules } from '../tips/tip-rate-limits';
import { stopMonthly } from './stop-monthly';

/** Every answer takes at least this long, in milliseconds: its time must not tell whether somebody gives. */
const answerTakes = 2500;

/**
 * Stops every monthly tip of an owner's fan with this address at the end of its period. Known and unknown addresses get the same answer after the same
 * time. The address is in this call alone: it is neither stored nor logged.
 */
export async function stopByEmail(deps: Deps, uid: string, email: string): Promise<Result<null>> {
  const rules = tipRules(deps.config);
  // With the server's secret: nobody can try addresses on what is stored.
  const hash = fingerprint(deps.config.secrets, 'stop-email', `${uid} ${email}`);
  const counted = await deps.limits.count([rules.stopByEmail(hash), rules.stopOfProfile(uid)]);
  if (counted.some(({ left }) => left < 0)) return fail(tooMany(counted));
  const [stopped] = await Promise.all([stopAll(deps, uid, email), deps.pause(answerTakes)]);
  return stopped;
}

async function stopAll(deps: Deps, uid: string, email: string): Promise<Result<null>> {
  const payments = await deps.store.read(stored.payments(uid));
  const account = payments?.accountId ?? null;
  // Without an account of its own this would ask about the server's.
  if (payments === undefined || (account === null && deps.config.mode !== 'single')) return ok(null);
  const found = await deps.subscriptions.ofAddress(account, email);
  if (!found.ok) {
    if (found.problem.kind !== 'unavailable') return ok(null);
    logUnavailable(deps.log, found.problem);
    return fail(problem('service-unavailable'));
  }
  for (const { tipId } of found.value.filter((reference) => reference.uid === uid)) {
    const monthly = await deps.store.read(stored.monthly(uid, tipId));
    // What Stripe does not answer is noted, and the next look repeats it.
    if (monthly !== undefined) await stopMonthly(deps, monthly, 'fan');
  }
  return ok(null);
}
