import type { TipCreated } from '@busker/core/fan-api/tip-api';
import { fail, ok, problem, type Problem, type Result } from '@busker/core/base/result';
import { directionOf, isolated } from '@busker/core/locale/language-tags';
import type { Monthly } from '@busker/core/monthly/monthly';
import { isOpenPayment } from '@busker/core/tip-state/tip-projection';
import type { Tip } from '@busker/core/tip/tip';
import { receiptTexts } from '@busker/core/messages/core-texts';
import type { Deps } from '../deps';
import { openMonthlyPage } from '../monthly/monthly-plan';
import { stored, type Writes } from '../store/store';
import {
  isKeptError,
  type OpenCheckout,
  type PaymentsFailure,
  type PaymentsResult,
  type StartedIntent,
  type TipReference,
} from '../stripe/payments';
import { openSecret, sealSecret, obstacleTo, withdrawTip } from '../open-tips/change-amount';
import { refusal } from '../open-tips/new-tip';
import { signTipToken, signTipView } from '../tips/tip-access';
import { stillAt, writeMonthly, writeTip } from '../tips/write-tip';

/**
 * How long Stripe's page stays open, from the tip's creation. Stripe requires at least half an hour from the request, and the same time in each
 * repeated call: so half an hour is left for repeating it.
 */
const checkoutLifetimeMs = 60 * 60_000;

/** Stripe's clock and ours may differ by this much. */
const clockSkewMs = 5 * 60_000;

type MakeDeps = Pick<Deps, 'payments' | 'subscriptions' | 'store' | 'config'>;

/** Built only from the stored tip: a repeated call must send exactly the same parameters. */
export function orderOf(tip: Tip) {
  const { ownerUid: uid, tipId, amount, currency, applicationFee, handle, keyRound, ways: methods } = tip;
  const description = `Tip for @${handle}`;
  return {
    account: tip.stripe.accountId,
    uid,
    tipId,
    amount,
    currency,
    applicationFee,
    keyRound,
    ways: methods,
    description,
  };
}

/**
 * What Stripe's page names, in the fan's language: the title, and below it the detail. It has no text of a fan or of a page: anybody could use that to
 * deceive other people.
 */
function pageWords(
  { handle, pageName = `@${handle}`, pageLanguage = 'en', source: { origin } }: Tip,
  ownOrigin: string,
) {
  const texts = receiptTexts(pageLanguage);
  const owner = isolated(pageName, directionOf(pageLanguage));
  // A sandboxed page's origin is the word `null`.
  const isElsewhere = origin !== null && origin !== ownOrigin && URL.canParse(origin);
  const site = isElsewhere ? isolated(new URL(origin).host, directionOf(pageLanguage)) : '';
  return {
    title: texts.stripeTitle({ owner }),
    detail: isElsewhere ? texts.stripeDetailFrom({ owner, site }) : texts.stripeDetail({ owner }),
  };
}

/** The payment intent of a tip without one: created, or found if an earlier call created it. */
export function makeIntent(deps: MakeDeps, tip: Tip): Promise<PaymentsResult<StartedIntent>> {
  const { payments } = deps;
  return withFreshKey(deps, tip, {
    make: (order) => payments.createIntent(order),
    list: (account, since) => payments.listIntents(account, since),
    read: (account, { paymentIntentId }) => payments.readIntent(account, paymentIntentId),
  });
}

/** Stripe's page for a tip without one: created, or found if an earlier call created it. */
function makeCheckout(
  deps: MakeDeps,
  tip: Tip,
  receiptEmail: string | null,
): Promise<PaymentsResult<OpenCheckout | 'closed'>> {
  const { payments, config } = deps;
  const { tipId, ownerUid: uid } = tip;
  // This URL passes through Stripe and stays in browser histories: it only shows the status, and leads back to Stripe's page.
  const view = signTipView(config.secrets, { uid, tipId });
  // The fan may have chosen another language than their browser's. The address of a tip of an earlier release stays as it was.
  const language = tip.pageName === undefined ? '' : `&lang=${tip.pageLanguage ?? 'en'}`;
  const page = {
    returnUrl: `${config.publicOrigin}/t/${tipId}?cs=${view}${language}`,
    expiresAt: tip.createdAt + checkoutLifetimeMs,
  };
  return withFreshKey<{ readonly sessionId: string }, OpenCheckout | 'closed'>(deps, tip, {
    make: (order) =>
      tip.cycle === undefined
        ? payments.openCheckout({
            ...order,
            ...page,
            ...pageWords(tip, config.publicOrigin),
            receiptEmail,
            fanCurrency: tip.fanCurrency === true,
          })
        : openMonthlyPage(deps, tip, order, page),
    list: (account, since) => payments.listCheckouts(account, since),
    read: (account, { sessionId }) => payments.readCheckout(account, sessionId),
  });
}

