import * as v from 'valibot';
import { deviceId, sessionBody } from '../../core/api/owner-api';
import { problem } from '../../core/base/problem';
import { fail, ok } from '../../core/base/result';
import type { Deps } from '../deps';
import { ownerCall, ownerCallWith } from '../http/owner-route';
import type { Route } from '../http/routes';
import { removePushChannels } from '../outbox/channels/remove-channels';
import { endOverlayAddress } from '../outbox/overlay/make-overlay';
import { noteSession, removeSession, removeSessions } from './own-sessions';

/** The browsers in which an owner is signed in, and the end of all sign-ins. */
export function sessionRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/sessions',
      cors: 'own',
      on: {
        // A sign-in that was ended must not come back into the list while its token lasts.
        POST: ownerCallWith(deps, 'current', sessionBody, (owner, { device }, c) =>
          noteSession(deps, owner, device, c.req.header('user-agent')),
        ),
      },
    },
    {
      path: '/v1/me/sessions/:device',
      cors: 'own',
      on: {
        DELETE: ownerCall(deps, 'signed-in', async (owner, c) => {
          const device = v.safeParse(deviceId, c.req.param('device'));
          if (!device.success) return fail(problem('invalid-fields', { fields: { device: 'Send a UUID.' } }));
          return removeSession(deps, owner, device.output);
        }),
      },
    },
    {
      path: '/v1/me/sign-out',
      cors: 'own',
      on: {
        // Whoever holds a stolen session can do no more with it than end it.
        POST: ownerCall(deps, 'current', async ({ uid }) => {
          await deps.idTokens.endSessions(uid);
          await removeSessions(deps, uid);
          await removePushChannels(deps, uid);
          await endOverlayAddress(deps, uid);
          return ok({ signedOut: 'everywhere' });
        }),
      },
    },
  ];
}
