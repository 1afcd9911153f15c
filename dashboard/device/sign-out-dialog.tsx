import { Button, Group } from '@mantine/core';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { useDraft } from '../draft/draft-provider';
import { useText } from '../messages/text';
import { useBackend, useOwner } from '../session/session';
import { Dialog } from '../dialog/dialog';
import { useToast } from '../feedback/toast';
import { useUploads } from '../uploads/uploads';
import { keptHere, leaveDevice, ownDeviceId } from './this-browser';
import { PlainButton, Small } from '../theme/theme';

/** Milliseconds in which the server may remove this device from the list. */
const mostWait = 1500;

/** Signs out. Calls `ask` instead when something would be lost: unsaved edits, an upload, or all that a guest has made. */
export function useSignOut(ask: () => void) {
  const { auth, api, channels } = useBackend();
  const { save } = useDraft();
  const uploads = useUploads();
  const { failed } = useToast();
  const { isGuest, uid } = useOwner();
  const safe = save.kind === 'saved' && !isGuest;
  const leave = useCallback(async () => {
    // The request needs this sign-in. Without a connection, or an answer in time, the entry stays until it is too old.
    const removed = isGuest ? null : api.removeDevice(ownDeviceId(uid));
    const kept = isGuest ? null : keptHere(uid, (channelId) => channels.remove(channelId));
    await Promise.all([
      Promise.race([removed, new Promise((done) => setTimeout(done, mostWait))]),
      kept && leaveDevice(kept),
    ]);
    const answer = await auth.signOut();
    if (!answer.ok) failed(answer.problem);
  }, [auth, api, channels, isGuest, uid, failed]);
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
      <Small>{text(isGuest ? 'signOut.guest' : 'signOut.unsent')}</Small>
      <Group justify="flex-end" mt="lg" gap="xs">
        {isGuest ? (
          <Button component={Link} to="/settings/account" onClick={onClose}>
            {text('guest.keep')}
          </Button>
        ) : (
          <PlainButton onClick={onClose}>{text('signOut.stay')}</PlainButton>
        )}
        <Button color="red" onClick={onLeave}>
          {text('signOut.anyway')}
        </Button>
      </Group>
    </Dialog>
  );
}