interface Making<Listed, Made> {
  readonly make: (order: ReturnType<typeof orderOf>) => Promise<PaymentsResult<Made>>;
  readonly list: (
    account: string | null,
    since: number,
  ) => Promise<PaymentsResult<readonly (Listed & { readonly reference: TipReference | null })[]>>;
  readonly read: (account: string | null, listed: Listed) => Promise<PaymentsResult<Made>>;
}

/**
 * Stripe stores its own error (500) under a call's key and repeats it for a day, even after it has recovered. So after such an error we check whether
 * the payment was created; if not, we create it under another key. The fan gets the secret of the payment that the tip names, so a second payment
 * that appears later can never be paid.
 */
async function withFreshKey<Listed, Made>(
  deps: MakeDeps,
  tip: Tip,
  { make, list, read }: Making<Listed, Made>,
): Promise<PaymentsResult<Made>> {
  const made = await make(orderOf(tip));
  if (made.ok || !isKeptError(made.problem)) return made;
  const { accountId } = tip.stripe;
  const listed: Result<readonly (Listed & { readonly reference: TipReference | null })[], PaymentsFailure> =
    await list(accountId, tip.createdAt - clockSkewMs);
  if (!listed.ok) return fail(listed.problem.kind === 'unavailable' ? listed.problem : made.problem);
  const ours = listed.value.find(
    ({ reference }) => reference?.uid === tip.ownerUid && reference.tipId === tip.tipId,
  );
  if (ours !== undefined) return read(accountId, ours);
  const next = await nextRound(deps, tip);
  return next === undefined ? made : make(orderOf(next));
}

/** The tip with its next key. If another request was faster, its key is used, so that both create the same payment. Undefined = the tip is gone. */
function nextRound({ store }: MakeDeps, tip: Tip): Promise<Tip | undefined> {
  const doc = stored.tip(tip.ownerUid, tip.tipId);
  return store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current?.keyRound !== tip.keyRound) return current;
    const next = { ...current, keyRound: current.keyRound + 1 };
    tx.write(doc, next);
    return next;
  });
}

/** Creates the payment of a stored tip, or finds an earlier one, and answers with what the fan needs to continue. */
export function startPayment(deps: Deps, tip: Tip, receiptEmail: string | null): Promise<Result<TipCreated>> {
  return tip.surface === 'hosted'
    ? startHosted(deps, tip, receiptEmail)
    : startInPage(deps, tip, receiptEmail);
}

/** The answer to the tip's first request, if it is stored and still valid: it needs neither Stripe nor a write. */
export function storedAnswer(deps: Pick<Deps, 'config' | 'clock'>, tip: Tip): TipCreated | undefined {
  if (tip.payment.status !== 'awaiting' || tip.amountChange !== null) return undefined;
  const secret = openSecret(deps.config.secrets, tip);
  if (secret === undefined) return undefined;
  if (tip.surface === 'elements') return { ...created(deps, tip), clientSecret: secret };
  const isOpen = deps.clock.now() < tip.createdAt + checkoutLifetimeMs;
  return isOpen ? { ...created(deps, tip), url: secret } : undefined;
}

function created({ config }: Pick<Deps, 'config'>, tip: Tip) {
  const { tipId, ownerUid: uid, tipAmount, coverAmount, amount, currency } = tip;
  const tipToken = signTipToken(config.secrets, { uid, tipId });
  return { tipId, tipToken, tipAmount, coverAmount, amount, currency };
}

async function startInPage(deps: Deps, tip: Tip, receiptEmail: string | null): Promise<Result<TipCreated>> {
  const { accountId, paymentIntentId: known } = tip.stripe;
  const [started, obstacle] = await Promise.all([
    known === null ? makeIntent(deps, tip) : deps.payments.readIntent(accountId, known),
    known === null ? obstacleTo(deps, tip) : null,
  ]);
  const made = started.ok ? { paymentIntentId: started.value.paymentIntentId } : null;
  if (obstacle !== null) return withdrawn(deps, tip, made, obstacle);
  if (!started.ok) return fail(await refusal(deps, tip, started.problem));
  const { paymentIntentId, clientSecret } = started.value;
  const mailed = receiptEmail === null || (await mailReceipt(deps, tip, paymentIntentId, receiptEmail));
  // While the secret is not stored, a repeated request asks Stripe again, also for the receipt.
  const secret = mailed ? sealSecret(deps.config.secrets, tip, clientSecret) : null;
  const kept = await remember(deps, tip, { paymentIntentId }, secret);
  if (kept === undefined) return withdrawn(deps, tip, made, await gone(deps, tip));
  if (kept.stripe.paymentIntentId === paymentIntentId) return ok({ ...created(deps, kept), clientSecret });
  return otherwise(kept.stripe.paymentIntentId, () => startInPage(deps, kept, receiptEmail));
}

