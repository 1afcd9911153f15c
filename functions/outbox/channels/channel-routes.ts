import type { Context } from 'hono';
import {
  changeChannelBody,
  newChannelBody,
  quietBody,
  replayBody,
  verifyChannelBody,
} from '../../../core/api/channel-api';
import { readDocumentId, type DocumentId } from '../../../core/base/text';
import { problem } from '../../../core/base/problem';
import type { ProblemCode } from '../../../core/base/problem-codes';
import { fail, ok, type Result } from '../../../core/base/result';
import type { Deps } from '../../deps';
import { callerOf } from '../../limits/caller';
import { ownerCall, ownerCallWith } from '../../http/owner-route';
import { readerOf } from '../../http/preferred-language';
import type { Route } from '../../http/routes';
import { addChannel } from './add-channel';
import { changeSettings, keepQuiet, removeChannel } from './change-settings';
import { sendCode, testChannel } from './message-channel';
import { channelsOf } from './own-channels';
import { renewSecret } from './renew-secret';
import { replayEvents } from './replay-events';
import { resendDelivery } from './resend-delivery';
import { shownChannels } from './shown-channel';
import { verifyChannel } from './verify-channel';

/** The document in the URL; an invalid id is not found. */
function at(
  c: Context,
  missing: ProblemCode,
  act: (id: DocumentId) => Promise<Result<object>>,
): Promise<Result<object>> {
  const id = readDocumentId(c.req.param('id'));
  return id === undefined ? Promise.resolve(fail(problem(missing))) : act(id);
}

const atChannel = (c: Context, act: (channelId: DocumentId) => Promise<Result<object>>) =>
  at(c, 'channel-not-found', act);

const all = '/v1/me/channels';

/** The owner's notification channels: what adds one, or sends what it knows to an address, needs a recent sign-in. */
export function channelRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: all,
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', async ({ uid }) =>
          ok(shownChannels(deps, await channelsOf(deps, uid))),
        ),
        POST: ownerCallWith(
          deps,
          'fresh',
          newChannelBody,
          (owner, body, c) =>
            addChannel(deps, owner, body, {
              userAgent: c.req.header('user-agent'),
              language: readerOf(c).language,
              caller: callerOf(c, deps.config),
            }),
          201,
        ),
      },
    },
    {
      path: `${all}/:id`,
      cors: 'own',
      on: {
        PATCH: ownerCallWith(deps, 'signed-in', changeChannelBody, ({ uid }, body, c) =>
          atChannel(c, (id) => changeSettings(deps, uid, id, body)),
        ),
        DELETE: ownerCall(deps, 'signed-in', ({ uid }, c) =>
          atChannel(c, (id) => removeChannel(deps, uid, id)),
        ),
      },
    },
    {
      path: `${all}/:id/code`,
      cors: 'own',
      on: {
        POST: ownerCall(deps, 'signed-in', (owner, c) =>
          atChannel(c, (id) => sendCode(deps, owner, id, callerOf(c, deps.config))),
        ),
      },
    },
    {
      path: `${all}/:id/verify`,
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', verifyChannelBody, ({ uid }, { code }, c) =>
          atChannel(c, (id) => verifyChannel(deps, uid, id, code)),
        ),
      },
    },
    {
      path: `${all}/:id/test`,
      cors: 'own',
      on: {
        POST: ownerCall(deps, 'signed-in', ({ uid }, c) => atChannel(c, (id) => testChannel(deps, uid, id))),
      },
    },
    {
      path: `${all}/:id/secret`,
      cors: 'own',
      on: {
        POST: ownerCall(deps, 'fresh', ({ uid }, c) => atChannel(c, (id) => renewSecret(deps, uid, id))),
      },
    },
    {
      path: `${all}/:id/replay`,
      cors: 'own',
      on: {
        POST: ownerCallWith(
          deps,
          'fresh',
          replayBody,
          ({ uid }, body, c) => atChannel(c, (id) => replayEvents(deps, uid, id, body)),
          202,
        ),
      },
    },
    {
      path: '/v1/me/deliveries/:id/resend',
      cors: 'own',
      on: {
        POST: ownerCall(
          deps,
          'signed-in',
          ({ uid }, c) => at(c, 'delivery-not-found', (id) => resendDelivery(deps, uid, id)),
          202,
        ),
      },
    },
    {
      path: '/v1/me/quiet',
      cors: 'own',
      on: {
        PUT: ownerCallWith(deps, 'signed-in', quietBody, ({ uid }, body) => keepQuiet(deps, uid, body)),
      },
    },
  ];
}
