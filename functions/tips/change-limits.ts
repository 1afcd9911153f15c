import { fail, ok, type Result } from '../../core/base/result';
import { tooMany } from './create/admit-tip';
import { knownAddress, type Caller } from '../limits/caller';
import type { Deps } from '../deps';
import { tipRules } from './tip-rate-limits';

/**
 * Counts a fan's changes to an existing tip, by tip and by address. It is called only before a write or a call to Stripe: a repeated request that
 * changes nothing is answered without it.
 */
export async function mayChangeTip(
  deps: Pick<Deps, 'config' | 'limits' | 'clock'>,
  tipId: string,
  caller: Caller,
): Promise<Result<null>> {
  const rules = tipRules(deps.config);
  const address = knownAddress(deps, caller);
  const byAddress = address === null ? [] : [rules.changeByAddress(address.hash)];
  const states = await deps.limits.count([rules.change(tipId), rules.changeByDay(tipId), ...byAddress]);
  return states.some(({ left }) => left < 0) ? fail(tooMany(states)) : ok(null);
}
