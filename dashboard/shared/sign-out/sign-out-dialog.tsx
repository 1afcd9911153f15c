import { Button, Group, Text } from '@mantine/core';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { useDraft } from '../../draft/draft-provider';
import { useUploads } from '../../draft/upload-provider';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { useToast } from '../../ui/toast';
import { useBackend } from '../use-backend';
import { useOwner } from '../use-session';

/** Signs out. Calls `ask` instead when something would be lost: unsaved edits, an upload, or all that a guest has made. */
export function useSignOut(ask: () => void) {
  const { auth } = useBackend();
  const { save } = useDraft();
  const uploads = useUploads();
  const { failed } = useToast();
  const { isGuest } = useOwner();
  const safe = save.kind === 'saved' && !isGuest;
  const leave = useCallback(async () => {
    const answer = await auth.signOut();
    if (!answer.ok) failed(answer.problem);
  }, [auth, failed]);
  const ifSafe = useCallback(
    () => (safe && !uploads.isBusy ? void leave() : ask()),
    [safe, uploads, leave, ask],
  );
  return { leave, leaveIfSafe: ifSafe };
}

interface SignOutDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onLeave: () => void;
}

export function SignOutDialog({ open, onClose, onLeave }: SignOutDialogProps) {
  const text = useText();
  const { isGuest } = useOwner();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text(isGuest ? 'signOut.guestTitle' : 'signOut.unsentTitle')}
    >
      <Text size="sm">{text(isGuest ? 'signOut.guest' : 'signOut.unsent')}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        {isGuest ? (
          <Button component={Link} to="/account" onClick={onClose}>
            {text('guest.keep')}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {text('signOut.stay')}
          </Button>
        )}
        <Button color="red" onClick={onLeave}>
          {text('signOut.anyway')}
        </Button>
      </Group>
    </Dialog>
  );
}
