/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import * as v from 'valibot';
import {
  endWatchBody,
  watchBody,
  watchMailBody,
  type EndWatchBody,
  type WatchBody,
  type WatchMailBody,
} from '@busker/core/dashboard-api/channel-api';
import {
  directionOf,
  isolated,
  languageOf,
  shippedLanguages,
  type ShippedLanguage,
} from '@busker/core/locale/language-tags';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import {
  mostMailed,
  mostWatching,
  watchLifetime,
  type TipWatch,
  type WatchSubscription,
} from '@busker/core/money-documents/tip-document';
import { addressInLetters } from '@busker/core/domains/own-domain';
import { restrictionOf, rightsIn } from '@busker/core/moderation/standing';
import { pageAddress } from '@busker/core/profile/profile';
import type { Tip } from '@busker/core/tip/tip';
import { isPlainName, mayWatch } from '@busker/core/tip/tip-text';
import { receiptTexts } from '@busker/core/messages/core-texts';
import type { Deps } from '../deps';
import { bearer, notCached, readerOf, readForm, readJson, refuse, type Route } from '../http/routes';
import { callerOf, type Caller } from '../http/caller';
import { may } from '../limits/limit-rules';
import { letter } from '../mail/post-mail';
import { mailOfTheDay, mailWait } from '../mail-channel/mail-sender';
import { answerPage, noIndex } from '../pages/page';
import { mayChangeTip } from '../open-tips/change-amount';
import type { Sending } from '../senders/channel-sender';
import { parsePushSubscription } from '../push/push-config';
import { originsOf } from '../safe-fetch/safe-fetch';
import { fingerprint, openSealedText, openToken, sealText, signToken } from '../signed-token';
import { stored, type Transaction } from '../store/store';
import type { TipReference } from '../stripe/payments';
import { openTipToken, signTipView } from '../tips/tip-access';
import type { WatchPush } from './watch-push';

export type WatchDeps = Pick<
  Deps,
  'store' | 'clock' | 'config' | 'outboxQueue' | 'watchPush' | 'ids' | 'limits' | 'log'
>;

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
  const post = await postOfToday(deps, tipId);
  const claimed = await claim(deps, tipId, post);
  if (claimed === null) return;
  const { subscriptions } = claimed.watch;
  const sent = await Promise.all(
    subscriptions.map(async (to) => ({ to, sending: await tell(deps, watchPush, to, claimed) })),
  );
  await keepUnsent(deps, tipId, claimed.watch.attempt, sent, post.waitMs);
}

interface Post {
  /** How many of the mails of a watch may be sent now. */
  readonly mails: number;
  /** Milliseconds until the others; null = all may be sent. */
  readonly waitMs: number | null;
}

/** Counts the mails of a watch that is due among those of this host's day. */
async function postOfToday(deps: WatchDeps, tipId: string): Promise<Post> {
  const watch = await deps.store.read(stored.tipWatch(tipId));
  const isDue = watch?.dueAt != null && watch.dueAt <= deps.clock.now();
  const most = isDue ? watch.mails.length : 0;
  for (let mails = 0; mails < most; mails += 1) {
    const waitMs = await mailWait(deps, { kind: 'mail' });
    if (waitMs !== null) return { mails, waitMs };
  }
  return { mails: most, waitMs: null };
}

/** Counts a try and returns what to send; null = nothing is due. The mails are written with it: a letter is sent by its own queue, and no second one is written. */
async function claim(deps: WatchDeps, tipId: string, post: Post): Promise<Claimed | null> {
  const { store, clock, outboxQueue } = deps;
  let later: number | null = null;
  const claimed = await store.transaction(async (tx) => {
    later = null;
    const now = clock.now();
    const watch = await tx.read(stored.tipWatch(tipId));
    if (watch?.dueAt == null || watch.dueAt > now) return null;
    const { uid } = watch;
    const tip = await tx.read(stored.tip(uid, tipId));
    const answer = tip === undefined ? 'gone' : await answerOf(tx, deps.config, tip, now);
    if (tip === undefined || answer === 'gone' || watch.expiresAt <= now || watch.attempt >= mostTries) {
      tx.remove(paths.tipWatch(tipId));
      return null;
    }
    if (answer === 'none') {
      tx.write(stored.tipWatch(tipId), { ...watch, dueAt: null, attempt: 0 });
      return null;
    }
    for (const mail of watch.mails.slice(0, post.mails))
      answerMail(deps, watch, mail, tip, answer)?.write(tx);
    const mails = watch.mails.slice(post.mails);
    const next = { ...watch, mails, dueAt: now + claimMs, attempt: watch.attempt + 1 };
    if (next.subscriptions.length > 0) {
      tx.write(stored.tipWatch(tipId), next);
      return { watch: next, tip, owner: answer.owner };
    }
    if (mails.length === 0) tx.remove(paths.tipWatch(tipId));
    else {
      later = now + (post.waitMs ?? 0);
      tx.write(stored.tipWatch(tipId), { ...watch, mails, dueAt: later });
    }
    return null;
  });
  if (later !== null) await outboxQueue.enqueue({ kind: 'watch', tipId }, later);
  return claimed;
}

