import type { TipAmountRequest, TipCreated, TipStatus } from '@busker/core/fan-api/tip-api';
import { fail, ok, problem, type Problem, type Result } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import { ledgerEntryOf } from '@busker/core/money-documents/stripe-account-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { restrictionOf, rightsIn } from '@busker/core/moderation/standing';
import { isOpenPayment } from '@busker/core/tip-state/tip-projection';
import type { AmountChange, PaymentStatus, Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { knownAddress, type Caller } from '../http/caller';
import { logUnavailable } from '../log';
import { lettersAbout } from '../mail/post-mail';
import { findForTip } from '../profiles/published-profile';
import { NotAnswered } from '../queue/sweep';
import { openSealedText, sealText, type Secrets } from '../signed-token';
import { allDocuments, readable, removeFound, stored, type Store, type VersionedRead } from '../store/store';
import type { TipReference } from '../stripe/payments';
import { endAtStripe, syncTip, tipStatusOf, unchanged } from '../tips/sync-tip';
import { signTipToken, tipRules } from '../tips/tip-access';
import { writeTip } from '../tips/write-tip';
import { checkedTotal, tipTerms, tooMany, type TipTotal } from './new-tip';

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

/** Ends a tip that has nothing (more) at Stripe to read, unless it changed meanwhile. */
export function closeTip(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tip: Tip,
  status: 'expired' | 'canceled',
): Promise<boolean> {
  return store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    if (current?.rev !== tip.rev || !isOpenPayment(current.payment.status)) return false;
    const state = status === 'expired' ? 'expired' : 'failed';
    const after: Tip = { ...current, payment: { ...current.payment, status }, state };
    writeTip(tx, current, after, { cause: 'schedule', eventId: null }, clock.now());
    return true;
  });
}

/** Each tip removes its own document and a few others with it. */
const partSize = 25;

/**
 * Removes tips with all their documents. A paid tip leaves its ledger entry, in the same transaction. A tip that somebody has written since it was
 * read stays: it may have got a payment, or been paid. `true` = all were removed.
 */
export async function removeTips({ store }: Pick<Deps, 'store'>, tips: readonly Tip[]): Promise<boolean> {
  let changed = 0;
  for (let start = 0; start < tips.length; start += partSize) {
    changed += await removePart(store, tips.slice(start, start + partSize));
  }
  return changed === 0;
}

async function removePart(store: Store, tips: readonly Tip[]): Promise<number> {
  // These change only together with the tip's revision.
  const below = await Promise.all(tips.map((tip) => pathsBelow(store, tip)));
  const { changed, removed } = await store.transaction(async (tx) => {
    const current = await tx.readAll(tips.map(({ ownerUid, tipId }) => stored.tip(ownerUid, tipId)));
    const removed: string[] = [];
    let changed = 0;
    for (const [index, tip] of tips.entries()) {
      const now = current[index];
      if (now === undefined) continue;
      if (now.rev !== tip.rev) {
        changed += 1;
        continue;
      }
      const { ownerUid: uid, tipId } = now;
      const { paymentIntentId } = now.stripe;
      if (now.payment.succeededAt !== null) tx.write(stored.ledgerEntry(uid, tipId), ledgerEntryOf(now));
      else if (now.cycle !== undefined && paymentIntentId !== null)
        tx.remove(paths.stripePayment(paymentIntentId));
      for (const path of below[index] ?? []) tx.remove(path);
      tx.remove(paths.tip(uid, tipId));
      tx.remove(paths.tipWatch(tipId));
      removed.push(tipId);
    }
    return { changed, removed };
  });
  if (removed.length > 0) await removeFound(store, lettersAbout(removed));
  return changed;
}

async function pathsBelow(store: Store, { ownerUid, tipId }: Tip): Promise<readonly string[]> {
  const found: string[] = [];
  for (const from of [paths.refunds(ownerUid, tipId), paths.tipLogs(ownerUid, tipId)]) {
    for await (const { path } of allDocuments(store, from, ok)) found.push(path);
  }
  return found;
}

/** The states in which a payment can still be stopped. A payment that the bank is processing cannot be stopped. */
export const stoppable: readonly PaymentStatus[] = ['draft', 'awaiting', 'requires_action', 'unknown'];

const mostAtOnce = 500;

/** Cancels the payment of a tip and reads how it ended. `true` = the tip changed. */
export async function endPayment(deps: Deps, tip: Tip): Promise<boolean> {
  const ended = await endAtStripe(deps, tip, 'abandoned');
  if (!ended.ok && ended.problem.kind === 'unavailable') return unchanged(ended.problem);
  if (!ended.ok && ended.problem.kind === 'gone') return closeTip(deps, tip, 'expired');
  // After a refusal the payment has changed. The sync reads its new state.
  const trigger = { cause: 'schedule', eventId: null } as const;
  const synced = await syncTip(deps, { uid: tip.ownerUid, tipId: tip.tipId }, trigger);
  return synced.ok ? synced.value.rev !== tip.rev : unchanged(synced.problem);
}

