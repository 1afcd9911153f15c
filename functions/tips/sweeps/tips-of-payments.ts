import { paths } from '../../../core/documents/documents';
import { decodeLedgerEntry } from '../../../core/documents/ledger-document';
import type { Result } from '../../../core/base/result';
import { decodeTip } from '../../../core/documents/tip-document';
import type { ListedTrace, OfTip, TipReference } from '../../stripe/payments';
import type { Store } from '../../store/store';
import { readable } from '../../store/stored';

/** Firestore compares a field with at most so many values: https://firebase.google.com/docs/firestore/query-data/queries#in_not-in_and_array-contains-any */
const mostAtOnce = 30;

/** The tips of these payments, by payment intent: an owner's tips, or the ledger of an owner who deleted the account. Other payments have none. */
export async function tipsOfPayments(
  store: Pick<Store, 'find'>,
  uid: string,
  intents: readonly string[],
): Promise<ReadonlyMap<string, TipReference>> {
  const found = new Map<string, TipReference>();
  for (let at = 0; at < intents.length; at += mostAtOnce) {
    const some = intents.slice(at, at + mostAtOnce);
    const tips = await findBy(store, paths.tips(uid), 'stripe.paymentIntentId', some, decodeTip);
    for (const { tipId, stripe } of tips)
      if (stripe.paymentIntentId !== null) found.set(stripe.paymentIntentId, { uid, tipId });
    const left = some.filter((intent) => !found.has(intent));
    const entries = await findBy(store, paths.ledgerEntries(uid), 'paymentIntentId', left, decodeLedgerEntry);
    for (const { tipId, paymentIntentId } of entries)
      if (paymentIntentId !== null) found.set(paymentIntentId, { uid, tipId });
  }
  return found;
}

/** The listed disputes or warnings that are about tips, with their tips. */
export async function withTips<Listed extends ListedTrace>(
  store: Pick<Store, 'find'>,
  uid: string,
  listed: readonly Listed[],
): Promise<readonly OfTip<Listed>[]> {
  const unnamed = listed.flatMap(({ reference, paymentIntentId }) =>
    reference === null ? [paymentIntentId] : [],
  );
  const found = await tipsOfPayments(store, uid, [...new Set(unnamed)]);
  return listed.flatMap((each) => {
    const reference = each.reference ?? found.get(each.paymentIntentId);
    return reference === undefined ? [] : [{ ...each, reference }];
  });
}

async function findBy<T>(
  store: Pick<Store, 'find'>,
  from: string,
  field: string,
  values: readonly string[],
  decode: (data: unknown) => Result<T>,
): Promise<readonly T[]> {
  if (values.length === 0) return [];
  const found = await store.find({ from, where: [[field, 'in', values]], limit: mostAtOnce }, decode);
  return found.map(({ path, value }) => readable(path, value));
}
