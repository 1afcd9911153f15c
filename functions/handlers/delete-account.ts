import { paths } from '../../core/documents';
import { normaliseHandle } from '../../core/handle';
import { ledgerEntryOf } from '../../core/ledger-document';
import type { DeleteBody } from '../../core/owner-api';
import { isOpenPayment } from '../../core/payment-states';
import { problem, refusedField } from '../../core/problem';
import type { StoredProfile } from '../../core/profile-document';
import { fail, ok, type Result } from '../../core/result';
import type { Tip } from '../../core/tip';
import { decodeTip } from '../../core/tip-document';
import { allDocuments } from '../all-documents';
import type { Deps, Owner } from '../deps';
import { endAtStripe } from '../tips/end-at-stripe';
import { stored } from '../stored';
import { syncTip } from '../tips/sync-tip';

/**
 * Deletes an owner's account. First nothing new can begin, then what is open ends, then the books are written without any personal
 * data, then everything goes, and the sign-in last: whatever breaks in between, the owner can do it again. Refused while a refund or a
 * dispute is open, since somebody must still answer for it; where the connection to Stripe was cut that is done there alone, and nobody
 * here would ever hear how it ended. Handles stay taken for good.
 */
export async function deleteAccount(
  deps: Deps,
  { uid }: Owner,
  { handle }: DeleteBody,
): Promise<Result<{ readonly deleted: true }>> {
  const profile = await deps.store.read(stored.profile(uid));
  if (profile !== undefined && normaliseHandle(handle) !== profile.handle) {
    return fail(refusedField('handle', 'handle-to-confirm'));
  }
  const connected = (await deps.store.read(stored.payments(uid)))?.disconnectedAt == null;
  const isBusy = (tip: Tip) => connected && isOpen(tip);
  if ((await tipsOf(deps, uid)).some(isBusy)) return fail(problem('account-busy'));
  await retireHandles(deps, uid, profile);
  for (const tip of await tipsOf(deps, uid)) {
    const ended = await endPayment(deps, tip);
    if (!ended) return fail(problem('service-unavailable'));
  }
  const tips = await tipsOf(deps, uid);
  if (tips.some(isBusy)) return fail(problem('account-busy'));
  await writeLedger(deps, uid, profile, tips);
  await removeAll(deps, uid, tips);
  await deps.pictures.removeUploads(uid);
  await deps.idTokens.remove(uid);
  return ok({ deleted: true });
}

async function tipsOf({ store }: Deps, uid: string): Promise<readonly Tip[]> {
  const tips: Tip[] = [];
  for await (const { value } of allDocuments(store, paths.tips(uid), decodeTip)) tips.push(value);
  return tips;
}

const isOpen = ({ refund, dispute }: Tip) =>
  refund.status === 'pending' || dispute.status === 'open' || dispute.status === 'inquiry';

/** From now on no handle leads here: no card shows the profile, no tip begins. */
async function retireHandles(
  { store }: Deps,
  uid: string,
  profile: StoredProfile | undefined,
): Promise<void> {
  if (profile === undefined) return;
  await store.transaction(async (tx) => {
    const docs = [profile.handle, ...profile.aliases].map(stored.handle);
    const claims = await tx.readAll(docs);
    for (const [index, doc] of docs.entries()) {
      const claim = claims[index];
      if (claim?.uid === uid) tx.write(doc, { ...claim, state: 'retired' });
    }
  });
}

/** An open payment is cancelled; `false` = Stripe did not answer. What was paid meanwhile stays paid and goes into the books. */
async function endPayment(deps: Deps, tip: Tip): Promise<boolean> {
  if (!isOpenPayment(tip.payment.status)) return true;
  const { paymentIntentId, checkoutSessionId } = tip.stripe;
  if (paymentIntentId === null && checkoutSessionId === null) return true;
  const ended = await endAtStripe(deps, tip, 'abandoned');
  if (!ended.ok && ended.problem.kind === 'unavailable') return false;
  if (!ended.ok && ended.problem.kind === 'gone') return true;
  const synced = await syncTip(
    deps,
    { uid: tip.ownerUid, tipId: tip.tipId },
    { cause: 'schedule', eventId: null },
  );
  return synced.ok;
}

async function writeLedger(
  { store, clock }: Deps,
  uid: string,
  profile: StoredProfile | undefined,
  tips: readonly Tip[],
): Promise<void> {
  const payments = await store.read(stored.payments(uid));
  const handles = profile === undefined ? [] : [profile.handle, ...profile.aliases];
  const paid = tips.filter(({ payment }) => payment.succeededAt !== null);
  const accountId = payments?.accountId ?? null;
  for (const part of parts(paid)) {
    await store.transaction(async (tx) => {
      const before = await tx.read(stored.ledger(uid));
      const deletedAt = clock.now();
      tx.write(stored.ledger(uid), before ?? { v: 1, uid, handles, accountId, deletedAt });
      for (const tip of part) tx.write(stored.ledgerEntry(uid, tip.tipId), ledgerEntryOf(tip));
    });
  }
}

const partSize = 100;

/** At least one part, so that there is a ledger also without a tip. */
function parts<T>(all: readonly T[]): readonly (readonly T[])[] {
  const count = Math.max(1, Math.ceil(all.length / partSize));
  return Array.from({ length: count }, (_, index) => all.slice(index * partSize, (index + 1) * partSize));
}

async function removeAll({ store }: Deps, uid: string, tips: readonly Tip[]): Promise<void> {
  const gone: string[] = [];
  const collect = async (from: string) => {
    for await (const { path } of allDocuments(store, from, ok)) gone.push(path);
  };
  for (const { tipId } of tips) {
    await collect(`${paths.tip(uid, tipId)}/refunds`);
    await collect(`${paths.tip(uid, tipId)}/log`);
    gone.push(paths.tip(uid, tipId));
  }
  await collect(paths.totals(uid));
  await collect(paths.supporters(uid));
  await collect(`${paths.profile(uid)}/insights`);
  gone.push(paths.profile(uid), paths.draft(uid), paths.account(uid), paths.payments(uid));
  gone.push(paths.linkHealth(uid));
  for (const part of parts(gone)) {
    await store.transaction(async (tx) => {
      for (const path of part) tx.remove(path);
    });
  }
}
