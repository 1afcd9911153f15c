import * as v from 'valibot';
import { claimableHandle } from '../../core/profile/handle';
import { parseWith } from '../../core/base/parse';
import { ok } from '../../core/base/result';
import { publishRequest } from '../../core/api/tip-api';
import type { Deps } from '../deps';
import { checkHandle } from './check-handle';
import { publish } from './publish';
import { clientAddress } from '../http/client-address';
import { ownerOf } from '../http/owner';
import { ownerCallWith } from '../http/owner-route';
import { answer, refuse } from '../http/respond';
import type { Route } from '../http/routes';

const handlePath = v.object({ handle: claimableHandle });

/** `POST /v1/me/publish` and `GET /v1/handles/{handle}`. */
export function ownerRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
  return [
    {
      path: '/v1/me/publish',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', publishRequest, (owner, request, c) =>
          publish(deps, owner, request, {
            origin: null,
            address: clientAddress(c, config.clientAddress),
          }),
        ),
      },
    },
    {
      path: '/v1/handles/:handle',
      cors: 'own',
      on: {
        GET: async (c) => {
          const asked = parseWith(handlePath, { handle: c.req.param('handle') });
          if (!asked.ok) return refuse(c, config, asked.problem);
          // Anybody may ask. A signed-in owner also learns that a handle is their own.
          const owner = await ownerOf(c, deps, 'signed-in');
          const uid = owner.ok ? owner.value.uid : null;
          return answer(c, config, ok(await checkHandle(deps, asked.value.handle, uid)));
        },
      },
    },
  ];
}
