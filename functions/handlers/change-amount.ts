import { problem } from '../../core/problem';
import { fail, ok, type Result } from '../../core/result';
import type { Tip } from '../../core/tip';
import type { TipAmountRequest, TipCreated } from '../../core/tip-api';
import type { Deps } from '../deps';
import type { TipReference } from '../ports/payments';
import { stored } from '../stored';
import { signTipToken } from '../tips/tip-token';
import { writeTip } from '../tips/write-tip';
import { tipTerms } from './accepts-tips';
import { findProfile } from './find-profile';
import { checkedTotal, type TipTotal } from './new-tip';

const isChangeable = (tip: Tip) => tip.surface === 'elements' && tip.payment.status === 'awaiting';

/**
 * Another amount for the same payment intent, after a decline for example. Stripe is changed first: if the answer is lost, asking
 * again sets the same amount again. The payment says itself what it was changed to, so whoever looks at it before the tip is written, or
 * when that never happens, makes the tip the same.
 */
export async function changeAmount(
  deps: Deps,
  reference: TipReference | undefined,
  wanted: TipAmountRequest,
): Promise<Result<TipCreated>> {
  const tip =
    reference === undefined ? undefined : await deps.store.read(stored.tip(reference.uid, reference.tipId));
  if (tip === undefined) return fail(problem('tip-not-found'));
  const { accountId: account, paymentIntentId } = tip.stripe;
  if (!isChangeable(tip) || paymentIntentId === null) return fail(problem('tip-not-changeable'));
  const total = await totalNow(deps, tip, wanted);
  if (!total.ok) return total;
  const { amount } = total.value;
  const changed = await deps.payments.changeIntent({
    account,
    paymentIntentId,
    amount,
    amounts: total.value,
    applicationFeeBefore: tip.applicationFee,
  });
  if (!changed.ok) {
    const unavailable = changed.problem.kind === 'unavailable';
    return fail(problem(unavailable ? 'service-unavailable' : 'tip-not-changeable'));
  }
  await write(deps, tip, total.value);
  const { tipId, ownerUid: uid, currency } = tip;
  return ok({
    tipId,
    tipToken: signTipToken(deps.config.secrets, { uid, tipId }),
    tipAmount: total.value.tipAmount,
    coverAmount: total.value.coverAmount,
    amount,
    currency,
    clientSecret: changed.value.clientSecret,
  });
}

async function totalNow(deps: Deps, tip: Tip, wanted: TipAmountRequest): Promise<Result<TipTotal>> {
  const found = await findProfile(deps, tip.handle);
  if (!found.ok) return found;
  const terms = tipTerms(deps.config, found.value, tip.source.origin, deps.clock.now());
  if (!terms.ok) return terms;
  const { accountId, currency } = terms.value.payments;
  if (accountId !== tip.stripe.accountId || currency !== tip.currency) {
    return fail(problem('tip-not-changeable'));
  }
  return checkedTotal(deps.config, terms.value, wanted);
}

/** The amounts are ours to say, whatever else has happened to the tip meanwhile; the next sync compares them with Stripe's. */
async function write({ store, clock }: Deps, tip: Tip, total: TipTotal): Promise<void> {
  await store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    if (current === undefined) return;
    const { tipAmount, coverAmount, amount, applicationFee, estimatedFee } = total;
    const fees = { ...current.fees, estimated: estimatedFee };
    const after: Tip = { ...current, tipAmount, coverAmount, amount, applicationFee, fees };
    writeTip(tx, current, after, { cause: 'amount', eventId: null }, clock.now());
  });
}