/** Who answers. `page`: where their name is an address, the mail names their page in its place. */
interface Answering {
  readonly owner: string;
  readonly page: string;
}

/** `none`: the owner has removed the answer, or the host does not show it. The fan waits for the next one. */
async function answerOf(
  tx: Pick<Transaction, 'read'>,
  { publicOrigin }: WatchDeps['config'],
  { ownerUid, handle, reply }: Tip,
  now: number,
): Promise<'none' | Answering> {
  if (reply === null) return 'none';
  const restriction = restrictionOf(await tx.read(stored.standing(ownerUid)), now);
  if (!rightsIn(restriction).shown) return 'none';
  const profile = await tx.read(stored.profile(ownerUid));
  const page = addressInLetters(pageAddress(profile ?? { domain: null, handle }, publicOrigin));
  return { owner: profile?.name ?? `@${handle}`, page };
}

/** A page that shows the answer without the token of the tip, which only the fan has. */
const viewOf = ({ secrets, publicOrigin }: WatchDeps['config'], uid: string, tipId: string): string =>
  `${publicOrigin}/t/${tipId}?cs=${encodeURIComponent(signTipView(secrets, { uid, tipId }))}`;

type Mail = TipWatch['mails'][number];

const mailPurpose = (tipId: string) => `watch mail ${tipId}`;

/** Undefined where the host sends no mails any more, or has another secret. */
function answerMail(
  deps: WatchDeps,
  { uid }: TipWatch,
  { address, lang }: Mail,
  { tipId }: Tip,
  { owner, page }: Answering,
): ReturnType<typeof letter> | undefined {
  const { config } = deps;
  const to = openSealedText(config.secrets, mailPurpose(tipId), address);
  if (config.mails !== 'smtp' || to === undefined) return undefined;
  const texts = receiptTexts(lang);
  const subject = isPlainName(owner) ? texts.reply({ owner }) : texts.replyPlain({ page });
  return letter(
    deps,
    to,
    { subject, text: texts.mailAnswer({ url: viewOf(config, uid, tipId) }) },
    { tipId },
  );
}

