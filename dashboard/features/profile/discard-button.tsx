import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { draftOf, type StoredProfile } from '../../../core/profile-document';
import { discardEdits } from '../../draft/discard';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { useToast } from '../../ui/toast';

export function DiscardButton({ published }: { readonly published: StoredProfile }) {
  const text = useText();
  const { told } = useToast();
  const { draft, edit, setProblems } = useDraft();
  const [asking, setAsking] = useState(false);

  const discard = () => {
    edit(...discardEdits(draft, draftOf(published)));
    setProblems({});
    setAsking(false);
    told(text('publish.discarded'));
  };

  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {text('publish.discard')}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={text('publish.discardTitle')}>
        <Text size="sm">{text('publish.discardText')}</Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={() => setAsking(false)}>
            {text('publish.keep')}
          </Button>
          <Button color="red" onClick={discard}>
            {text('publish.discard')}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
