import { Button, Group, Text } from '@mantine/core';
import { draftOf, type StoredProfile } from '../../../core/profile/stored-profile';
import { discardEdits } from '../../draft/discard';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { useToast } from '../../ui/toast';

interface DiscardDialogProps {
  readonly published: StoredProfile;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function DiscardDialog({ published, open, onClose }: DiscardDialogProps) {
  const text = useText();
  const { notify } = useToast();
  const { draft, edit, setProblems } = useDraft();
  const discard = () => {
    edit(...discardEdits(draft, draftOf(published)));
    setProblems({});
    onClose();
    notify(text('publish.discarded'));
  };
  return (
    <Dialog open={open} onClose={onClose} title={text('publish.discardTitle')}>
      <Text size="sm">{text('publish.discardText')}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {text('publish.keep')}
        </Button>
        <Button color="red" onClick={discard}>
          {text('publish.discard')}
        </Button>
      </Group>
    </Dialog>
  );
}
