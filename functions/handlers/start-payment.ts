import { problem } from '../../core/problem';
import { fail, ok, type Result } from '../../core/result';
import type { Tip } from '../../core/tip';
import type { TipCreated } from '../../core/tip-api';
import type { Deps } from '../deps';
import type { OpenCheckout, PaymentsResult, StartedIntent } from '../ports/payments';
import type { Writes } from '../ports/store';
import { stored } from '../stored';
import { signTipToken, signTipView } from '../tips/tip-token';
import { isWanted, withdrawTip } from '../tips/withdraw-tip';
import { stillAt, writeTip } from '../tips/write-tip';
import { refusal } from './payment-refusal';

/**
 * How long Stripe's page stays open, from the tip's creation. Stripe wants at least half an hour from when it is asked, and the same
 * figure each time the call is repeated: so there is half an hour to repeat it in.
 */
const checkoutLifetimeMs = 60 * 60_000;

/** Makes the payment of a stored tip, or finds the one that was made before, and answers what the fan goes on with. */
export function startPayment(deps: Deps, tip: Tip, receiptEmail: string | null): Promise<Result<TipCreated>> {
  return tip.surface === 'hosted'
    ? startHosted(deps, tip, receiptEmail)
    : startInPage(deps, tip, receiptEmail);
}

function created({ config }: Deps, tip: Tip) {
  const { tipId, ownerUid: uid, tipAmount, coverAmount, amount, currency } = tip;
  const tipToken = signTipToken(config.secrets, { uid, tipId });
  return { tipId, tipToken, tipAmount, coverAmount, amount, currency };
}

async function startInPage(deps: Deps, tip: Tip, receiptEmail: string | null): Promise<Result<TipCreated>> {
  const isNew = tip.stripe.paymentIntentId === null;
  const [started, wanted] = await Promise.all([intentOf(deps, tip), !isNew || isWanted(deps, tip)]);
  const made = started.ok ? { paymentIntentId: started.value.paymentIntentId } : null;
  if (!wanted) return fail(await withdrawTip(deps, tip, made));
  if (!started.ok) return fail(await refusal(deps, tip, started.problem));
  const { paymentIntentId, clientSecret } = started.value;
  if (isNew && !(await remember(deps, tip, { paymentIntentId }))) {
    return fail(await withdrawTip(deps, tip, made));
  }
  if (receiptEmail !== null) await mailReceipt(deps, tip, paymentIntentId, receiptEmail);
  return ok({ ...created(deps, tip), clientSecret });
}

async function startHosted(deps: Deps, tip: Tip, receiptEmail: string | null): Promise<Result<TipCreated>> {
  const isNew = tip.stripe.checkoutSessionId === null;
  const [opened, wanted] = await Promise.all([
    checkoutOf(deps, tip, receiptEmail),
    !isNew || isWanted(deps, tip),
  ]);
  const made = opened.ok && opened.value !== 'closed' ? { checkoutSessionId: opened.value.sessionId } : null;
  if (!wanted) return fail(await withdrawTip(deps, tip, made));
  if (!opened.ok) return fail(await refusal(deps, tip, opened.problem));
  if (opened.value === 'closed') return fail(problem('tip-not-changeable'));
  const { sessionId, url } = opened.value;
  if (isNew && !(await remember(deps, tip, { checkoutSessionId: sessionId }))) {
    return fail(await withdrawTip(deps, tip, made));
  }
  return ok({ ...created(deps, tip), url });
}

/** Made of the stored tip alone: repeating must send the very same parameters. */
export function orderOf(tip: Tip) {
  const { ownerUid: uid, tipId, amount, currency, applicationFee, handle } = tip;
  const description = `Tip for @${handle}`;
  return { account: tip.stripe.accountId, uid, tipId, amount, currency, applicationFee, description };
}

function intentOf({ payments }: Deps, tip: Tip): Promise<PaymentsResult<StartedIntent>> {
  const { accountId, paymentIntentId } = tip.stripe;
  if (paymentIntentId !== null) return payments.readIntent(accountId, paymentIntentId);
  return payments.createIntent(orderOf(tip));
}

function checkoutOf(
  { payments, config }: Deps,
  tip: Tip,
  receiptEmail: string | null,
): Promise<PaymentsResult<OpenCheckout | 'closed'>> {
  const { accountId, checkoutSessionId } = tip.stripe;
  if (checkoutSessionId !== null) return payments.readCheckout(accountId, checkoutSessionId);
  const { tipId, ownerUid: uid } = tip;
  const order = orderOf(tip);
  // This address goes through Stripe and through browser histories: it shows the status, and leads back to Stripe's page at most.
  const view = signTipView(config.secrets, { uid, tipId });
  return payments.openCheckout({
    ...order,
    title: order.description,
    returnUrl: `${config.publicOrigin}/t/${tipId}?cs=${view}`,
    receiptEmail,
    expiresAt: tip.createdAt + checkoutLifetimeMs,
  });
}

const isUnpaid = ({ payment, stripe }: Tip) =>
  payment.status === 'draft' ||
  (payment.status === 'expired' && stripe.paymentIntentId === null && stripe.checkoutSessionId === null);

/**
 * A tip without a payment becomes `awaiting`, once; if somebody was quicker, theirs stands: the payment is the same one. So does a draft
 * that the sweep gave up before the fan asked again: what they are led to now must not be paid without a tip. `false` = the tip is gone,
 * with the account of its owner: nobody may pay it.
 */
export async function remember(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tip: Tip,
  made: Partial<Pick<Tip['stripe'], 'paymentIntentId' | 'checkoutSessionId'>>,
): Promise<boolean> {
  const awaiting = (draft: Tip): Tip => ({
    ...draft,
    stripe: { ...draft.stripe, ...made },
    payment: { ...draft.payment, status: 'awaiting' },
    state: 'pending',
  });
  const write = (writes: Writes, draft: Tip) =>
    void writeTip(writes, draft, awaiting(draft), { cause: 'create', eventId: null }, clock.now());
  if (tip.payment.status === 'draft') {
    if (await store.commit(stillAt(tip), (writes) => write(writes, tip))) return true;
  }
  return store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    if (current !== undefined && isUnpaid(current)) write(tx, current);
    return current !== undefined;
  });
}

/** A receipt that cannot be mailed does not stop a tip. */
async function mailReceipt({ payments, log }: Deps, tip: Tip, id: string, email: string): Promise<void> {
  const mailed = await payments.mailReceipt(tip.stripe.accountId, id, email);
  if (mailed.ok || mailed.problem.kind !== 'refused') return;
  const { code, requestId: stripeRequestId } = mailed.problem;
  log.paymentRefused({ tipId: tip.tipId, code: `receipt:${code}`, stripeRequestId });
}
