import { deletionOf } from '../../core/documents/deletion-document';
import type { Deps } from '../deps';
import { stored } from '../store/stored';

/** Comes before the account's documents are removed: later writes with a still valid token would stay for ever. */
export async function markDeleted({ store, clock }: Deps, uid: string): Promise<void> {
  await store.transaction(async (tx) => {
    tx.write(stored.deletion(uid), deletionOf(uid, clock.now()));
    return Promise.resolve();
  });
}
