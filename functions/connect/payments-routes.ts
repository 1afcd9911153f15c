import { connectBody } from '../../core/api/owner-api';
import type { Deps } from '../deps';
import { connectPayments, refreshPayments } from './connect-payments';
import { readOwnWays } from './read-ways';
import { ownerCall, ownerCallWith } from '../http/owner-route';
import type { Route } from '../http/routes';
import { mayAskStripe } from '../limits/owner-limits';

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
