import type { Context } from 'hono';
import {
  tipAmountRequest,
  tipByPaymentRequest,
  tipRequest,
  tipSessionRequest,
  tipTextsRequest,
  type TipStatus,
  type TipTextsRequest,
} from '../../core/fan-api/tip-api';
import { problem, fail, ok, type Result } from '../../core/base/result';
import { defaultPreferences } from '../../core/account/account-document';
import { paths } from '../../core/documents/documents';
import type { JobId } from '../../core/jobs/job-document';
import type { Monthly } from '../../core/monthly/monthly';
import { isNews } from '../../core/tip-state/tip-projection';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { bearer, readJson, readerOf, answer, refuse, type Route } from '../http/routes';
import { callerOf, knownAddress, type Caller } from '../limits/limit-rules';
import { MemoryLimit } from '../limits/limit-counter';
import { renameKeyOf, renamePlan } from '../monthly/jobs';
import { enqueueEvents } from '../outbox/relay';
import { runJob } from '../queue/job-work';
import { readReceipt } from '../receipt/receipt';
import { stored } from '../store/stored';
import type { TipReference } from '../stripe/payments';
import { changeAmount, mayChangeTip, endByFan } from '../open-tips/change-amount';
import { undoTip } from '../refunds/refund-tip';
import { tipByPayment } from '../open-tips/new-tip';
import { readTipStatus, tipStatusOf } from '../tips/sync-tip';
import { openTipToken } from '../tips/tip-access';
import { watchRoute } from '../reply-watch/fan-watch';
import { withTexts, writeMonthly, writeTip } from '../tips/write-tip';
import { createTip } from './create-tip';
import { createTipSession } from './create-tip-session';

interface Changed {
  readonly before: Tip;
  readonly after: Tip;
  /** The job that gives the new name to the other payments of a monthly tip. */
  readonly job: JobId | null;
}

const trigger = { cause: 'erase', eventId: null } as const;

/**
 * The fan edits or erases name and message, at any time. They are cleaned and moderated like the first time. A missing field stays unchanged. The name
 * of a monthly tip changes with it, and then in each of its payments.
 */
async function changeTexts(
  deps: Deps,
  reference: TipReference | undefined,
  wanted: TipTextsRequest,
  caller: Caller,
): Promise<Result<TipStatus>> {
  if (reference === undefined) return fail(problem('tip-not-found'));
  const { uid, tipId } = reference;
  const docs = [stored.tip(uid, tipId), stored.profile(uid), stored.preferences(uid)] as const;
  const [seen, profileSeen, preferences] = await deps.store.readVersioned(docs);
  const { keepTipsYears } = preferences.value ?? defaultPreferences;
  if (seen.value === undefined) return fail(problem('tip-not-found'));
  const after = withTexts(seen.value, profileSeen.value, wanted, keepTipsYears);
  if (!after.ok) return after;
  const { cycle } = seen.value;
  const monthlyDoc = cycle === undefined ? undefined : stored.monthly(uid, cycle.monthlyId);
  const monthlySeen = monthlyDoc && (await deps.store.read(monthlyDoc));
  if (!isNews(seen.value, after.value) && renamed(monthlySeen, wanted, after.value) === null)
    return ok(await tipStatusOf(deps, seen.value));
  const admitted = await mayChangeTip(deps, tipId, caller);
  if (!admitted.ok) return admitted;
  const changed = await deps.store.transaction(async (tx): Promise<Result<Changed>> => {
    const tip = await tx.read(docs[0]);
    if (tip === undefined) return fail(problem('tip-not-found'));
    const next = withTexts(tip, await tx.read(docs[1]), wanted, keepTipsYears);
    const monthly = monthlyDoc && (await tx.read(monthlyDoc));
    if (!next.ok) return next;
    // Erasing everything also removes the browsers that wait for an answer.
    const { name, message } = next.value.fan;
    if (name === null && message === null) tx.remove(paths.tipWatch(tipId));
    const now = deps.clock.now();
    const written = isNews(tip, next.value) ? writeTip(tx, tip, next.value, trigger, now) : tip;
    const other = renamed(monthly, wanted, next.value);
    if (other === null) return ok({ before: tip, after: written, job: null });
    writeMonthly(tx, monthly, other, trigger, now);
    const job = deps.jobs.wantIn(tx, 'rename-fan', renameKeyOf(other));
    return ok({ before: tip, after: written, job });
  });
  if (!changed.ok) return changed;
  const { before, after: written, job } = changed.value;
  // Words on a stream must go at once, not with the next sweep.
  await enqueueEvents(deps, before, written);
  // The fan's next page finds the new name everywhere. If the process ends before that, `tick` finds the job.
  if (job !== null) await runJob(deps, job, renamePlan);
  return ok(await tipStatusOf(deps, written));
}

/** The monthly tip with the fan's new name; null = it stays. The texts of its first payment may be erased already, so a name that nobody gave says nothing. */
function renamed(
  monthly: Monthly | undefined,
  wanted: TipTextsRequest,
  { fan: { name } }: Tip,
): Monthly | null {
  if (monthly === undefined || wanted.name === undefined || monthly.fan.name === name) return null;
  return { ...monthly, fan: { ...monthly.fan, name } };
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
