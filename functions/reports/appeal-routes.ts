import { appealBody } from '../../core/api/moderation-api';
import type { Deps } from '../deps';
import { ownerCall, ownerCallWith } from '../http/owner-route';
import type { Route } from '../http/routes';
import { makeAppeal, readAppeal } from './make-appeal';

/** `GET` and `POST /v1/me/appeals`: the owner's objection to the restriction of the profile. */
export function appealRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/appeals',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', ({ uid }) => readAppeal(deps, uid)),
        POST: ownerCallWith(deps, 'signed-in', appealBody, ({ uid }, { text }) =>
          makeAppeal(deps, uid, text),
        ),
      },
    },
  ];
}
