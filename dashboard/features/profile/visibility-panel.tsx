import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { usePublished } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import type { Failure } from '../../data/failure';
import { useBackend } from '../../data/session';
import { Dialog } from '../../ui/dialog';
import { FailureAlert } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { useToast } from '../../ui/toast';

/** Whether visitors see the page, and the way to take it down. Absent until the owner has published. */
export function VisibilityPanel() {
  const text = useText();
  const intl = useIntl();
  const { host } = useBackend();
  const live = usePublished();
  const published = live.kind === 'ready' ? live.value : null;
  if (published === null) return null;
  const address = `${new URL(host).host}/@${published.handle}`;
  const { takenDownAt } = published;
  return (
    <Panel id="visibility" heading={text('visibility.heading')}>
      <Text size="sm" mb={takenDownAt === null ? 'md' : 0}>
        {takenDownAt === null
          ? text('visibility.public', { address })
          : text('visibility.down', { date: intl.formatDate(takenDownAt, { dateStyle: 'long' }) })}
      </Text>
      {takenDownAt === null && <TakeDown address={address} />}
    </Panel>
  );
}

function TakeDown({ address }: { readonly address: string }) {
  const text = useText();
  const { api } = useBackend();
  const { notify } = useToast();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const close = () => {
    setAsking(false);
    setFailure(null);
  };
  const takeDown = async () => {
    setBusy(true);
    setFailure(null);
    const answer = await api.unpublish();
    setBusy(false);
    if (!answer.ok) return setFailure(answer.problem);
    close();
    notify(text('visibility.done'));
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {text('visibility.takeDown')}
      </Button>
      <Dialog open={isAsking} onClose={close} title={text('visibility.askTitle')}>
        <Text size="sm">{text('visibility.askText', { address })}</Text>
        {failure && <FailureAlert failure={failure} />}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {text('visibility.keep')}
          </Button>
          <Button color="red" loading={isBusy} onClick={() => void takeDown()}>
            {text('visibility.confirm')}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
