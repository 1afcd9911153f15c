import { stopRequest, stopAllBody } from '../../core/api/monthly-api';
import type { Deps } from '../deps';
import { ownerCallWith } from '../http/owner-route';
import type { Route } from '../http/routes';
import { stopAll } from './stop-all';
import { stopByOwner } from './stop-by-owner';

/** An owner's actions on the monthly tips that fans give: end one of them, or all. */
export function ownerMonthlyRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/monthly/:monthlyId/stop',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', stopRequest, (owner, body, c) =>
          stopByOwner(deps, owner, c.req.param('monthlyId'), body),
        ),
      },
    },
    {
      path: '/v1/me/monthly/stop-all',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'fresh', stopAllBody, (owner, body) => stopAll(deps, owner, body), 202),
      },
    },
  ];
}
