import type { Context } from 'hono';
import { endWatchBody, watchBody } from '../../../core/api/channel-api';
import type { Result } from '../../../core/base/result';
import type { Deps } from '../../deps';
import { bearer } from '../../http/bearer';
import { notCached } from '../../http/caching';
import { callerOf } from '../../limits/caller';
import { readJson } from '../../http/read-body';
import { refuse } from '../../http/respond';
import type { Route } from '../../http/routes';
import { openTipToken } from '../tip-tokens';
import { endWatch, watchTip } from './watch-tip';

/** `PUT`, `DELETE /v1/tips/{tipId}/watch` with the tip's token: the fan wants to be told once when the owner answers, or not any more. 204. */
export function watchRoute(deps: Deps): Route {
  const { config } = deps;
  const referenceOf = (c: Context) => openTipToken(config.secrets, bearer(c), c.req.param('tipId') ?? '');
  const caller = (c: Context) => callerOf(c, deps.config);
  const done = (c: Context, result: Result<null>): Response => {
    if (!result.ok) return refuse(c, config, result.problem);
    c.header('Cache-Control', notCached);
    return c.body(null, 204);
  };
  return {
    path: '/v1/tips/:tipId/watch',
    cors: 'own',
    on: {
      PUT: async (c) => {
        const request = await readJson(c, watchBody);
        if (!request.ok) return refuse(c, config, request.problem);
        return done(c, await watchTip(deps, referenceOf(c), request.value, caller(c)));
      },
      DELETE: async (c) => {
        const request = await readJson(c, endWatchBody);
        if (!request.ok) return refuse(c, config, request.problem);
        return done(c, await endWatch(deps, referenceOf(c), request.value, caller(c)));
      },
    },
  };
}
