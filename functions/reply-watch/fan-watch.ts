import type { Context } from 'hono';
import {
  endWatchBody,
  watchBody,
  type EndWatchBody,
  type WatchBody,
} from '../../core/dashboard-api/channel-api';
import { languageOf } from '../../core/locale/language-tags';
import { fail, ok, problem, type Result } from '../../core/base/result';
import { paths } from '../../core/documents/documents';
import {
  mostWatching,
  watchLifetime,
  type TipWatch,
  type WatchSubscription,
} from '../../core/money-documents/tip-document';
import { restrictionOf, rightsIn } from '../../core/moderation/standing';
import type { Tip } from '../../core/tip/tip';
import { mayWatch } from '../../core/tip/tip-text';
import type { Deps } from '../deps';
import { bearer, notCached, readJson, refuse, type Route } from '../http/routes';
import { callerOf, type Caller } from '../limits/limit-rules';
import { receiptTexts } from '../messages/page-texts';
import { mayChangeTip } from '../open-tips/change-amount';
import type { Sending } from '../senders/channel-sender';
import { parsePushSubscription } from '../push/push-config';
import { originsOf } from '../safe-fetch/safe-fetch';
import { stored, type Transaction } from '../store/store';
import type { TipReference } from '../stripe/payments';
import { openTipToken, signTipView } from '../tips/tip-access';
import type { WatchPush } from './watch-push';

export type WatchDeps = Pick<Deps, 'store' | 'clock' | 'config' | 'outboxQueue' | 'watchPush'>;

/** Milliseconds after which a try counts as lost with its process. */
const claimMs = 90_000;
/** Milliseconds until the next try, by the tries before it. After the last one the watch is removed. */
const waits = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000] as const;
const mostTries = waits.length + 1;

interface Claimed {
  readonly watch: TipWatch;
  readonly tip: Tip;
  /** The owner's public name. */
  readonly owner: string;
}

/**
 * Sends the one message of each subscription of a tip, if it is due, and removes the watch with the last of them. A message is sent twice only when the
 * process ends between sending and storing that.
 */
export async function notifyWatcher(deps: WatchDeps, tipId: string): Promise<void> {
  const { watchPush } = deps;
  const claimed = await claim(deps, tipId);
  if (claimed === null) return;
  const { subscriptions } = claimed.watch;
  const sent = await Promise.all(
    subscriptions.map(async (to) => ({ to, sending: await tell(deps, watchPush, to, claimed) })),
  );
  await keepUnsent(deps, tipId, claimed.watch.attempt, sent);
}

/** Counts a try and returns what to send; null = nothing is due. */
function claim({ store, clock }: WatchDeps, tipId: string): Promise<Claimed | null> {
  return store.transaction(async (tx) => {
    const now = clock.now();
    const watch = await tx.read(stored.tipWatch(tipId));
    if (watch?.dueAt == null || watch.dueAt > now) return null;
    const { uid } = watch;
    const tip = await tx.read(stored.tip(uid, tipId));
    const answer = tip === undefined ? 'gone' : await answerOf(tx, tip, now);
    if (tip === undefined || answer === 'gone' || watch.expiresAt <= now || watch.attempt >= mostTries) {
      tx.remove(paths.tipWatch(tipId));
      return null;
    }
    if (answer === 'none') {
      tx.write(stored.tipWatch(tipId), { ...watch, dueAt: null, attempt: 0 });
      return null;
    }
    const next = { ...watch, dueAt: now + claimMs, attempt: watch.attempt + 1 };
    tx.write(stored.tipWatch(tipId), next);
    return { watch: next, tip, owner: answer.owner };
  });
}

/** `none`: the owner has removed the answer, or the host does not show it. The fan waits for the next one. */
async function answerOf(
  tx: Pick<Transaction, 'read'>,
  { ownerUid, handle, reply }: Tip,
  now: number,
): Promise<'none' | { readonly owner: string }> {
  if (reply === null) return 'none';
  const restriction = restrictionOf(await tx.read(stored.standing(ownerUid)), now);
  if (!rightsIn(restriction).shown) return 'none';
  const profile = await tx.read(stored.profile(ownerUid));
  return { owner: profile?.name ?? `@${handle}` };
}

/** The address shows the answer without the token of the tip, which only the fan has. */
async function tell(
  { config }: WatchDeps,
  watchPush: WatchPush | null,
  to: WatchSubscription,
  { watch: { uid }, tip: { tipId }, owner }: Claimed,
): Promise<Sending['kind']> {
  // The host has switched push off.
  if (watchPush === null) return 'ended';
  const texts = receiptTexts(to.lang);
  const view = encodeURIComponent(signTipView(config.secrets, { uid, tipId }));
  const sending = await watchPush.send(to, {
    tipId,
    title: texts.reply({ owner }),
    body: texts.watch.read,
    navigate: `${config.publicOrigin}/t/${tipId}?cs=${view}`,
    language: to.lang,
  });
  return sending.kind;
}

interface Sent {
  readonly to: WatchSubscription;
  readonly sending: Sending['kind'];
}

async function keepUnsent(
  { store, clock, outboxQueue }: WatchDeps,
  tipId: string,
  attempt: number,
  sent: readonly Sent[],
): Promise<void> {
  const done = new Set(sent.filter(({ sending }) => sending !== 'again').map(({ to }) => to.endpoint));
  const next = await store.transaction(async (tx) => {
    const watch = await tx.read(stored.tipWatch(tipId));
    if (watch === undefined) return null;
    const subscriptions = watch.subscriptions.filter(({ endpoint }) => !done.has(endpoint));
    const wait = waits[attempt - 1];
    if (subscriptions.length === 0 || wait === undefined) {
      tx.remove(paths.tipWatch(tipId));
      return null;
    }
    const dueAt = clock.now() + wait;
    tx.write(stored.tipWatch(tipId), { ...watch, subscriptions, dueAt });
    return dueAt;
  });
  if (next !== null) await outboxQueue.enqueue({ kind: 'watch', tipId }, next);
}

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

/** `PUT`, `DELETE /v1/tips/{tipId}/watch` with the tip's token: starts or stops one notification of the owner's answer. 204. */
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
