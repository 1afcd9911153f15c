import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ok } from '../../../core/base/result';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { useBackend } from '../../data/session';
import { Dialog } from '../../ui/dialog';
import { FailureAlert } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { DeviceList } from './device-list';
import { useChange } from './use-change';

/** Ends the sign-ins of every device, for owners who lost one or forgot to sign out. */
export function SignedInDevices() {
  const text = useText();
  const { auth, api } = useBackend();
  const { save } = useDraft();
  const [asking, setAsking] = useState(false);
  const { change, onSubmit } = useChange(
    async () => {
      const answer = await api.signOutEverywhere();
      // The answer of an earlier press was lost: the server has ended this sign-in too.
      return !answer.ok && answer.problem.code === 'api/sign-in-required' ? ok(undefined) : answer;
    },
    () => void auth.signOut('left'),
  );
  return (
    <Panel id="devices" heading={text('devices.heading')} note={text('devices.note')}>
      <DeviceList />
      <div>
        <Button variant="default" mt="md" onClick={() => setAsking(true)}>
          {text('devices.signOut')}
        </Button>
      </div>
      <Dialog open={asking} onClose={() => setAsking(false)} title={text('devices.title')}>
        <Stack component="form" gap="sm" onSubmit={onSubmit}>
          <Text size="sm">{text('devices.text')}</Text>
          {save.kind !== 'saved' && <Text size="sm">{text('signOut.unsent')}</Text>}
          {change.kind === 'failed' && <FailureAlert failure={change.failure} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAsking(false)}>
              {text('signOut.stay')}
            </Button>
            <Button type="submit" color="red" loading={change.kind === 'busy'}>
              {text('devices.signOut')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </Panel>
  );
}
