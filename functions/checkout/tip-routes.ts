import type { Context } from 'hono';
import {
  tipAmountRequest,
  tipByPaymentRequest,
  tipRequest,
  tipSessionRequest,
  tipTextsRequest,
} from '../../core/api/tip-api';
import { problem } from '../../core/base/problem';
import type { Deps } from '../deps';
import { changeAmount } from '../tips/change-amount';
import { changeTexts } from './change-texts';
import { knownAddress, type Caller, callerOf } from '../limits/caller';
import { MemoryLimit } from '../limits/memory-limit';
import { endByFan } from '../tips/end-by-fan';
import { createTip } from './create-tip';
import { createTipSession } from './create-tip-session';
import { readReceipt } from '../receipt/receipt';
import { readTipStatus } from '../tips/tip-status';
import { undoTip } from '../tips/refund/undo-tip';
import { bearer } from '../http/bearer';
import { readerOf } from '../http/preferred-language';
import { readJson } from '../http/read-body';
import { answer, refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { watchRoute } from '../tips/watch/watch-route';
import { tipByPayment } from '../tips/tip-by-payment';
import { openTipToken } from '../tips/tip-tokens';

/** Where a card says that it is. The list of Stripe's page is chosen with the tip. */
const cardPlaces = ['in-page', 'in-frame'] as const;

const tooManySessions = problem('too-many-requests', { figures: { retryAfterSeconds: 60 } });

/** The fan's API: a session, a tip, its amount, its status. */
export function tipRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
  const caller = (c: Context) => callerOf(c, config);
  const sessions = new MemoryLimit(60_000, 60 * config.limitFactor);
  const mayAsk = (who: Caller): boolean => {
    const known = knownAddress(deps, who);
    return known === null || sessions.take(known.hash, deps.clock.now());
  };
  const referenceOf = (c: Context) => openTipToken(config.secrets, bearer(c), c.req.param('tipId') ?? '');
  return [
    {
      path: '/v1/tip-sessions',
      cors: 'public',
      on: {
        POST: async (c) => {
          const request = await readJson(c, tipSessionRequest);
          if (!request.ok) return refuse(c, config, request.problem);
          const who = caller(c);
          if (!mayAsk(who)) return refuse(c, config, tooManySessions);
          const where = cardPlaces.find((place) => place === c.req.query('where')) ?? null;
          const language = c.req.query('language')?.slice(0, 35) ?? 'en';
          return answer(c, config, await createTipSession(deps, request.value, who, { where, language }));
        },
      },
    },
    {
      path: '/v1/tips',
      cors: 'public',
      on: {
        POST: async (c) => {
          const request = await readJson(c, tipRequest);
          if (!request.ok) return refuse(c, config, request.problem);
          return answer(c, config, await createTip(deps, request.value, caller(c)), 201);
        },
      },
    },
    {
      path: '/v1/tips/by-payment',
      cors: 'public',
      on: {
        POST: async (c) => {
          const request = await readJson(c, tipByPaymentRequest);
          if (!request.ok) return refuse(c, config, request.problem);
          return answer(c, config, await tipByPayment(deps, request.value, caller(c)));
        },
      },
    },
    {
      path: '/v1/tips/:tipId',
      cors: 'public',
      on: {
        GET: async (c) => answer(c, config, await readTipStatus(deps, referenceOf(c))),
        PATCH: async (c) => {
          const request = await readJson(c, tipTextsRequest);
          if (!request.ok) return refuse(c, config, request.problem);
          return answer(c, config, await changeTexts(deps, referenceOf(c), request.value, caller(c)));
        },
      },
    },
    {
      path: '/v1/tips/:tipId/receipt',
      cors: 'own',
      on: {
        GET: async (c) =>
          answer(c, config, await readReceipt(deps, referenceOf(c), (own) => readerOf(c, own))),
      },
    },
    watchRoute(deps),
    {
      path: '/v1/tips/:tipId/undo',
      cors: 'public',
      on: { POST: async (c) => answer(c, config, await undoTip(deps, referenceOf(c), caller(c))) },
    },
    {
      path: '/v1/tips/:tipId/end',
      cors: 'public',
      on: { POST: async (c) => answer(c, config, await endByFan(deps, referenceOf(c), caller(c))) },
    },
    {
      path: '/v1/tips/:tipId/amount',
      cors: 'public',
      on: {
        POST: async (c) => {
          const request = await readJson(c, tipAmountRequest);
          if (!request.ok) return refuse(c, config, request.problem);
          return answer(c, config, await changeAmount(deps, referenceOf(c), request.value, caller(c)));
        },
      },
    },
  ];
}
