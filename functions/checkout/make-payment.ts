import { fail, type Result } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import {
  isKeptError,
  type OpenCheckout,
  type PaymentsFailure,
  type PaymentsResult,
  type StartedIntent,
  type TipReference,
} from '../stripe/payments';
import { stored } from '../store/stored';
import { openMonthlyPage } from '../monthly/monthly-page';
import { signTipView } from '../tips/tip-tokens';

/**
 * How long Stripe's page stays open, from the tip's creation. Stripe requires at least half an hour from the request, and the same time in each
 * repeated call: so half an hour is left for repeating it.
 */
export const checkoutLifetimeMs = 60 * 60_000;

/** Stripe's clock and ours may differ by this much. */
const clockSkewMs = 5 * 60_000;

type MakeDeps = Pick<Deps, 'payments' | 'subscriptions' | 'store' | 'config'>;

/** Built only from the stored tip: a repeated call must send exactly the same parameters. */
export function orderOf(tip: Tip) {
  const { ownerUid: uid, tipId, amount, currency, applicationFee, handle, keyRound, ways } = tip;
  const description = `Tip for @${handle}`;
  return {
    account: tip.stripe.accountId,
    uid,
    tipId,
    amount,
    currency,
    applicationFee,
    keyRound,
    ways,
    description,
  };
}

/** The hosted page shows it below the title. It has no text of a fan or of a page: anybody could use that to deceive other people. */
function detailOf({ handle, source: { origin } }: Tip, ownOrigin: string): string {
  const thanks = `A thank-you for what @${handle} makes`;
  // A sandboxed page's origin is the word `null`.
  return origin === null || origin === ownOrigin || !URL.canParse(origin)
    ? `${thanks}.`
    : `${thanks}, sent from ${new URL(origin).host}.`;
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
export function makeCheckout(
  deps: MakeDeps,
  tip: Tip,
  receiptEmail: string | null,
): Promise<PaymentsResult<OpenCheckout | 'closed'>> {
  const { payments, config } = deps;
  const { tipId, ownerUid: uid } = tip;
  // This URL passes through Stripe and stays in browser histories: it only shows the status, and leads back to Stripe's page.
  const view = signTipView(config.secrets, { uid, tipId });
  const page = {
    returnUrl: `${config.publicOrigin}/t/${tipId}?cs=${view}`,
    expiresAt: tip.createdAt + checkoutLifetimeMs,
  };
  return withFreshKey<{ readonly sessionId: string }, OpenCheckout | 'closed'>(deps, tip, {
    make: (order) =>
      tip.cycle === undefined
        ? payments.openCheckout({
            ...order,
            ...page,
            title: order.description,
            detail: detailOf(tip, config.publicOrigin),
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
