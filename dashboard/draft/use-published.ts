import type { StoredProfile } from '../../core/profile/stored-profile';
import { useLive, type Live } from '../shared/use-live';
import { useOwner } from '../shared/use-session';
import { useStore } from '../shared/use-store';

/** The published profile; null = never published. */
export function usePublished(): Live<StoredProfile | null> {
  const store = useStore();
  const { uid } = useOwner();
  return useLive<StoredProfile | null>(['published', uid], (watcher) => store.watchPublished(watcher));
}
