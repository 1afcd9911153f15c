import { changeOverlayBody, overlayLiveBody, overlayTestBody } from '../../../core/api/channel-api';
import { ok } from '../../../core/base/result';
import type { Deps } from '../../deps';
import { ownerCall, ownerCallWith } from '../../http/owner-route';
import { readerOf } from '../../http/preferred-language';
import type { Route } from '../../http/routes';
import { changeOverlay, controlOverlay } from './change-overlay';
import { makeOverlay, renewOverlayKey } from './make-overlay';
import { noOverlay } from './own-overlay';
import { removeOverlay } from './remove-overlay';
import { readOverlay } from './shown-overlay';
import { testOverlay } from './test-overlay';

const overlay = '/v1/me/overlay';

/** The owner's overlay for streams and big screens. What makes an address that shows tips needs a recent sign-in. */
export function overlayRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: overlay,
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', async ({ uid }) => ok(await readOverlay(deps, uid))),
        POST: ownerCall(deps, 'fresh', (owner, c) => makeOverlay(deps, owner, readerOf(c).language), 201),
        PATCH: ownerCallWith(deps, 'signed-in', changeOverlayBody, ({ uid }, body) =>
          changeOverlay(deps, uid, body),
        ),
        DELETE: ownerCall(deps, 'signed-in', async ({ uid }) =>
          (await removeOverlay(deps, uid)) ? ok({ overlay: null }) : noOverlay(),
        ),
      },
    },
    {
      path: `${overlay}/key`,
      cors: 'own',
      on: { POST: ownerCall(deps, 'fresh', ({ uid }) => renewOverlayKey(deps, uid)) },
    },
    {
      path: `${overlay}/live`,
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', overlayLiveBody, ({ uid }, body) =>
          controlOverlay(deps, uid, body),
        ),
      },
    },
    {
      path: `${overlay}/test`,
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', overlayTestBody, ({ uid }, { test }) =>
          testOverlay(deps, uid, test),
        ),
      },
    },
  ];
}
