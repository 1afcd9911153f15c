import type { Context } from 'hono';
import {
  tipAmountRequest,
  tipByPaymentRequest,
  tipRequest,
  tipSessionRequest,
  tipTextsRequest,
  type TipCreated,
} from '@busker/core/fan-api/tip-api';
import { ok, problem } from '@busker/core/base/result';
import type { Deps } from '../deps';
import { bearer, readJson, readerOf, answer, refuse, type Route } from '../http/routes';
import { callerOf, knownAddress, type Caller } from '../http/caller';
import { MemoryLimit } from '../limits/limit-counter';
import { changeTexts, readReceipt } from '../receipt/receipt';
import { changeAmount, endByFan } from '../open-tips/change-amount';
import { undoTip } from '../refunds/refund-tip';
import { tipByPayment } from '../open-tips/new-tip';
import { readTipStatus } from '../tips/sync-tip';
import { openTipToken, signTipView } from '../tips/tip-access';
import { watchMailRoutes, watchRoute } from '../reply-watch/fan-watch';
import { createTip } from './create-tip';
import { createTipSession } from './create-tip-session';

/**
 * With `?via=receipt` the URL to pay at is our own page, which leads to Stripe's: so the browser in which the fan pays gets the right to the receipt. No page
 * of another site can give it. The token is in the fragment, which no server sees.
 */
function beginning({ config }: Deps, made: TipCreated): TipCreated {
  const reference = 'url' in made ? openTipToken(config.secrets, made.tipToken, made.tipId) : undefined;
  if (reference === undefined) return made;
  const view = encodeURIComponent(signTipView(config.secrets, reference));
  return { ...made, url: `${config.publicOrigin}/t/${made.tipId}/go?cs=${view}#${made.tipToken}` };
}

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
          const made = await createTip(deps, request.value, caller(c), readerOf(c).language);
          const begins = c.req.query('via') === 'receipt';
          return answer(c, config, begins && made.ok ? ok(beginning(deps, made.value)) : made, 201);
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
    ...watchMailRoutes(deps),
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
