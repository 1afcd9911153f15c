import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import type { SupportersView } from '../../data/backend';
import { useLive } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';

/** To the monthly tips, for owners who offer them or still have some. */
export function SupportersLink() {
  const text = useText();
  const store = useStore();
  const { uid } = useOwner();
  const { draft } = useDraft();
  const live = useLive<SupportersView>(['supporters', uid, 1], (watcher) =>
    store.supporters.watchAll(1, watcher),
  );
  const hasSome = live.kind === 'ready' && live.value.supporters.length > 0;
  if (!draft.tips.monthly.on && !hasSome) return null;
  return (
    <Button component={Link} to="/tips/supporters" variant="default">
      {text('supporters.title')}
    </Button>
  );
}
