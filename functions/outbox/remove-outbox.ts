import { collections, paths } from '../../core/documents/documents';
import type { Deps } from '../deps';
import { removeFound } from '../store/store';
import { removeOverlay } from './overlay/make-overlay';

/** Removes everything that is stored to tell an owner of something. The channels go first, so that nothing is sent meanwhile. */
export async function removeOutbox({ store }: Pick<Deps, 'store'>, uid: string): Promise<void> {
  await store.commit([], (writes) => {
    writes.remove(paths.channels(uid));
    writes.remove(paths.pace(uid));
  });
  await removeOverlay({ store }, uid);
  await removeFound(store, { from: collections.channelSecrets, where: [['uid', '==', uid]] });
  await removeFound(store, { from: paths.events(uid) });
  await removeFound(store, { from: paths.deliveries(uid) });
}