async function startHosted(deps: Deps, tip: Tip, receiptEmail: string | null): Promise<Result<TipCreated>> {
  const { accountId, checkoutSessionId: known } = tip.stripe;
  const [opened, obstacle] = await Promise.all([
    known === null ? makeCheckout(deps, tip, receiptEmail) : deps.payments.readCheckout(accountId, known),
    known === null ? obstacleTo(deps, tip) : null,
  ]);
  const made = opened.ok && opened.value !== 'closed' ? { checkoutSessionId: opened.value.sessionId } : null;
  if (obstacle !== null) return withdrawn(deps, tip, made, obstacle);
  if (!opened.ok) return fail(await refusal(deps, tip, opened.problem));
  if (opened.value === 'closed') return fail(problem('tip-not-changeable'));
  const { sessionId, url } = opened.value;
  const secret = sealSecret(deps.config.secrets, tip, url);
  const kept = await remember(deps, tip, { checkoutSessionId: sessionId }, secret);
  if (kept === undefined) return withdrawn(deps, tip, made, await gone(deps, tip));
  if (kept.stripe.checkoutSessionId === sessionId) return ok({ ...created(deps, kept), url });
  return otherwise(kept.stripe.checkoutSessionId, () => startHosted(deps, kept, receiptEmail));
}

/** A tip disappears with its owner's account, or when its owner is suspended. */
const gone = async (deps: Deps, tip: Tip): Promise<Problem> =>
  (await obstacleTo(deps, tip)) ?? problem('profile-not-found');

async function withdrawn(
  deps: Deps,
  tip: Tip,
  made: Parameters<typeof withdrawTip>[2],
  why: Problem,
): Promise<Result<TipCreated>> {
  await withdrawTip(deps, tip, made);
  return fail(why);
}

/** Another request was faster: the fan gets the payment that the tip names, and no other one. */
async function otherwise(
  standing: string | null,
  again: () => Promise<Result<TipCreated>>,
): Promise<Result<TipCreated>> {
  return standing === null ? fail(problem('payment-refused')) : again();
}

const isUnpaid = ({ payment, stripe }: Tip) =>
  payment.status === 'draft' ||
  (payment.status === 'expired' && stripe.paymentIntentId === null && stripe.checkoutSessionId === null);

/**
 * Makes a tip without a payment `awaiting`, once; if another request was faster, its payment is used. The same applies to a draft that the sweep gave
 * up before the fan repeated the request: the fan must not pay without a tip. Returns the stored tip; undefined = it is gone with its owner's
 * account, and nobody may pay it.
 */
export async function remember(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tip: Tip,
  made: Partial<Pick<Tip['stripe'], 'paymentIntentId' | 'checkoutSessionId'>>,
  sealedSecret: string | null,
): Promise<Tip | undefined> {
  const awaiting = (draft: Tip): Tip => ({
    ...draft,
    stripe: { ...draft.stripe, ...made },
    payment: { ...draft.payment, status: 'awaiting' },
    state: 'pending',
    sealedSecret,
  });
  const write = (writes: Writes, draft: Tip) =>
    writeTip(writes, draft, awaiting(draft), trigger, clock.now());
  if (tip.payment.status === 'draft' && tip.cycle === undefined) {
    let written = tip;
    const landed = await store.commit(stillAt(tip), (writes) => {
      written = write(writes, tip);
    });
    if (landed) return written;
  }
  const doc = stored.tip(tip.ownerUid, tip.tipId);
  return store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current === undefined) return undefined;
    const monthly = current.cycle && (await tx.read(stored.monthly(current.ownerUid, current.tipId)));
    if (isUnpaid(current)) {
      if (monthly) writeMonthly(tx, monthly, openedOn(monthly, made), trigger, clock.now());
      return write(tx, current);
    }
    if (sealedSecret === null || !isOpenPayment(current.payment.status) || !isMadeAs(current, made))
      return current;
    // No new revision: the tip itself has not changed.
    const after = { ...current, sealedSecret };
    tx.write(doc, after);
    return after;
  });
}

/** The monthly tip knows its page. One that was given up before the fan repeated the request begins again. */
const openedOn = (monthly: Monthly, { checkoutSessionId = null }: Partial<Tip['stripe']>): Monthly => ({
  ...monthly,
  stripe: { ...monthly.stripe, checkoutSessionId },
  state: 'starting',
});

const trigger = { cause: 'create', eventId: null } as const;

const isMadeAs = (
  { stripe, surface }: Tip,
  { paymentIntentId, checkoutSessionId }: Partial<Tip['stripe']>,
) =>
  surface === 'hosted'
    ? checkoutSessionId === stripe.checkoutSessionId
    : paymentIntentId === stripe.paymentIntentId;

/** A failed receipt email does not stop a tip. `false` = Stripe did not say whether it will be sent. */
async function mailReceipt({ payments, log }: Deps, tip: Tip, id: string, email: string): Promise<boolean> {
  const mailed = await payments.mailReceipt(tip.stripe.accountId, id, email);
  if (mailed.ok) return true;
  if (mailed.problem.kind !== 'refused') return mailed.problem.kind !== 'unavailable';
  const { code, requestId: stripeRequestId } = mailed.problem;
  log.paymentRefused({ tipId: tip.tipId, code: `receipt:${code}`, stripeRequestId });
  return true;
}
