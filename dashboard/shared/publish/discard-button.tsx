import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import { useText } from '../../messages/text';
import { DiscardDialog } from './discard-dialog';

export function DiscardButton({ published }: { readonly published: StoredProfile }) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {text('publish.discard')}
      </Button>
      <DiscardDialog published={published} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}
