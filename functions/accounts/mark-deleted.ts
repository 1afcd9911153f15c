import { deletionOf } from '../../core/documents/deletion-document';
import type { Deps } from '../deps';
import { stored } from '../store/stored';

/** Before an account's documents are removed: what a token that is still valid wrote after that would stay for ever. */
export async function markDeleted({ store, clock }: Deps, uid: string): Promise<void> {
  await store.transaction(async (tx) => {
    tx.write(stored.deletion(uid), deletionOf(uid, clock.now()));
    return Promise.resolve();
  });
}
