import type { Context } from 'hono';
import type * as v from 'valibot';
import { periodAmountRequest, portalRequest, stopRequest } from '../../core/api/monthly-api';
import type { Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { bearer, readJson, readerOf, answer, refuse, type Reader, type Route } from '../http/routes';
import { openTipToken } from '../tips/tip-tokens';
import {
  changeAmountByFan,
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
  const chosen = <T>(
    path: string,
    schema: v.GenericSchema<unknown, T>,
    work: (asked: Asking, request: T, reader: Reader) => Promise<Result<object>>,
  ): Route => ({
    path: `/v1/monthly/:monthlyId/${path}`,
    cors: 'own',
    on: {
      POST: async (c) => {
        const request = await readJson(c, schema);
        if (!request.ok) return refuse(c, config, request.problem);
        return answer(c, config, await work(asking(c), request.value, readerOf(c)));
      },
    },
  });
  return [
    {
      path: '/v1/monthly/:monthlyId',
      cors: 'own',
      on: { GET: async (c) => answer(c, config, await readMonthly(deps, asking(c))) },
    },
    chosen('stop', stopRequest, (asked, request) => stopByFan(deps, asked, request)),
    chosen('amount', periodAmountRequest, (asked, request, reader) =>
      changeAmountByFan(deps, asked, request, reader),
    ),
    chosen('portal', portalRequest, (asked, request) => portalByFan(deps, asked, request)),
    plain('keep', (asked) => keepByFan(deps, asked)),
    plain('withdraw', (asked) => withdrawByFan(deps, asked)),
    plain('confirm', (asked) => confirmByFan(deps, asked)),
  ];
}
