import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { overlayTests, type OverlayLiveBody, type OverlayTest } from '../../../core/api/channel-api';
import type { OwnOverlay } from '../../../core/outbox/overlay/overlay';
import { useText } from '../../messages/text';
import { useBackend } from '../../data/session';
import { Panel } from '../../ui/panel';
import { AlertList } from './alert-list';
import { useAct } from './use-act';

/** What the owner needs during a stream, also on another device. */
export function LivePanel({ own }: { readonly own: OwnOverlay }) {
  const text = useText();
  const { overlay } = useBackend();
  const { busy, act } = useAct();
  const { paused, muted } = own.live;
  const control = (name: Exclude<OverlayLiveBody['act'], 'again' | 'show'>) => (
    <Button
      variant="default"
      loading={busy === name}
      disabled={busy !== null && busy !== name}
      onClick={() => act(name, () => overlay.act({ act: name }))}
    >
      {text(`stream.${name}`)}
    </Button>
  );
  const test = (name: OverlayTest) => (
    <Button
      key={name}
      size="xs"
      variant="default"
      loading={busy === name}
      disabled={busy !== null && busy !== name}
      onClick={() => act(name, () => overlay.test(name))}
    >
      {text(`stream.test.${name}`)}
    </Button>
  );
  return (
    <Panel id="live" heading={text('stream.live')} note={text('stream.liveNote')}>
      <Stack gap="md">
        {paused && (
          <Alert color="yellow" role="status">
            {text('stream.paused')}
          </Alert>
        )}
        <Group gap="sm">
          {control(paused ? 'resume' : 'pause')}
          {control(muted ? 'unmute' : 'mute')}
          {control('skip')}
        </Group>
        <Group gap="sm" role="group" aria-label={text('stream.test')}>
          <Text size="sm" fw={600} aria-hidden>
            {text('stream.test')}
          </Text>
          {overlayTests.map(test)}
        </Group>
        <Text size="sm" c="dimmed">
          {text('stream.testNote')}
        </Text>
        <AlertList own={own} />
      </Stack>
    </Panel>
  );
}
