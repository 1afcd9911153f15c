import { Button, Group, Progress, Text } from '@mantine/core';
import { unreachable } from '../../../core/result';
import { useText } from '../../messages/text';
import type { Upload, UploadState } from '../../uploads';
import { FailureAlert } from '../../ui/failure-alert';

interface UploadStatusProps {
  readonly state: UploadState | null;
  readonly upload: Upload | null;
  readonly onAgain: () => void;
}

/** Every state of an upload, with what can be done in it. */
export function UploadStatus({ state, upload, onAgain }: UploadStatusProps) {
  const text = useText();
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
      return <FailureAlert failure={state.failure} onRetry={onAgain} />;
    case 'running':
    case 'paused': {
      const percent = state.total > 0 ? Math.floor((state.sent / state.total) * 100) : 0;
      const words = text(state.kind === 'running' ? 'picture.progress' : 'picture.paused', { percent });
      return (
        <div role="group" aria-label={text('picture.label')}>
          <Progress value={percent} mt="xs" size="sm" aria-label={words} />
          <Group gap="xs" mt={6}>
            <Text size="xs">{words}</Text>
            {state.kind === 'running' ? (
              <Button size="compact-xs" variant="default" onClick={() => upload?.pause()}>
                {text('picture.pause')}
              </Button>
            ) : (
              <Button size="compact-xs" variant="default" onClick={() => upload?.resume()}>
                {text('picture.resume')}
              </Button>
            )}
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => upload?.cancel()}>
              {text('picture.stop')}
            </Button>
          </Group>
        </div>
      );
    }
    default:
      return unreachable(state);
  }
}
