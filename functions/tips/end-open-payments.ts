import type { TipStatus } from '../../core/api/tip-api';
import { fail, ok, problem, type Problem, type Result } from '../../core/base/result';
import { paths } from '../../core/documents/documents';
import { ledgerEntryOf } from '../../core/documents/stripe-account-document';
import { decodeTip } from '../../core/documents/tip-document';
import { restrictionOf, rightsIn } from '../../core/profile/standing';
import type { PaymentStatus, Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { logUnavailable } from '../log';
import type { Caller } from '../limits/owner-limits';
import { NotAnswered } from '../queue/sweep';
import { allDocuments, readable, stored } from '../store/stored';
import type { Store } from '../store/store';
import type { TipReference } from '../stripe/payments';
import { mayChangeTip } from './change-amount';
import { closeTip } from './sweeps/close-tip';
import { endAtStripe, syncTip, unchanged } from './sync-tip';
import { tipStatusOf } from './tip-status';

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
  return store.transaction(async (tx) => {
    const current = await tx.readAll(tips.map(({ ownerUid, tipId }) => stored.tip(ownerUid, tipId)));
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
    }
    return changed;
  });
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
  const found = await deps.store.find(query, (data) => readable(from, decodeTip(data)));
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
