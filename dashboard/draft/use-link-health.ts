import type { LinksHealth } from '../../core/documents/link-health-document';
import { useLive } from '../shared/use-live';
import { useOwner } from '../shared/use-session';
import { useStore } from '../shared/use-store';

const nothingKnown: LinksHealth['links'] = {};

/** By link id. Empty before the first check, and when the document cannot be read: the screen then shows no marks. */
export function useLinkHealth(): LinksHealth['links'] {
  const store = useStore();
  const { uid } = useOwner();
  const live = useLive<LinksHealth | null>(['link-health', uid], (watcher) => store.watchLinkHealth(watcher));
  return live.kind === 'ready' && live.value ? live.value.links : nothingKnown;
}
