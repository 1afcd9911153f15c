import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { useOwner } from '../use-session';

/** Why publishing is not possible; null = it is. */
export function usePublishObstacle(): string | null {
  const text = useText();
  const owner = useOwner();
  const { online } = useDraft();
  if (!online) return text('publish.offline');
  if (owner.isGuest) return text('publish.guest');
  return owner.emailVerified || !owner.email ? null : text('publish.verify');
}
