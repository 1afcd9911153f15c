import type { WaysAnswer } from '../../core/api/owner-api';
import { problem, type Problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { convertsIn } from '../../core/money/fan-money';
import { ownWayTypes, wayState, wayOf, type WayFacts } from '../../core/ways/ways';
import type { Deps, Owner } from '../deps';
import { mayReadWays } from '../limits/owner-limits';
import { stored } from '../store/stored';
import type { PaymentsFailure } from '../stripe/payments';
import { connectingProblem } from './connecting-problem';

const unknown: WayFacts = { capability: 'none', shown: null };

/** Reading is never refused for what the owner entered, as connecting is. */
function waysProblem(deps: Pick<Deps, 'log'>, failure: PaymentsFailure): Problem {
  if (failure.kind !== 'refused') return connectingProblem(deps, failure);
  deps.log.serviceUnavailable({ service: 'stripe', error: new Error(`Stripe refused: ${failure.code}`) });
  return problem('service-unavailable');
}

/** The ways to pay of an owner's account, as they are at Stripe now. Nothing of it is stored: Stripe decides at each payment. */
export async function readOwnWays(deps: Deps, { uid }: Owner): Promise<Result<WaysAnswer>> {
  const payments = await deps.store.read(stored.payments(uid));
  const isMissing = payments?.accountId === null && deps.config.mode !== 'single';
  if (payments === undefined || isMissing || payments.disconnectedAt !== null)
    return fail(problem('payments-not-ready'));
  const allowed = await mayReadWays(deps, uid);
  if (!allowed.ok) return allowed;
  const read = await deps.accounts.readWays(payments.accountId);
  if (!read.ok) return fail(waysProblem(deps, read.problem));
  // What fans meet is what is published, not the draft.
  const published = await deps.store.read(stored.profile(uid));
  const fanCurrency = published?.tips.fanCurrency === true && convertsIn(payments.country);
  return ok({
    ways: ownWayTypes.map((type) => ({
      type,
      state: wayState(payments.currency, wayOf(type) ?? null, read.value.get(type) ?? unknown, fanCurrency),
    })),
  });
}
