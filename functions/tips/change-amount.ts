import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { AmountChange, Tip } from '../../core/tip/tip';
import type { TipAmountRequest, TipCreated } from '../../core/api/tip-api';
import type { Deps } from '../deps';
import type { TipReference } from '../stripe/payments';
import { stored } from '../store/stored';
import { beginChange, endChange, isSettledAt, mayBegin, noteSequence } from './amount-change';
import { mayChangeTip } from './change-limits';
import { openSecret } from './sealed-secret';
import { syncTip } from './sync-tip';
import { signTipToken } from './tip-tokens';
import { tipTerms } from './create/accepts-tips';
import type { Caller } from '../limits/caller';
import { findForTip } from '../profiles/find-profile';
import { checkedTotal, type TipTotal } from './create/new-tip';

const maxTries = 5;

const isChangeable = (tip: Tip) => tip.surface === 'elements' && tip.payment.status === 'awaiting';

/**
 * Changes the amount of a payment intent, for example after a decline. One change at a time is reserved in the tip before Stripe is asked, so that
 * Stripe, the tip and the fan always have the same amount. Stripe is changed first: if its answer is lost, a repeated request sets the same amount
 * again. The payment's metadata holds the new parts, so a sync can correct the tip before or without our write.
 */
export async function changeAmount(
  deps: Deps,
  reference: TipReference | undefined,
  wanted: TipAmountRequest,
  caller: Caller,
): Promise<Result<TipCreated>> {
  if (reference === undefined) return fail(problem('tip-not-found'));
  let isCounted = false;
  const admit = async () => {
    if (isCounted) return ok(null);
    isCounted = true;
    return mayChangeTip(deps, reference.tipId, caller);
  };
  // An event may write the tip between the read and the reservation: then it is read again.
  for (let tries = 0; tries < maxTries; tries += 1) {
    const changed = await tryChange(deps, reference, wanted, admit);
    if (changed !== 'overtaken') return changed;
  }
  return fail(problem('tip-busy'));
}

async function tryChange(
  deps: Deps,
  { uid, tipId }: TipReference,
  wanted: TipAmountRequest,
  admit: () => Promise<Result<null>>,
): Promise<Result<TipCreated> | 'overtaken'> {
  const [read] = await deps.store.readVersioned([stored.tip(uid, tipId)]);
  const tip = read.value;
  if (tip === undefined) return fail(problem('tip-not-found'));
  const { paymentIntentId } = tip.stripe;
  if (!isChangeable(tip) || paymentIntentId === null) return fail(problem('tip-not-changeable'));
  const total = await totalNow(deps, tip, wanted);
  if (!total.ok) return total;
  const { sequence = tip.amountSequence } = wanted;
  const secret = isSettledAt(tip, total.value) ? openSecret(deps.config.secrets, tip) : undefined;
  const known = secret === undefined ? undefined : ok(answered(deps, tip, total.value, secret));
  if (known !== undefined && sequence === tip.amountSequence) return known;
  if (!mayBegin(tip, total.value, wanted, deps.clock.now())) return fail(problem('tip-busy'));
  const admitted = await admit();
  if (!admitted.ok) return admitted;
  if (known !== undefined) return (await noteSequence(deps, read, tip, sequence)) ? known : 'overtaken';
  const change = await beginChange(deps, read, tip, total.value, wanted);
  return change === undefined ? 'overtaken' : carryOut(deps, tip, paymentIntentId, total.value, change);
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
    // Usually because the card is being charged already: the sync reads that.
    await syncTip(deps, reference, { cause: 'amount', eventId: null });
    return fail(problem('tip-not-changeable'));
  }
  const ended = await endChange(deps, tip, change, { kind: 'changed', total });
  // It was paid before the answer was stored: then Stripe's amount counts.
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
  const found = await findForTip(deps, tip.handle);
  if (!found.ok) return found;
  const terms = await tipTerms(deps, found.value, tip.source.origin);
  if (!terms.ok) return terms;
  const { accountId, currency } = terms.value.payments;
  if (accountId !== tip.stripe.accountId || currency !== tip.currency) {
    return fail(problem('tip-not-changeable'));
  }
  return checkedTotal(terms.value, wanted);
}
