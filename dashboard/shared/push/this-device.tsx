import { Button, Group, List, Text } from '@mantine/core';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { useMemo, useState } from 'react';
import { unreachable } from '../../../core/base/result';
import { useText } from '../../messages/text';
import { FailureAlert, Trouble } from '../../ui/failure-alert';
import { Tag } from '../../ui/tag';
import { browserPushDevice } from './browser-push-device';
import { ownNotes, type DeviceNotes } from './device-note';
import type { PushDevice } from './push-device';
import { useThisDevice, type DeviceFailure, type ThisDeviceParts } from './use-this-device';

interface ThisDeviceProps extends Omit<ThisDeviceParts, 'device' | 'notes'> {
  /** Replaced by stories and tests. */
  readonly device?: PushDevice;
  readonly notes?: DeviceNotes;
}

/** Notifications on the device in the owner's hand: subscribe, confirm the first one, stop. */
export function ThisDevice({ device: given, notes: givenNotes, ...parts }: ThisDeviceProps) {
  const text = useText();
  const device = useMemo(() => given ?? browserPushDevice(), [given]);
  const notes = useMemo(() => givenNotes ?? ownNotes(), [givenNotes]);
  const { state, subscribe, confirm, unseen, stop } = useThisDevice({ ...parts, device, notes });
  const switchOn = (
    <Button
      leftSection={<IconBell size={16} aria-hidden />}
      loading={state.kind === 'subscribing'}
      onClick={() => void subscribe()}
    >
      {text('push.on')}
    </Button>
  );
  switch (state.kind) {
    case 'looking':
      return null;
    case 'unsupported':
      return <Text size="sm">{text('push.unsupported')}</Text>;
    case 'ios-needs-home-screen':
      return <HomeScreenSteps />;
    case 'blocked':
      return <Trouble says={text('push.blocked')} />;
    case 'ready':
    case 'subscribing':
      return (
        <>
          <Text size="sm" mb="xs">
            {text('push.about')}
          </Text>
          {switchOn}
        </>
      );
    case 'unseen':
      return (
        <SeenQuestion onSeen={() => confirm(state.channelId)} onUnseen={() => unseen(state.channelId)} />
      );
    case 'unconfirmed':
      return <Trouble says={text('push.unseen')} onRetry={() => void subscribe()} />;
    case 'on':
      return (
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Tag tone="good">{text('push.isOn')}</Tag>
            <Text size="sm">{text('push.isOnHere')}</Text>
          </Group>
          <Button size="xs" variant="default" onClick={() => void stop(state.channelId)}>
            {text('push.stop')}
          </Button>
        </Group>
      );
    case 'failed':
      return <FailedDevice reason={state.reason} onRetry={() => void subscribe()} />;
    default:
      return unreachable(state);
  }
}

function FailedDevice({ reason, onRetry }: { readonly reason: DeviceFailure; readonly onRetry: () => void }) {
  const text = useText();
  return typeof reason === 'string' ? (
    <Trouble says={text(`push.failed.${reason}`)} onRetry={onRetry} />
  ) : (
    <FailureAlert failure={reason} onRetry={onRetry} />
  );
}

/** Safari on iPhone and iPad has notifications only in an app on the Home Screen, and such an app has a sign-in of its own. */
function HomeScreenSteps() {
  const text = useText();
  return (
    <>
      <Text size="sm">{text('push.ios')}</Text>
      <List type="ordered" size="sm" mt="xs">
        <List.Item>{text('push.iosShare')}</List.Item>
        <List.Item>{text('push.iosAdd')}</List.Item>
        <List.Item>{text('push.iosOpen')}</List.Item>
      </List>
    </>
  );
}

interface SeenQuestionProps {
  readonly onSeen: () => Promise<void>;
  readonly onUnseen: () => Promise<void>;
}

function SeenQuestion({ onSeen, onUnseen }: SeenQuestionProps) {
  const text = useText();
  const [busy, setBusy] = useState<'seen' | 'unseen' | null>(null);
  const answer = (which: 'seen' | 'unseen', work: () => Promise<void>) => async () => {
    setBusy(which);
    await work();
    setBusy(null);
  };
  return (
    <div role="group" aria-label={text('push.seen')}>
      <Text size="sm" fw={600} aria-live="polite">
        {text('push.seen')}
      </Text>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          loading={busy === 'seen'}
          disabled={busy === 'unseen'}
          onClick={() => void answer('seen', onSeen)()}
        >
          {text('push.seenYes')}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={busy === 'unseen'}
          disabled={busy === 'seen'}
          onClick={() => void answer('unseen', onUnseen)()}
        >
          {text('push.seenNo')}
        </Button>
      </Group>
    </div>
  );
}
