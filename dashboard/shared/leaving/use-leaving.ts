import type { Leaving } from '../../../core/documents/account-document';
import { useLive, type Live } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';

/** The deletion of the owner's account; null = there is none. */
export function useLeaving(): Live<Leaving | null> {
  const store = useStore();
  const { uid } = useOwner();
  return useLive<Leaving | null>(['leaving', uid], (watcher) => store.watchLeaving(watcher));
}
