import { paths } from '../../core/documents/documents';
import { normaliseHandle } from '../../core/profile/handle';
import type { DeleteBody } from '../../core/api/owner-api';
import { isOpenPayment } from '../../core/tip/state/payment-states';
import type { PaymentsState } from '../../core/money/payments-state';
import { problem, refusedField } from '../../core/base/problem';
import { restrictionOf } from '../../core/profile/standing';
import type { StoredProfile } from '../../core/profile/stored-profile';
import { fail, ok, type Result } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import { decodeTip } from '../../core/documents/tip-document';
import { allDocuments } from '../store/all-documents';
import type { Deps, Owner } from '../deps';
import { markDeleted } from './mark-deleted';
import { removePicturesOf } from '../profiles/published-pictures';
import { claimsOf, retireHandles } from '../profiles/retire-handles';
import { withdrawAppeals } from '../reports/own-appeals';
import { stored } from '../store/stored';
import { closeTip } from '../tips/sweeps/close-tip';
import { endAtStripe } from '../tips/end-at-stripe';
import { removeTips } from '../tips/remove-tips';
import { syncTip } from '../tips/sync-tip';

/**
 * Deletes an owner's account in this order: stop new tips, end open payments, replace every tip by a ledger entry without personal data, remove
 * everything else, and remove the sign-in last. After a failure the owner can repeat it.
 * It is refused while a payment, a refund or a dispute is open, since somebody must still answer for it. For a disconnected account that happens at
 * Stripe alone, and we cannot follow it. Used handles stay taken for ever.
 */
export async function deleteAccount(
  deps: Deps,
  { uid }: Pick<Owner, 'uid'>,
  { handle }: DeleteBody,
): Promise<Result<{ readonly deleted: true }>> {
  const profile = await deps.store.read(stored.profile(uid));
  if (profile !== undefined && normaliseHandle(handle) !== profile.handle) {
    return fail(refusedField('handle', 'handle-to-confirm'));
  }
  const payments = await deps.store.read(stored.payments(uid));
  const isBusy = (tip: Tip) => isOpen(tip) && isHeardOf(tip, payments);
  if ((await tipsOf(deps, uid)).some(isBusy)) return fail(problem('account-busy'));
  if (profile !== undefined)
    await deps.store.transaction(async (tx) => retireHandles(tx, await claimsOf(tx, profile)));
  const cleared = await clearTips(deps, uid, profile, isBusy);
  if (!cleared.ok) return cleared;
  await markDeleted(deps, uid);
  await withdrawAppeals(deps, uid);
  await removeAll(deps, uid);
  await deps.pictures.removeUploads(uid);
  if (profile !== undefined) await removePicturesOf(deps, profile);
  await deps.idTokens.remove(uid);
  return ok({ deleted: true });
}

/** A tip may change while it is being ended: its payment is created or paid at that moment. Then all tips are checked again. */
const maxPasses = 5;

async function clearTips(
  deps: Deps,
  uid: string,
  profile: StoredProfile | undefined,
  isBusy: (tip: Tip) => boolean,
): Promise<Result<null>> {
  for (let pass = 0; pass < maxPasses; pass += 1) {
    for (const tip of await tipsOf(deps, uid)) {
      if (!(await endPayment(deps, tip))) return fail(problem('service-unavailable'));
    }
    const tips = await tipsOf(deps, uid);
    if (tips.some(isBusy)) return fail(problem('account-busy'));
    if (!tips.every(isOver)) continue;
    await openLedger(deps, uid, profile);
    if (await removeTips(deps, tips)) return ok(null);
  }
  return fail(problem('account-busy'));
}

async function tipsOf({ store }: Deps, uid: string): Promise<readonly Tip[]> {
  const tips: Tip[] = [];
  for await (const { value } of allDocuments(store, paths.tips(uid), decodeTip)) tips.push(value);
  return tips;
}

const isOpen = ({ refund, dispute }: Tip) =>
  refund.status === 'pending' || dispute.status === 'open' || dispute.status === 'inquiry';

/** Whether Stripe still sends events about the tip: none come for a disconnected account, even when another account has replaced it. */
const isHeardOf = ({ stripe }: Tip, payments: PaymentsState | undefined) =>
  payments === undefined || (payments.disconnectedAt === null && payments.accountId === stripe.accountId);

/** A draft has no payment to cancel: the code that creates one checks that the tip still exists before a fan gets it. */
const isOver = ({ payment, stripe }: Tip) =>
  !isOpenPayment(payment.status) || (stripe.paymentIntentId === null && stripe.checkoutSessionId === null);

/** Cancels an open payment; `false` = Stripe did not answer. A payment that succeeded meanwhile stays and goes into the ledger. */
async function endPayment(deps: Deps, tip: Tip): Promise<boolean> {
  if (isOver(tip)) return true;
  const ended = await endAtStripe(deps, tip, 'abandoned');
  if (!ended.ok && ended.problem.kind === 'unavailable') return false;
  if (!ended.ok && ended.problem.kind === 'gone') {
    await closeTip(deps, tip, 'expired');
    return true;
  }
  const synced = await syncTip(
    deps,
    { uid: tip.ownerUid, tipId: tip.tipId },
    { cause: 'schedule', eventId: null },
  );
  return synced.ok || synced.problem.kind === 'no-tip';
}

/** Written even without tips: it records that the account was deleted, and when. */
async function openLedger(
  { store, clock }: Deps,
  uid: string,
  profile: StoredProfile | undefined,
): Promise<void> {
  const payments = await store.read(stored.payments(uid));
  const handles = profile === undefined ? [] : [profile.handle, ...profile.aliases];
  const accountId = payments?.accountId ?? null;
  await store.transaction(async (tx) => {
    const before = await tx.read(stored.ledger(uid));
    if (before !== undefined) return;
    tx.write(stored.ledger(uid), { v: 1, uid, handles, accountId, deletedAt: clock.now() });
  });
}

/** Removes everything but the tips, which are gone by now. */
async function removeAll({ store, clock }: Deps, uid: string): Promise<void> {
  const gone: string[] = [];
  // A restriction outlives the account: it also bars the account at Stripe.
  const restriction = restrictionOf(await store.read(stored.standing(uid)), clock.now());
  if (restriction === null) gone.push(paths.standing(uid));
  const from = [paths.totals(uid), paths.supporters(uid), paths.insights(uid)];
  for (const collection of from) {
    for await (const { path } of allDocuments(store, collection, ok)) gone.push(path);
  }
  gone.push(paths.profile(uid), paths.draft(uid), paths.account(uid), paths.payments(uid));
  gone.push(paths.linkHealth(uid), paths.connecting(uid), paths.walletSites(uid), paths.seenTerms(uid));
  for (let start = 0; start < gone.length; start += partSize) {
    await store.transaction(async (tx) => {
      for (const path of gone.slice(start, start + partSize)) tx.remove(path);
    });
  }
}

const partSize = 100;
