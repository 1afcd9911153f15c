import { paths } from '../../core/documents/documents';
import { ledgerEntryOf } from '../../core/documents/ledger-document';
import { ok } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import { allDocuments } from '../store/all-documents';
import type { Deps } from '../deps';
import type { Store } from '../store/store';
import { stored } from '../store/stored';

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
