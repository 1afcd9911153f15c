import { usePublished } from '../../data/owner-documents';
import { DiscardDialog } from '../../shared/publish/discard-dialog';
import { SignOutDialog, useSignOut } from '../../shared/sign-out/sign-out-dialog';
import { HelpSheet } from './help-sheet';
import { Palette } from './palette';

/** Which dialog is open. */
export type Opened = 'commands' | 'help' | 'discard' | 'leave';

interface CommandLayerProps {
  readonly open: Opened | null;
  readonly onOpen: (open: Opened) => void;
  readonly onClose: () => void;
}

/** The palette, the help sheet and the dialogs that commands open. Loaded at first use. */
export function CommandLayer({ open, onOpen, onClose }: CommandLayerProps) {
  const live = usePublished();
  const published = live.kind === 'ready' ? live.value : null;
  const { leave, leaveIfSafe } = useSignOut(() => onOpen('leave'));
  return (
    <>
      <Palette
        open={open === 'commands'}
        onClose={onClose}
        onDiscard={() => onOpen('discard')}
        onHelp={() => onOpen('help')}
        onLeave={leaveIfSafe}
      />
      <HelpSheet open={open === 'help'} onClose={onClose} />
      {published && <DiscardDialog published={published} open={open === 'discard'} onClose={onClose} />}
      <SignOutDialog open={open === 'leave'} onClose={onClose} onLeave={() => void leave()} />
    </>
  );
}
