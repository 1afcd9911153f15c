import { Button, Group, Progress, Text } from '@mantine/core';
import { unreachable } from '../../../core/base/result';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import type { UploadState } from '../../data/uploads';
import { useOnline } from '../../data/use-online';
import type { PictureUpload } from './use-picture-upload';

/** Every state of an upload, with its actions. */
export function UploadStatus({ upload }: { readonly upload: PictureUpload }) {
  const text = useText();
  const state = upload.job?.state;
  if (!state) return null;
  switch (state.kind) {
    case 'done':
      return null;
    case 'cancelled':
      return (
        <Text size="xs" mt={6} role="status">
          {text('picture.stopped')}
        </Text>
      );
    case 'failed':
      return <FailureAlert failure={state.failure} onRetry={upload.again} />;
    case 'running':
    case 'paused':
      return <Waiting state={state} upload={upload} />;
    default:
      return unreachable(state);
  }
}

interface OnItsWayProps {
  readonly state: Extract<UploadState, { kind: 'running' | 'paused' }>;
  readonly upload: PictureUpload;
}

function Waiting({ state, upload }: OnItsWayProps) {
  const text = useText();
  const online = useOnline();
  const sender = upload.job?.upload ?? null;
  const percent = state.total > 0 ? Math.floor((state.sent / state.total) * 100) : 0;
  const stage = state.kind === 'paused' ? 'paused' : online ? 'progress' : 'waiting';
  const words = text(`picture.${stage}`, { percent });
  return (
    <div role="group" aria-label={text('picture.label')}>
      <Progress value={percent} mt="xs" size="sm" aria-label={words} />
      <Group gap="xs" mt={6}>
        <Text size="xs">{words}</Text>
        {sender && stage === 'progress' && (
          <Button size="compact-xs" variant="default" onClick={() => sender.pause()}>
            {text('picture.pause')}
          </Button>
        )}
        {sender && stage === 'paused' && (
          <Button size="compact-xs" variant="default" onClick={() => sender.resume()}>
            {text('picture.resume')}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={upload.cancel}>
          {text('picture.stop')}
        </Button>
      </Group>
    </div>
  );
}
