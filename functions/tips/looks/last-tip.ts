import { paths } from '../../../core/documents/documents';
import { decodeLedgerEntry } from '../../../core/documents/ledger-document';
import { decodeTip } from '../../../core/documents/tip-document';
import { readable } from '../../store/stored';
import type { Store } from '../../store/store';

/** When an owner's latest tip was begun, for an account that no look of this release has seen. Null = never. */
export async function lastTipOf(store: Pick<Store, 'find'>, uid: string): Promise<number | null> {
  const [tip] = await store.find(
    { from: paths.tips(uid), orderBy: [['createdAt', 'desc']], limit: 1 },
    decodeTip,
  );
  if (tip !== undefined) return readable(tip.path, tip.value).createdAt;
  // The owner may have deleted the account: then only the ledger is left.
  const [entry] = await store.find(
    { from: paths.ledgerEntries(uid), orderBy: [['succeededAt', 'desc']], limit: 1 },
    decodeLedgerEntry,
  );
  return entry === undefined ? null : readable(entry.path, entry.value).succeededAt;
}