/** How many open payments of an owner were ended, and how many could not be, because Stripe did not answer. */
export interface EndedPayments {
  readonly ended: number;
  readonly missed: number;
}

/**
 * Ends every payment of an owner that is not paid yet. The owner takes no tips any more, so no new one can begin. A draft is removed: the request
 * that is creating its payment finds it gone, and ends that payment.
 */
export async function endOpenPayments(deps: Deps, uid: string): Promise<EndedPayments> {
  const from = paths.tips(uid);
  const query = { from, where: [['payment.status', 'in', stoppable]], limit: mostAtOnce } as const;
  const found = await deps.store.find(query, (data) => readable(from, tipDocument.decode(data)));
  let missed = 0;
  for (const { value: tip } of found) {
    if (!(await stop(deps, tip))) missed += 1;
  }
  return { ended: found.length - missed, missed };
}

async function stop(deps: Deps, tip: Tip): Promise<boolean> {
  const { paymentIntentId, checkoutSessionId } = tip.stripe;
  if (paymentIntentId === null && checkoutSessionId === null) return removeTips(deps, [tip]);
  try {
    await endPayment(deps, tip);
    return true;
  } catch (error) {
    if (error instanceof NotAnswered) return false;
    throw error;
  }
}

/** Which owners of these tips are suspended or closed. */
export async function suspendedOwners(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tips: readonly Tip[],
): Promise<ReadonlySet<string>> {
  const uids = [...new Set(tips.map(({ ownerUid }) => ownerUid))];
  const standings = await store.readAll(uids.map((uid) => stored.standing(uid)));
  const states = standings.map((standing) => restrictionOf(standing, clock.now())?.state);
  return new Set(uids.filter((_uid, index) => states[index] === 'suspended' || states[index] === 'closed'));
}

/**
 * The fan cannot see the question of their bank on this page, and goes on with Stripe's page: this payment must end first, or an answer in the bank's
 * app could charge them twice. One that is paid, or on its way, stays as it is: the answer's status says so.
 */
export async function endByFan(
  deps: Deps,
  reference: TipReference | undefined,
  caller: Caller,
): Promise<Result<TipStatus>> {
  if (reference === undefined) return fail(problem('tip-not-found'));
  const key = stored.tip(reference.uid, reference.tipId);
  const tip = await deps.store.read(key);
  if (tip === undefined) return fail(problem('tip-not-found'));
  if (isStoppable(tip)) {
    const allowed = await mayChangeTip(deps, tip.tipId, caller);
    if (!allowed.ok) return allowed;
    const ended = await end(deps, tip);
    if (!ended.ok) return ended;
  }
  return ok(await tipStatusOf(deps, (await deps.store.read(key)) ?? tip));
}

/** Stripe's own page has its own way back, and ends by itself. */
const isStoppable = ({ payment, stripe }: Tip): boolean =>
  stripe.paymentIntentId !== null && stripe.checkoutSessionId === null && stoppable.includes(payment.status);

async function end(deps: Deps, tip: Tip): Promise<Result<null>> {
  try {
    await endPayment(deps, tip);
    return ok(null);
  } catch (error) {
    if (error instanceof NotAnswered) return fail(problem('service-unavailable'));
    throw error;
  }
}

/**
 * Why the tip's profile no longer takes tips, read after the tip was stored; null = it does. A deletion retires the handle first and reads the
 * account's tips afterwards. So either this check finds the retired handle, or the deletion finds the tip. The same holds for a suspension.
 */
export async function obstacleTo(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { handle, ownerUid }: Tip,
): Promise<Problem | null> {
  const docs = [stored.handle(handle), stored.standing(ownerUid)] as const;
  const [claim, standing] = await store.readVersioned(docs);
  if (claim.value?.state !== 'live' || claim.value.uid !== ownerUid) return problem('profile-not-found');
  const { takesTips } = rightsIn(restrictionOf(standing.value, clock.now()));
  return takesTips ? null : problem('payments-not-ready');
}

/** Withdraws a tip whose profile stopped taking tips while its payment was being created. No fan has the payment's secret or page yet. */
export async function withdrawTip(
  deps: Pick<Deps, 'store' | 'payments' | 'log'>,
  tip: Tip,
  made: Partial<Pick<Tip['stripe'], 'paymentIntentId' | 'checkoutSessionId'>> | null,
): Promise<void> {
  if (made !== null) {
    const ended = await endAtStripe(deps, { ...tip, stripe: { ...tip.stripe, ...made } }, 'abandoned');
    if (!ended.ok && ended.problem.kind === 'unavailable') {
      logUnavailable(deps.log, ended.problem);
    }
  }
  await removeTips(deps, [tip]);
}
