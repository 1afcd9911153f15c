import { Drawer } from '@mantine/core';
import { useEffect } from 'react';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { useEscape } from '../../ui/escape';
import { FailureAlert } from '../../ui/failure-alert';
import { useLive } from '../../data/owner-documents';
import { useOwner, useStore } from '../../data/session';
import { TipDetails } from './tip-details';
import { TipOutline } from './tip-outline';

interface TipDrawerProps {
  /** null = closed. */
  readonly tipId: string | null;
  readonly onClose: () => void;
  /** The list takes over the newer state of the tip. */
  readonly onSeen: (tip: Tip) => void;
}

/** All details of one tip, beside the list. */
export function TipDrawer({ tipId, onClose, onSeen }: TipDrawerProps) {
  const text = useText();
  useEscape(tipId !== null, onClose);
  return (
    <Drawer
      opened={tipId !== null}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={480}
      title={text('tip.title')}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': text('dialog.close') }}
    >
      {tipId !== null && <OneTip key={tipId} tipId={tipId} onSeen={onSeen} />}
    </Drawer>
  );
}

function OneTip({ tipId, onSeen }: { readonly tipId: string; readonly onSeen: (tip: Tip) => void }) {
  const text = useText();
  const store = useStore();
  const { uid } = useOwner();
  const live = useLive<Tip | null>(['tip', uid, tipId], (watcher) =>
    store.tipRepository.watchTip(tipId, watcher),
  );
  const tip = live.kind === 'ready' ? live.value : null;
  useEffect(() => {
    if (tip) onSeen(tip);
  }, [tip, onSeen]);
  if (live.kind === 'loading') return <TipOutline />;
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  return tip ? <TipDetails tip={tip} /> : <p>{text('tip.missing')}</p>;
}
