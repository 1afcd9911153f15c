import { fail, ok, type Result } from '../../core/base/result';
import { knownAddress, tooMany } from './create/admit-tip';
import type { Caller } from '../limits/caller';
import type { Deps } from '../deps';
import { tipRules } from './tip-limits';

/**
 * Counts what a fan does with a tip that is there, by the tip and by the fan's address. Called only where something is about to be
 * written or Stripe to be asked: a repeated request that changes nothing is answered without it.
 */
export async function mayChangeTip(
  deps: Pick<Deps, 'config' | 'limits' | 'clock'>,
  tipId: string,
  caller: Caller,
): Promise<Result<null>> {
  const rules = tipRules(deps.config);
  const address = knownAddress(deps, caller);
  const byAddress = address === null ? [] : [rules.changeByAddress(address.hash)];
  const states = await deps.limits.count([rules.change(tipId), ...byAddress]);
  return states.some(({ left }) => left < 0) ? fail(tooMany(states)) : ok(null);
}
