import { paths } from '../../../core/documents/documents';
import type { Deps } from '../../deps';
import { removeFound } from '../../store/remove-found';
import { stored } from '../../store/stored';

/**
 * Removes the overlay of an owner, and answers whether there was one. The page goes first, so that it shows nothing more. The owner's document goes last,
 * because it has the key: a removal that ends in between can be repeated. Alerts that are planned meanwhile are removed at the end.
 */
export async function removeOverlay({ store }: Pick<Deps, 'store'>, uid: string): Promise<boolean> {
  const own = await store.read(stored.ownOverlay(uid));
  if (own === undefined) return false;
  await store.commit([], (writes) => writes.remove(paths.overlay(own.key)));
  await removeAlerts({ store }, own.key);
  await store.commit([], (writes) => {
    writes.remove(paths.overlay(own.key));
    writes.remove(paths.ownOverlay(uid));
  });
  await removeAlerts({ store }, own.key);
  return true;
}

export const removeAlerts = ({ store }: Pick<Deps, 'store'>, key: string): Promise<void> =>
  removeFound(store, { from: paths.overlayAlerts(key) });
