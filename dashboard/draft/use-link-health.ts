import type { LinksHealth } from '../../core/documents/link-health-document';
import { useLive } from '../shared/use-live';
import { useOwner } from '../shared/use-session';
import { useStore } from '../shared/use-store';

const nothingKnown: LinksHealth['links'] = {};

/** By link id. Nothing while nobody has looked, or while it cannot be read: a mark is missing then, and nothing else. */
export function useLinkHealth(): LinksHealth['links'] {
  const store = useStore();
  const { uid } = useOwner();
  const live = useLive<LinksHealth | null>(['link-health', uid], (watcher) => store.watchLinkHealth(watcher));
  return live.kind === 'ready' && live.value ? live.value.links : nothingKnown;
}
