import type { TipAmountRequest, TipCreated } from '../../core/api/tip-api';
import { fail, ok, problem, type Result } from '../../core/base/result';
import type { AmountChange, Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { openSealedText, sealText, type Secrets } from '../signed-token';
import { knownAddress, type Caller } from '../limits/owner-limits';
import { findForTip } from '../profiles/find-profile';
import type { VersionedRead } from '../store/store';
import { stored } from '../store/stored';
import type { TipReference } from '../stripe/payments';
import { tipTerms } from './create/accepts-tips';
import { tooMany } from './create/admit-tip';
import { checkedTotal, type TipTotal } from './create/new-tip';
import { syncTip } from './sync-tip';
import { tipRules } from './tip-rate-limits';
import { signTipToken } from './tip-tokens';
import { writeTip } from './write-tip';

/** Longer than a function may run: after this no request still waits for Stripe's answer. */
const changeLifetimeMs = 75_000;

type Parts = Pick<TipTotal, 'tipAmount' | 'coverAmount'>;

const isSame = (a: Parts, b: Parts) => a.tipAmount === b.tipAmount && a.coverAmount === b.coverAmount;

/** Whether Stripe may still be making a change, so that the charged amount is uncertain. */
export const isChanging = ({ amountChange }: Tip, now: number): boolean =>
  amountChange !== null && amountChange.until > now;

/** Whether the stored amount is Stripe's, as far as we know. */
const isSettledAt = (tip: Tip, total: Parts): boolean => tip.amountChange === null && isSame(tip, total);

/**
 * Whether a change may start. A change with an earlier sequence number is refused, and so is one beside another, since Stripe could make them in any
 * order. A change that Stripe did not answer may be repeated.
 */
function mayBegin(
  tip: Tip,
  total: Parts,
  { sequence }: Pick<TipAmountRequest, 'sequence'>,
  now: number,
): boolean {
  const { amountChange, amountSequence } = tip;
  if (sequence !== undefined && sequence <= amountSequence) {
    const isRepeated = sequence === amountSequence && isSame(amountChange ?? tip, total);
    if (!isRepeated) return false;
  }
  if (amountChange === null || amountChange.until <= now) return true;
  return amountChange.answer === 'lost' && isSame(amountChange, total);
}

/** Reserves the tip for one change, if nobody has written it since it was read. Undefined = somebody has. */
async function beginChange(
  { store, clock, ids }: Pick<Deps, 'store' | 'clock' | 'ids'>,
  read: VersionedRead<Tip>,
  tip: Tip,
  { tipAmount, coverAmount }: Parts,
  { sequence = tip.amountSequence }: Pick<TipAmountRequest, 'sequence'>,
): Promise<AmountChange | undefined> {
  const until = clock.now() + changeLifetimeMs;
  const change: AmountChange = { id: ids.fresh(), tipAmount, coverAmount, answer: 'awaited', until };
  const reserved = { ...tip, amountChange: change, amountSequence: sequence };
  const landed = await store.commit([read], (writes) =>
    writes.write(stored.tip(tip.ownerUid, tip.tipId), reserved),
  );
  return landed ? change : undefined;
}

/** For a change to the current amount: from now on every earlier change is refused. `false` = somebody has written the tip meanwhile. */
const noteSequence = (
  { store }: Pick<Deps, 'store'>,
  read: VersionedRead<Tip>,
  tip: Tip,
  amountSequence: number,
): Promise<boolean> =>
  store.commit([read], (writes) =>
    writes.write(stored.tip(tip.ownerUid, tip.tipId), { ...tip, amountSequence }),
  );

/** The outcome of a change: Stripe made it, refused it, or did not answer. */
type ChangeEnd =
  | { readonly kind: 'changed'; readonly total: TipTotal }
  | { readonly kind: 'refused' }
  | { readonly kind: 'lost' };

/** Stores the outcome of a change. A tip whose payment is processing or paid keeps its amount: a sync reads that from Stripe. */
async function endChange(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { ownerUid, tipId }: Tip,
  change: AmountChange,
  end: ChangeEnd,
): Promise<Tip | undefined> {
  const doc = stored.tip(ownerUid, tipId);
  return store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current?.amountChange?.id !== change.id) return current;
    if (end.kind === 'changed' && current.payment.status === 'awaiting') {
      const { tipAmount, coverAmount, amount, applicationFee, estimatedFee } = end.total;
      const fees = { ...current.fees, estimated: estimatedFee };
      const amounts = { tipAmount, coverAmount, amount, applicationFee, fees };
      const after: Tip = { ...current, ...amounts, amountChange: null };
      return writeTip(tx, current, after, { cause: 'amount', eventId: null }, clock.now());
    }
    // No new revision: the tip itself has not changed.
    const amountChange = end.kind === 'lost' ? ({ ...change, answer: 'lost' } as const) : null;
    const after: Tip = { ...current, amountChange };
    tx.write(doc, after);
    return after;
  });
}

/**
 * Counts a fan's changes to an existing tip, by tip and by address. It is called only before a write or a call to Stripe: a repeated request that
 * changes nothing is answered without it.
 */
export async function mayChangeTip(
  deps: Pick<Deps, 'config' | 'limits' | 'clock'>,
  tipId: string,
  caller: Caller,
): Promise<Result<null>> {
  const rules = tipRules(deps.config);
  const address = knownAddress(deps, caller);
  const byAddress = address === null ? [] : [rules.changeByAddress(address.hash)];
  const states = await deps.limits.count([rules.change(tipId), rules.changeByDay(tipId), ...byAddress]);
  return states.some(({ left }) => left < 0) ? fail(tooMany(states)) : ok(null);
}

type Sealed = Pick<Tip, 'ownerUid' | 'tipId' | 'sealedSecret'>;

/** Each tip has its own purpose: a text copied from one tip to another cannot be opened. */
const purposeOf = ({ ownerUid, tipId }: Omit<Sealed, 'sealedSecret'>) => `pay ${ownerUid} ${tipId}`;

/** The client secret or page URL of a tip, encrypted for the store: the owner can read the tip, but not this. */
export const sealSecret = (secrets: Secrets, tip: Omit<Sealed, 'sealedSecret'>, secret: string): string =>
  sealText(secrets, purposeOf(tip), secret);

/** Undefined = it is not stored, or its secret is gone: Stripe must be asked. */
export const openSecret = (secrets: Secrets, tip: Sealed): string | undefined =>
  tip.sealedSecret === null ? undefined : openSealedText(secrets, purposeOf(tip), tip.sealedSecret);

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
