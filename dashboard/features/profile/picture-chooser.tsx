import { Alert, Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { unreachable } from '../../../core/base/result';
import type { UploadState } from '../../data/uploads';
import { useOnline } from '../../data/use-online';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { LateDialog } from '../../ui/late-dialog';
import { later } from '../../ui/later';
import { acceptedPictures, readPicture, smallestSide, type PictureFault } from './picture-file';
import type { PictureUpload } from './use-picture-upload';

/** Every state of an upload, with its actions. */
function UploadStatus({ upload }: { readonly upload: PictureUpload }) {
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

const CropDialog = later(async () => (await import('./crop-dialog')).CropDialog);

type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'cropping'; readonly file: File; readonly url: string; readonly moves: boolean }
  | { readonly kind: 'refused'; readonly sentence: string };

interface PictureChooserProps {
  /** The button's text. */
  readonly label: string;
  readonly disabled?: boolean;
  readonly shape: 'round' | 'rect';
  /** Side length of the uploaded picture in pixels. */
  readonly side: number;
  readonly upload: PictureUpload;
  /** Further buttons in the row. */
  readonly beside?: ReactNode;
  /** Shown between the buttons and the upload's status. */
  readonly children?: ReactNode;
}

/** Lets the owner choose, crop and upload a picture, checks it, and shows the state of each step. */
export function PictureChooser(props: PictureChooserProps) {
  const { label, disabled = false, shape, side, upload, beside, children } = props;
  const text = useText();
  const [choice, setChoice] = useState<Choice>({ kind: 'none' });
  const reset = useRef<() => void>(null);
  const megabytes = (file: Blob) => (file.size / 1024 / 1024).toFixed(1);
  /** The file that was chosen last: another one may be chosen while it is read. */
  const chosen = useRef<File | null>(null);

  const choose = async (file: File | null) => {
    // Browsers report the same file again only after the input was cleared.
    reset.current?.();
    if (!file) return;
    chosen.current = file;
    const read = await readPicture(file);
    if (chosen.current !== file) return;
    if (read.kind === 'fault') refuse(sentenceOf(read.why, file));
    else setChoice({ kind: 'cropping', file, url: URL.createObjectURL(file), moves: read.moves });
  };
  const refuse = (sentence: string) => setChoice({ kind: 'refused', sentence });
  const leaveCrop = (next: Choice) => {
    if (choice.kind === 'cropping') URL.revokeObjectURL(choice.url);
    setChoice(next);
  };
  const sentenceOf = (why: PictureFault, file: Blob) => {
    switch (why) {
      case 'too-large':
        return text('picture.tooLarge', { size: megabytes(file) });
      case 'wrong-type':
        return text('picture.wrongType');
      case 'heic':
        return text('picture.heic');
    }
  };

  return (
    <>
      <Group gap="xs">
        <FileButton
          resetRef={reset}
          onChange={(file) => void choose(file)}
          accept={acceptedPictures}
          disabled={disabled}
        >
          {(button) => (
            <Button {...button} variant="default" size="xs" disabled={disabled}>
              {label}
            </Button>
          )}
        </FileButton>
        {beside}
      </Group>
      {children}
      {choice.kind === 'refused' && (
        <Alert color="red" role="alert" p="xs" mt="xs">
          {choice.sentence}
        </Alert>
      )}
      <UploadStatus upload={upload} />
      {choice.kind === 'cropping' && (
        <LateDialog title={text('picture.cropTitle')} onClose={() => leaveCrop({ kind: 'none' })}>
          <CropDialog
            file={choice.file}
            url={choice.url}
            shape={shape}
            side={side}
            onCancel={() => leaveCrop({ kind: 'none' })}
            moves={choice.moves}
            onUnreadable={() => leaveCrop({ kind: 'refused', sentence: text('picture.unreadable') })}
            onTiny={(width, height) =>
              leaveCrop({
                kind: 'refused',
                sentence: text('picture.tiny', { width, height, least: smallestSide }),
              })
            }
            onDone={(picture) => {
              leaveCrop({ kind: 'none' });
              upload.start(picture);
            }}
          />
        </LateDialog>
      )}
    </>
  );
}
