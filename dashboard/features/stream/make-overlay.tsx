import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../messages/text';
import type { Failure } from '../../data/failure';
import { useReauthentication } from '../../shared/reauthentication/use-reauthentication';
import { useBackend } from '../../data/session';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { HatPicture } from '../../ui/illustrations';
import { Panel } from '../../ui/panel';

/** What an overlay is, and the button that makes one. The listener brings it. */
export function MakeOverlay() {
  const text = useText();
  const { overlay } = useBackend();
  const { run, dialog } = useReauthentication();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const make = async () => {
    setBusy(true);
    setFailure(null);
    const answer = await run(() => overlay.make());
    setBusy(false);
    if (!answer.ok) setFailure(answer.problem);
  };
  return (
    <Panel>
      <Stack>
        <EmptyState
          picture={<HatPicture />}
          title={text('stream.noneTitle')}
          text={text('stream.none')}
          action={
            <Button loading={busy} onClick={() => void make()}>
              {text('stream.make')}
            </Button>
          }
        />
        {failure && <FailureAlert failure={failure} />}
      </Stack>
      {dialog}
    </Panel>
  );
}
