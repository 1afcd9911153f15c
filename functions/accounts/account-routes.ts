import { deleteBody } from '../../core/api/owner-api';
import type { Deps } from '../deps';
import { bearer } from '../http/bearer';
import { ownerCall, ownerOf } from '../http/owner-route';
import { readJson } from '../http/read-body';
import { answer, refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { deletionState } from './deletion-ticket';
import { startDeletion } from './start-deletion';
import { tellMethods } from './tell-methods';

/** What the owner learns about new sign-in methods, the deletion of the account, and how far it is. */
export function accountRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/sign-in-methods',
      cors: 'own',
      on: { POST: ownerCall(deps, 'signed-in', (owner) => tellMethods(deps, owner)) },
    },
    {
      path: '/v1/me/delete',
      cors: 'own',
      on: {
        POST: async (c) => {
          const owner = await ownerOf(c, deps, 'to-delete');
          if (!owner.ok) return refuse(c, deps.config, owner.problem);
          const body = await readJson(c, deleteBody);
          if (!body.ok) return refuse(c, deps.config, body.problem);
          const started = await startDeletion(deps, owner.value, body.value);
          return answer(c, deps.config, started, started.ok && !started.value.deleted ? 202 : 200);
        },
      },
    },
    {
      path: '/v1/deletion',
      cors: 'own',
      on: { GET: async (c) => answer(c, deps.config, await deletionState(deps, bearer(c))) },
    },
  ];
}
