import type { Context } from 'hono';
import { endWatchBody, watchBody, type EndWatchBody, type WatchBody } from '../../../core/api/channel-api';
import { languageOf } from '../../../core/base/language-tags';
import { problem, fail, ok, type Result } from '../../../core/base/result';
import { paths } from '../../../core/documents/documents';
import { mostWatching, watchLifetime } from '../../../core/documents/tip-document';
import { mayWatch } from '../../../core/tip/tip-text';
import type { Deps } from '../../deps';
import { bearer, readJson, notCached, refuse, type Route } from '../../http/routes';
import { originsOf } from '../../safe-fetch/safe-fetch';
import { callerOf, type Caller } from '../../limits/owner-limits';
import { parsePushSubscription } from '../../outbox/push/push-config';
import { stored } from '../../store/stored';
import type { TipReference } from '../../stripe/payments';
import { mayChangeTip } from '../change-amount';
import { openTipToken } from '../tip-tokens';

/** The fan wants one message in this browser when the owner answers. A third browser replaces the first one. */
async function watchTip(
  deps: Pick<Deps, 'store' | 'clock' | 'config' | 'limits'>,
  reference: TipReference | undefined,
  { subscription, lang }: WatchBody,
  caller: Caller,
): Promise<Result<null>> {
  const { store, clock, config } = deps;
  if (reference === undefined) return fail(problem('tip-not-found'));
  if (config.push === null) return fail(problem('channel-not-offered'));
  const { publicKey: vapidKey } = config.push;
  const keys = parsePushSubscription(subscription, originsOf(config.webhookAllow));
  if (!keys.ok) return keys;
  const { uid, tipId } = reference;
  const admitted = await mayChangeTip(deps, tipId, caller);
  if (!admitted.ok) return admitted;
  return store.transaction(async (tx): Promise<Result<null>> => {
    const tip = await tx.read(stored.tip(uid, tipId));
    const watch = await tx.read(stored.tipWatch(tipId));
    if (tip === undefined) return fail(problem('tip-not-found'));
    if (!mayWatch(tip)) return fail(problem('reply-not-possible'));
    const others = watch?.subscriptions.filter(({ endpoint }) => endpoint !== keys.value.endpoint) ?? [];
    const added = { ...keys.value, vapidKey, lang: languageOf(lang) };
    tx.write(stored.tipWatch(tipId), {
      v: 1,
      uid,
      subscriptions: [...others, added].slice(-mostWatching),
      dueAt: watch?.dueAt ?? null,
      attempt: watch?.attempt ?? 0,
      expiresAt: clock.now() + watchLifetime,
    });
    return ok(null);
  });
}

/** The fan does not want the message any more. An unknown subscription is no error. */
async function endWatch(
  deps: Pick<Deps, 'store' | 'clock' | 'config' | 'limits'>,
  reference: TipReference | undefined,
  { endpoint }: EndWatchBody,
  caller: Caller,
): Promise<Result<null>> {
  if (reference === undefined) return fail(problem('tip-not-found'));
  const { tipId } = reference;
  const admitted = await mayChangeTip(deps, tipId, caller);
  if (!admitted.ok) return admitted;
  await deps.store.transaction(async (tx) => {
    const watch = await tx.read(stored.tipWatch(tipId));
    if (watch === undefined) return;
    const left = watch.subscriptions.filter((each) => each.endpoint !== endpoint);
    if (left.length === 0) tx.remove(paths.tipWatch(tipId));
    else tx.write(stored.tipWatch(tipId), { ...watch, subscriptions: left });
  });
  return ok(null);
}

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
