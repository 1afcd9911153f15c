import type { Context } from 'hono';
import { portalRequest, stopRequest } from '../../core/api/monthly-api';
import type { Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { bearer } from '../http/bearer';
import { readJson } from '../http/read-body';
import { answer, refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { openTipToken } from '../tips/tip-tokens';
import {
  confirmByFan,
  keepByFan,
  portalByFan,
  readMonthly,
  stopByFan,
  withdrawByFan,
} from './manage-monthly';

type Asking = Parameters<typeof readMonthly>[1];

/** The fan's API of a monthly tip, for the manage page. The token of its first tip is the key. */
export function monthlyRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
  const asking = (c: Context) => openTipToken(config.secrets, bearer(c), c.req.param('monthlyId') ?? '');
  /** A call without a choice has no body. */
  const plain = (path: string, work: (asked: Asking) => Promise<Result<object>>): Route => ({
    path: `/v1/monthly/:monthlyId/${path}`,
    cors: 'own',
    on: {
      POST: async (c) => answer(c, config, await work(asking(c))),
    },
  });
  return [
    {
      path: '/v1/monthly/:monthlyId',
      cors: 'own',
      on: { GET: async (c) => answer(c, config, await readMonthly(deps, asking(c))) },
    },
    {
      path: '/v1/monthly/:monthlyId/stop',
      cors: 'own',
      on: {
        POST: async (c) => {
          const request = await readJson(c, stopRequest);
          if (!request.ok) return refuse(c, config, request.problem);
          return answer(c, config, await stopByFan(deps, asking(c), request.value));
        },
      },
    },
    {
      path: '/v1/monthly/:monthlyId/portal',
      cors: 'own',
      on: {
        POST: async (c) => {
          const request = await readJson(c, portalRequest);
          if (!request.ok) return refuse(c, config, request.problem);
          return answer(c, config, await portalByFan(deps, asking(c), request.value));
        },
      },
    },
    plain('keep', (asked) => keepByFan(deps, asked)),
    plain('withdraw', (asked) => withdrawByFan(deps, asked)),
    plain('confirm', (asked) => confirmByFan(deps, asked)),
  ];
}
