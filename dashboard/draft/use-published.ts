import type { StoredProfile } from '../../core/profile-document';
import { useLive, type Live } from '../use-live';
import { useOwner } from '../use-session';
import { useStore } from '../use-store';

/** What is live; null = never published. */
export function usePublished(): Live<StoredProfile | null> {
  const store = useStore();
  const { uid } = useOwner();
  return useLive<StoredProfile | null>(['published', uid], (watcher) => store.watchPublished(watcher));
}
