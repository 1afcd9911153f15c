import type { WaysAnswer } from '../../core/api/ways-api';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { ownWayTypes, wayState, type WayFacts } from '../../core/ways/way-state';
import { wayOf } from '../../core/ways/ways';
import type { Deps, Owner } from '../deps';
import { mayReadWays } from '../limits/owner-limits';
import { stored } from '../store/stored';
import { connectingProblem } from './connecting-problem';

const unknown: WayFacts = { capability: 'none', shown: null };

/** The ways to pay of an owner's account, as they are at Stripe now. Nothing of it is stored: Stripe decides at each payment. */
export async function readOwnWays(deps: Deps, { uid }: Owner): Promise<Result<WaysAnswer>> {
  const payments = await deps.store.read(stored.payments(uid));
  const isMissing = payments?.accountId === null && deps.config.mode !== 'single';
  if (payments === undefined || isMissing || payments.disconnectedAt !== null)
    return fail(problem('payments-not-ready'));
  const allowed = await mayReadWays(deps, uid);
  if (!allowed.ok) return allowed;
  const read = await deps.accounts.readWays(payments.accountId);
  if (!read.ok) return fail(connectingProblem(deps, read.problem));
  return ok({
    ways: ownWayTypes.map((type) => ({
      type,
      state: wayState(payments.currency, wayOf(type) ?? null, read.value.get(type) ?? unknown),
    })),
  });
}
