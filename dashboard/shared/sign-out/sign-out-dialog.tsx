import { Button, Group, Text } from '@mantine/core';
import { useCallback } from 'react';
import { useDraft } from '../../draft/draft-provider';
import { useUploads } from '../../draft/upload-provider';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { useToast } from '../../ui/toast';
import { useBackend } from '../use-backend';

/** Signs out. Calls `ask` instead when unsaved edits or an upload would be lost. */
export function useSignOut(ask: () => void) {
  const { auth } = useBackend();
  const { save } = useDraft();
  const uploads = useUploads();
  const { failed } = useToast();
  const safe = save.kind === 'saved';
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
  return (
    <Dialog open={open} onClose={onClose} title={text('signOut.unsentTitle')}>
      <Text size="sm">{text('signOut.unsent')}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {text('signOut.stay')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {text('signOut.anyway')}
        </Button>
      </Group>
    </Dialog>
  );
}
