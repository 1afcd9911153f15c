import { problem } from '../../core/problem';
import { fail, ok, type Result } from '../../core/result';
import type { AmountChange, Tip } from '../../core/tip';
import type { TipAmountRequest, TipCreated } from '../../core/tip-api';
import type { Deps } from '../deps';
import type { TipReference } from '../ports/payments';
import { stored } from '../stored';
import { beginChange, endChange, isSettledAt, mayBegin, noteSequence } from '../tips/amount-change';
import { mayChangeTip } from '../tips/change-limits';
import { openSecret } from '../tips/sealed-secret';
import { syncTip } from '../tips/sync-tip';
import { signTipToken } from '../tips/tip-token';
import { tipTerms } from './accepts-tips';
import type { Caller } from './caller';
import { findProfile } from './find-profile';
import { checkedTotal, type TipTotal } from './new-tip';

const isChangeable = (tip: Tip) => tip.surface === 'elements' && tip.payment.status === 'awaiting';

/**
 * Another amount for the same payment intent, after a decline for example. One change of a tip at a time, reserved in the tip before
 * Stripe is asked, so that Stripe, the tip and the fan always mean the same amount. Stripe is changed first: if its answer is lost,
 * asking again sets the same amount again. The payment says itself what it was changed to, so whoever looks at it before the tip is
 * written, or when that never happens, makes the tip the same.
 */
export async function changeAmount(
  deps: Deps,
  reference: TipReference | undefined,
  wanted: TipAmountRequest,
  caller: Caller,
): Promise<Result<TipCreated>> {
  if (reference === undefined) return fail(problem('tip-not-found'));
  const [looked] = await deps.store.look([stored.tip(reference.uid, reference.tipId)]);
  const tip = looked.value;
  if (tip === undefined) return fail(problem('tip-not-found'));
  const { paymentIntentId } = tip.stripe;
  if (!isChangeable(tip) || paymentIntentId === null) return fail(problem('tip-not-changeable'));
  const total = await totalNow(deps, tip, wanted);
  if (!total.ok) return total;
  const { sequence = tip.amountSequence } = wanted;
  const known = isSettledAt(tip, total.value) ? openSecret(deps.config.secrets, tip) : undefined;
  if (known !== undefined && sequence === tip.amountSequence)
    return ok(answered(deps, tip, total.value, known));
  if (!mayBegin(tip, total.value, wanted, deps.clock.now())) return fail(problem('tip-busy'));
  const admitted = await mayChangeTip(deps, tip.tipId, caller);
  if (!admitted.ok) return admitted;
  if (known !== undefined) {
    const isLatest = await noteSequence(deps, looked, tip, sequence);
    return isLatest ? ok(answered(deps, tip, total.value, known)) : fail(problem('tip-busy'));
  }
  const change = await beginChange(deps, looked, tip, total.value, wanted);
  if (change === undefined) return fail(problem('tip-busy'));
  return carryOut(deps, tip, paymentIntentId, total.value, change);
}

async function carryOut(
  deps: Deps,
  tip: Tip,
  paymentIntentId: string,
  total: TipTotal,
  change: AmountChange,
): Promise<Result<TipCreated>> {
  const reference = { uid: tip.ownerUid, tipId: tip.tipId };
  const changed = await deps.payments.changeIntent({
    account: tip.stripe.accountId,
    paymentIntentId,
    amount: total.amount,
    amounts: total,
    applicationFeeBefore: tip.applicationFee,
  });
  if (!changed.ok) {
    const isLost = changed.problem.kind === 'unavailable';
    await endChange(deps, tip, change, { kind: isLost ? 'lost' : 'refused' });
    if (isLost) return fail(problem('service-unavailable'));
    // Most often because the card is being charged already: the tip learns of it here.
    await syncTip(deps, reference, { cause: 'amount', eventId: null });
    return fail(problem('tip-not-changeable'));
  }
  const ended = await endChange(deps, tip, change, { kind: 'changed', total });
  // Paid before the answer was written down: then Stripe tells the amount.
  if (ended !== undefined && !isChangeable(ended))
    await syncTip(deps, reference, { cause: 'amount', eventId: null });
  return ok(answered(deps, tip, total, changed.value.clientSecret));
}

function answered(
  { config }: Pick<Deps, 'config'>,
  { ownerUid: uid, tipId, currency }: Tip,
  { tipAmount, coverAmount, amount }: TipTotal,
  clientSecret: string,
): TipCreated {
  const tipToken = signTipToken(config.secrets, { uid, tipId });
  return { tipId, tipToken, tipAmount, coverAmount, amount, currency, clientSecret };
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
