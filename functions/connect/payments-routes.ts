import { connectBody, type WaysAnswer } from '../../core/api/owner-api';
import type { Deps, Owner } from '../deps';
import { connectPayments, refreshPayments } from './connect-payments';
import { ownerCall, ownerCallWith } from '../http/owner-route';
import type { Route } from '../http/routes';
import { mayAskStripe, mayReadWays } from '../limits/owner-limits';
import { problem, type Problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { convertsIn } from '../../core/money/fan-money';
import { ownWayTypes, wayState, wayOf, type WayFacts } from '../../core/ways/ways';
import { stored } from '../store/stored';
import type { PaymentsFailure } from '../stripe/payments';
import { connectingProblem } from './connecting-problem';

/** An owner's Stripe account: start or continue onboarding, read its state. */
export function paymentsRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/payments/connect',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'current', connectBody, async (owner, body) => {
          const may = await mayAskStripe(deps, owner.uid);
          return may.ok ? connectPayments(deps, owner, body) : may;
        }),
      },
    },
    {
      path: '/v1/me/payments/refresh',
      cors: 'own',
      on: {
        POST: ownerCall(deps, 'signed-in', async (owner) => {
          const may = await mayAskStripe(deps, owner.uid);
          return may.ok ? refreshPayments(deps, owner) : may;
        }),
      },
    },
    {
      path: '/v1/me/ways',
      cors: 'own',
      on: { GET: ownerCall(deps, 'signed-in', (owner) => readOwnWays(deps, owner)) },
    },
  ];
}

const unknown: WayFacts = { capability: 'none', shown: null };

/** Reading is never refused for what the owner entered, as connecting is. */
function waysProblem(deps: Pick<Deps, 'log'>, failure: PaymentsFailure): Problem {
  if (failure.kind !== 'refused') return connectingProblem(deps, failure);
  deps.log.serviceUnavailable({ service: 'stripe', error: new Error(`Stripe refused: ${failure.code}`) });
  return problem('service-unavailable');
}

/** The ways to pay of an owner's account, as they are at Stripe now. Nothing of it is stored: Stripe decides at each payment. */
async function readOwnWays(deps: Deps, { uid }: Owner): Promise<Result<WaysAnswer>> {
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
