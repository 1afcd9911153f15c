import { problem, type Problem } from '../../core/problem';
import { fail, ok, unreachable, type Result } from '../../core/result';
import type { Tip } from '../../core/tip';
import type { TipCreated } from '../../core/tip-api';
import type { Deps } from '../deps';
import type { PaymentsFailure, PaymentsResult, StartedIntent } from '../payments';
import { stored } from '../stored';
import { signTipToken } from '../tip-token';
import { writeTip } from '../write-tip';

/** Makes the payment of a stored tip, or finds the one that was made before, and answers what the card confirms with. */
export async function startPayment(
  deps: Deps,
  tip: Tip,
  receiptEmail: string | null,
): Promise<Result<TipCreated>> {
  const started = await intentOf(deps, tip);
  if (!started.ok) return fail(await refusal(deps, tip, started.problem));
  const { paymentIntentId, clientSecret } = started.value;
  if (tip.stripe.paymentIntentId === null) await remember(deps, tip, paymentIntentId);
  if (receiptEmail !== null) await mailReceipt(deps, tip, paymentIntentId, receiptEmail);
  const { tipId, tipAmount, coverAmount, amount, currency, ownerUid: uid } = tip;
  const tipToken = signTipToken(deps.config.secrets, { uid, tipId });
  return ok({ tipId, tipToken, tipAmount, coverAmount, amount, currency, clientSecret });
}

function intentOf({ payments }: Deps, tip: Tip): Promise<PaymentsResult<StartedIntent>> {
  const { accountId: account, paymentIntentId } = tip.stripe;
  if (paymentIntentId !== null) return payments.readIntent(account, paymentIntentId);
  const { ownerUid: uid, tipId, amount, currency, applicationFee, handle } = tip;
  // The handle as it was when the tip was stored: repeating must send the very same parameters.
  const description = `Tip for @${handle}`;
  return payments.createIntent({ account, uid, tipId, amount, currency, applicationFee, description });
}

/** `draft` becomes `awaiting`, once; if somebody was quicker, theirs stands: the intent is the same one. */
async function remember({ store, ids, clock }: Deps, tip: Tip, paymentIntentId: string): Promise<void> {
  await store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    if (current === undefined || current.stripe.paymentIntentId !== null) return;
    const after: Tip = {
      ...current,
      stripe: { ...current.stripe, paymentIntentId },
      payment: { ...current.payment, status: 'awaiting' },
    };
    writeTip(tx, ids, current, after, { cause: 'create', eventId: null }, clock.now());
  });
}

/** A receipt that cannot be mailed does not stop a tip. */
async function mailReceipt({ payments, log }: Deps, tip: Tip, id: string, email: string): Promise<void> {
  const mailed = await payments.mailReceipt(tip.stripe.accountId, id, email);
  if (!mailed.ok && mailed.problem.kind === 'refused') {
    log.paymentRefused({
      tipId: tip.tipId,
      code: `receipt:${mailed.problem.code}`,
      stripeRequestId: mailed.problem.requestId,
    });
  }
}

/** What a failure means for the fan. A refusal ends the tip; when it is open what happened, the draft stays and is taken up again. */
async function refusal(deps: Deps, tip: Tip, failure: PaymentsFailure): Promise<Problem> {
  switch (failure.kind) {
    case 'unavailable':
      deps.log.serviceUnavailable({ service: 'stripe', error: failure.error });
      return problem('service-unavailable');
    case 'gone':
      await close(deps, tip, 'account-gone');
      return problem('payments-not-ready');
    case 'refused':
      deps.log.paymentRefused({
        tipId: tip.tipId,
        code: failure.code,
        stripeRequestId: failure.requestId,
      });
      await close(deps, tip, failure.code);
      return refusedAs(failure.code);
    default:
      return unreachable(failure);
  }
}

/** Stripe's minimum counts in the currency of settlement, which no table of ours can foresee. */
function refusedAs(code: string): Problem {
  if (code === 'amount_too_small') return problem('amount-too-small');
  if (code === 'amount_too_large') return problem('amount-too-large');
  return problem('payment-refused');
}

/** A draft that Stripe refused will never become a payment. */
async function close({ store, ids, clock }: Deps, tip: Tip, code: string): Promise<void> {
  await store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    if (current?.payment.status !== 'draft') return;
    const now = clock.now();
    const lastError = { code, declineCode: null, at: now };
    const payment = { ...current.payment, status: 'failed', lastError } as const;
    writeTip(
      tx,
      ids,
      current,
      { ...current, payment, state: 'failed' },
      { cause: 'create', eventId: null },
      now,
    );
  });
}
