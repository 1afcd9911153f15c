import { recoveryBody } from '../../../core/api/owner-api';
import type { Deps } from '../../deps';
import { ownerCall } from '../../http/owner-route';
import { clientAddress } from '../../http/client-address';
import { readJson } from '../../http/read-body';
import { answer, refuse } from '../../http/respond';
import type { Route } from '../../http/routes';
import { countCodes, renewCodes } from './own-codes';
import { recover } from './recover';

/** The owner's recovery codes, and their use in a sign-in that waits for its second step. */
export function recoveryRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/recovery-codes',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'current', (owner) => countCodes(deps, owner)),
        POST: ownerCall(deps, 'fresh', (owner) => renewCodes(deps, owner)),
      },
    },
    {
      path: '/v1/recovery',
      cors: 'own',
      on: {
        POST: async (c) => {
          const body = await readJson(c, recoveryBody);
          if (!body.ok) return refuse(c, deps.config, body.problem);
          const address = clientAddress(c, deps.config.clientAddress);
          return answer(c, deps.config, await recover(deps, body.value, { origin: null, address }));
        },
      },
    },
  ];
}
