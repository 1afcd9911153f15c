import { Drawer, Skeleton } from '@mantine/core';
import type { Monthly } from '../../../core/monthly/monthly';
import { useText } from '../../messages/text';
import { useLive } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';
import { Arriving } from '../../ui/arriving';
import { useEscape } from '../../ui/escape';
import { FailureAlert } from '../../ui/failure-alert';
import { SupporterDetails } from './supporter-details';

interface SupporterDrawerProps {
  /** null = closed. */
  readonly monthlyId: string | null;
  readonly onClose: () => void;
}

/** All details of one monthly tip, beside the list. */
export function SupporterDrawer({ monthlyId, onClose }: SupporterDrawerProps) {
  const text = useText();
  useEscape(monthlyId !== null, onClose);
  return (
    <Drawer
      opened={monthlyId !== null}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={480}
      title={text('supporters.details')}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': text('dialog.close') }}
    >
      {monthlyId !== null && <OneSupporter key={monthlyId} monthlyId={monthlyId} />}
    </Drawer>
  );
}

function OneSupporter({ monthlyId }: { readonly monthlyId: string }) {
  const text = useText();
  const store = useStore();
  const { uid } = useOwner();
  const live = useLive<Monthly | null>(['supporter', uid, monthlyId], (watcher) =>
    store.supporters.watchOne(monthlyId, watcher),
  );
  if (live.kind === 'loading') return <Arriving outline={<Skeleton height={220} radius="md" />} />;
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  return live.value ? <SupporterDetails monthly={live.value} /> : <p>{text('supporters.missing')}</p>;
}