async function tell(
  { config }: WatchDeps,
  watchPush: WatchPush | null,
  to: WatchSubscription,
  { watch: { uid }, tip: { tipId }, owner }: Claimed,
): Promise<Sending['kind']> {
  // The host has switched push off.
  if (watchPush === null) return 'ended';
  const texts = receiptTexts(to.lang);
  const sending = await watchPush.send(to, {
    tipId,
    title: texts.reply({ owner }),
    body: texts.watch.read,
    navigate: viewOf(config, uid, tipId),
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
  mailsWaitMs: number | null,
): Promise<void> {
  const done = new Set(sent.filter(({ sending }) => sending !== 'again').map(({ to }) => to.endpoint));
  const next = await store.transaction(async (tx) => {
    const watch = await tx.read(stored.tipWatch(tipId));
    if (watch === undefined) return null;
    const subscriptions = watch.subscriptions.filter(({ endpoint }) => !done.has(endpoint));
    const isLast = attempt >= mostTries || subscriptions.length === 0;
    if (isLast && watch.mails.length === 0) {
      tx.remove(paths.tipWatch(tipId));
      return null;
    }
    const dueAt = clock.now() + ((isLast ? mailsWaitMs : waits[attempt - 1]) ?? 0);
    const next = isLast ? { subscriptions: [], attempt: 0 } : { subscriptions };
    tx.write(stored.tipWatch(tipId), { ...watch, ...next, dueAt });
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
      mails: watch?.mails ?? [],
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
    if (left.length === 0 && watch.mails.length === 0) tx.remove(paths.tipWatch(tipId));
    else tx.write(stored.tipWatch(tipId), { ...watch, subscriptions: left });
  });
  return ok(null);
}

const day = 24 * 60 * 60_000;

/** Milliseconds in which an address can be confirmed. The mail with it is not sent or kept for longer. */
const confirmMs = 2 * day;

/** What an address confirms. It is in the link of the mail alone until then. */
const wishForMail = v.object({
  uid: v.string(),
  tipId: v.string(),
  address: v.string(),
  lang: v.picklist(shippedLanguages),
  until: v.number(),
});
type WishForMail = v.InferOutput<typeof wishForMail>;

const tokenPurpose = 'watch-mail';

const mailRules = {
  ofTip: (tipId: string) => ({ key: `watch-mail-${tipId}`, points: 3, windowMs: day }),
  ofAddress: (hash: string) => ({ key: `watch-mail-to-${hash}`, points: 5, windowMs: day }),
  /** The owner chooses the name in these mails, and could pay tips to themselves in order to send them. */
  ofOwner: (uid: string) => ({ key: `watch-mail-of-${uid}`, points: 50, windowMs: day }),
};

/**
 * The fan wants one mail when the owner answers. The address gets a link to confirm it; nothing of it is stored with the tip before somebody has
 * pressed the button there. Otherwise anybody could have mails sent to others.
 */
export async function askForMail(
  deps: Pick<Deps, 'store' | 'clock' | 'config' | 'limits' | 'ids'>,
  reference: TipReference | undefined,
  { email, lang }: WatchMailBody,
  caller: Caller,
): Promise<Result<null>> {
  const { store, clock, config } = deps;
  if (reference === undefined) return fail(problem('tip-not-found'));
  if (config.mails !== 'smtp') return fail(problem('channel-not-offered'));
  const { uid, tipId } = reference;
  const admitted = await mayChangeTip(deps, tipId, caller);
  if (!admitted.ok) return admitted;
  const to = fingerprint(config.secrets, 'watch mail', email.toLowerCase());
  const tip = await store.read(stored.tip(uid, tipId));
  if (tip === undefined) return fail(problem('tip-not-found'));
  if (!mayWatch(tip)) return fail(problem('reply-not-possible'));
  const rules = [mailRules.ofTip(tipId), mailRules.ofAddress(to), mailRules.ofOwner(uid)];
  const allowed = await may(deps, ...rules, ...mailOfTheDay(config));
  if (!allowed.ok) return allowed;
  const language = languageOf(lang);
  const profile = await store.read(stored.profile(uid));
  const owner = profile?.name ?? `@${tip.handle}`;
  const address = sealText(config.secrets, mailPurpose(tipId), email);
  const wish: WishForMail = { uid, tipId, address, lang: language, until: clock.now() + confirmMs };
  const key = signToken(config.secrets, tokenPurpose, wish);
  const url = `${config.publicOrigin}/t/${tipId}/mail?key=${encodeURIComponent(key)}`;
  const texts = receiptTexts(language);
  // Whoever gets this has not confirmed that they know the owner, so that neither their name nor their domain may lead them elsewhere.
  const page = addressInLetters(`${config.publicOrigin}/@${tip.handle}`);
  const asking = letter(
    deps,
    email,
    isPlainName(owner)
      ? { subject: texts.mailSubject({ owner }), text: texts.mailText({ owner, url }) }
      : { subject: texts.mailSubjectPlain({ page }), text: texts.mailTextPlain({ page, url }) },
    { keptMs: confirmMs, tipId },
  );
  return store.transaction(async (tx): Promise<Result<null>> => {
    const now = await tx.read(stored.tip(uid, tipId));
    // Taken back or removed meanwhile: nothing would take back the letter any more.
    if (now === undefined || !mayWatch(now)) return fail(problem('reply-not-possible'));
    asking.write(tx);
    return ok(null);
  });
}

/** The wish in the address of the page; undefined = it is not ours, of another tip, or too old. */
function wishIn({ config, clock }: Pick<Deps, 'config' | 'clock'>, c: Context): WishForMail | undefined {
  const read = v.safeParse(wishForMail, openToken(config.secrets, tokenPurpose, c.req.query('key') ?? ''));
  const isOurs =
    read.success && read.output.tipId === c.req.param('tipId') && read.output.until > clock.now();
  return isOurs ? read.output : undefined;
}

type MailStep = 'ask' | 'on' | 'off' | 'late' | 'gone';

/** Pressed twice it is one wish. `late`: the owner has answered meanwhile. */
function keepMail(
  { store, clock, config }: Pick<Deps, 'store' | 'clock' | 'config'>,
  { uid, tipId, address, lang }: WishForMail,
  isWanted: boolean,
): Promise<MailStep> {
  const plain = (sealed: string) => openSealedText(config.secrets, mailPurpose(tipId), sealed);
  return store.transaction(async (tx): Promise<MailStep> => {
    const tip = await tx.read(stored.tip(uid, tipId));
    const watch = await tx.read(stored.tipWatch(tipId));
    if (tip === undefined) return 'gone';
    const others = watch?.mails.filter((mail) => plain(mail.address) !== plain(address)) ?? [];
    if (!isWanted) {
      if (watch === undefined) return 'off';
      if (others.length === 0 && watch.subscriptions.length === 0) tx.remove(paths.tipWatch(tipId));
      else tx.write(stored.tipWatch(tipId), { ...watch, mails: others });
      return 'off';
    }
    if (tip.reply !== null) return 'late';
    if (!mayWatch(tip)) return 'gone';
    tx.write(stored.tipWatch(tipId), {
      v: 1,
      uid,
      subscriptions: watch?.subscriptions ?? [],
      mails: [...others, { address, lang }].slice(-mostMailed),
      dueAt: watch?.dueAt ?? null,
      attempt: watch?.attempt ?? 0,
      expiresAt: clock.now() + watchLifetime,
    });
    return 'on';
  });
}

async function mailPage(
  c: Context,
  deps: Deps,
  wish: WishForMail | undefined,
  step: MailStep,
): Promise<Response> {
  const language: ShippedLanguage = wish?.lang ?? readerOf(c).language;
  const texts = receiptTexts(language);
  const profile = wish && (await deps.store.read(stored.profile(wish.uid)));
  const owner = isolated(profile?.name ?? (profile ? `@${profile.handle}` : ''), directionOf(language));
  const title = wish === undefined || step === 'gone' ? texts.goneTitle : texts.mailTitle({ owner });
  const says = {
    ask: texts.mailOffer({ owner }),
    on: texts.mailOn({ owner }),
    off: texts.mailOff,
    late: texts.reply({ owner }),
    gone: texts.mailGone,
  }[step];
  const button = (to: 'on' | 'off', label: string, style: string) => (
    <form method="post">
      <input type="hidden" name="do" value={to} />
      <p>
        <button class={style} type="submit">
          {label}
        </button>
      </p>
    </form>
  );
  const body = (
    <main class="panel">
      <h1>{title}</h1>
      <p role="status">{says}</p>
      {step === 'ask' ? button('on', texts.mailYes, 'button') : null}
      {step === 'on' ? button('off', texts.mailNo, 'button quiet') : null}
      {step === 'late' && wish ? (
        <p>
          <a href={viewOf(deps.config, wish.uid, wish.tipId)}>{texts.title}</a>
        </p>
      ) : null}
    </main>
  );
  c.header('Content-Language', language);
  c.header('X-Robots-Tag', 'noindex');
  const page = { language, direction: directionOf(language), title, head: noIndex, body };
  return answerPage(c, page, step === 'gone' ? 404 : 200);
}

/** `POST /v1/tips/{tipId}/watch/mail` with the tip's token sends a link to an address. `/t/{tipId}/mail?key=` is that link: GET changes nothing, because programs open links to check them. */
export function watchMailRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
  return [
    {
      path: '/v1/tips/:tipId/watch/mail',
      cors: 'own',
      on: {
        POST: async (c) => {
          const request = await readJson(c, watchMailBody);
          if (!request.ok) return refuse(c, config, request.problem);
          const reference = openTipToken(config.secrets, bearer(c), c.req.param('tipId') ?? '');
          const asked = await askForMail(deps, reference, request.value, callerOf(c, config));
          if (!asked.ok) return refuse(c, config, asked.problem);
          c.header('Cache-Control', notCached);
          return c.body(null, 204);
        },
      },
    },
    {
      path: '/t/:tipId/mail',
      cors: 'none',
      on: {
        GET: (c) => {
          const wish = wishIn(deps, c);
          return mailPage(c, deps, wish, wish === undefined ? 'gone' : 'ask');
        },
        POST: async (c) => {
          const wish = wishIn(deps, c);
          const form = await readForm(c, ['do']);
          if (wish === undefined) return mailPage(c, deps, wish, 'gone');
          const isWanted = form.ok && form.value.do === 'on';
          return mailPage(c, deps, wish, await keepMail(deps, wish, isWanted));
        },
      },
    },
  ];
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
