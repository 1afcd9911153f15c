import { domainBody } from '@busker/core/domains/domain-api';
import { ok } from '@busker/core/base/result';
import type { Deps } from '../deps';
import { ownerCall, ownerCallWith, type Route } from '../http/routes';
import { mayChangeDomain, mayCheckDomain } from '../limits/limit-rules';
import { checkDomain, domainOf, giveBackDomain, wantDomain } from './follow-domain';

/** `GET`, `PUT` and `DELETE /v1/me/domain`, and `POST /v1/me/domain/check`: the domain of the owner's page. */
export function domainRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/domain',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', async ({ uid }) => ok(await domainOf(deps, uid))),
        PUT: ownerCallWith(deps, 'current', domainBody, async (owner, { domain }) => {
          const wanted = await wantDomain(deps, owner, domain);
          return wanted.ok ? ok(await domainOf(deps, owner.uid)) : wanted;
        }),
        DELETE: ownerCall(deps, 'current', async (owner) => {
          const allowed = await mayChangeDomain(deps, owner.uid);
          if (!allowed.ok) return allowed;
          const gone = await giveBackDomain(deps, owner);
          return gone.ok ? ok(await domainOf(deps, owner.uid)) : gone;
        }),
      },
    },
    {
      path: '/v1/me/domain/check',
      cors: 'own',
      on: {
        POST: ownerCall(deps, 'signed-in', async ({ uid }) => {
          const allowed = await mayCheckDomain(deps, uid);
          if (!allowed.ok) return allowed;
          await checkDomain(deps, uid);
          return ok(await domainOf(deps, uid));
        }),
      },
    },
  ];
}
