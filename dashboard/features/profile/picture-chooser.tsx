import { Alert, Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { unreachable } from '@busker/core/base/result';
import { picturesOf } from '@busker/core/profile-documents/profile-document';
import type { Draft } from '@busker/core/profile/draft';
import { sameUpload, type DraftPicture, type PictureSlot } from '@busker/core/pictures/picture-slots';
import type { StoredProfile } from '@busker/core/profile/profile';
import { useBackend, useOwner, useOnline } from '../../session/session';
import type { UploadState } from '../../data/backend';
import { useUploads, type UploadJob } from '../../uploads/uploads';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../feedback/failure-alert';
import { LateDialog } from '../../dialog/dialog';
import { later } from '../../loading/later';
import { acceptedPictures, readPicture, smallestSide, type PictureFault } from './picture-file';

interface UploadOptions<S extends PictureSlot> {
  /** The picture's purpose: one upload at a time for each. */
  readonly purpose: string;
  /** A slot that neither the draft nor another upload uses; chosen when an upload starts. */
  readonly freeSlot: (busy: ReadonlySet<PictureSlot>) => S;
  /** May run after the form has closed. */
  readonly onArrived: (picture: { readonly slot: S; readonly generation: string }) => void;
}

interface PictureUpload {
  readonly job: UploadJob | null;
  readonly start: (picture: Blob) => void;
  readonly again: () => void;
  readonly cancel: () => void;
}

/** Uploads a picture. The caller points the draft at it when it is complete. */
export function usePictureUpload<S extends PictureSlot>(options: UploadOptions<S>): PictureUpload {
  const { purpose, freeSlot, onArrived } = options;
  const uploads = useUploads();
  const watch = useCallback((onChange: () => void) => uploads.watch(onChange), [uploads]);
  const job = useSyncExternalStore(watch, () => uploads.jobOf(purpose));
  const start = (picture: Blob) =>
    void uploads.start(purpose, { slot: freeSlot(uploads.busySlots()), picture, arrived: onArrived });
  return {
    job,
    start,
    again: () => job && start(job.picture),
    cancel: () => uploads.cancel(purpose),
  };
}

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
  readonly label: string;
  readonly disabled?: boolean;
  readonly shape: 'round' | 'rect';
  /** Width of the uploaded picture in pixels; of a shape of its own, the side of the square with as many. */
  readonly side: number;
  /** Its width by its height; absent = a square, null = the picture's own. */
  readonly aspect?: number | null;
  readonly upload: PictureUpload;
  /** Further buttons in the row. */
  readonly beside?: ReactNode;
  /** Shown between the buttons and the upload's status. */
  readonly children?: ReactNode;
}

/** Lets the owner choose, crop and upload a picture, checks it, and shows the state of each step. */
export function PictureChooser(props: PictureChooserProps) {
  const { label, disabled = false, shape, side, aspect = 1, upload, beside, children } = props;
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
            aspect={aspect}
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

const keyOf = ({ slot, generation }: DraftPicture): string => `${slot} ${generation}`;

/**
 * URLs of the draft's uploads: the published copy, or the upload itself. The copies of a page that was taken down are not served. Null while loading, and permanently when an upload cannot be
 * read; publishing then reports the problem.
 */
export function usePictureUrls(
  wanted: readonly DraftPicture[],
  published: StoredProfile | null,
): (picture: DraftPicture) => string | null {
  const backend = useBackend();
  const { uid } = useOwner();
  const online = useOnline();
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  const made = useRef(new Map<string, string>());
  const served = published === null || published.takenDownAt !== null ? [] : picturesOf(published);
  const liveAt = (picture: DraftPicture) => served.find((live) => sameUpload(live, picture));
  const unpublished = JSON.stringify(wanted.filter((picture) => !liveAt(picture)));

  useEffect(() => {
    let left = false;
    const read = async (picture: DraftPicture) => {
      const files = await backend.openFiles(uid);
      const answer = await files.read(picture.slot);
      if (left || !answer.ok) return;
      made.current.set(keyOf(picture), URL.createObjectURL(answer.value));
      setUrls(new Map(made.current));
    };
    const pictures = JSON.parse(unpublished) as readonly DraftPicture[];
    for (const picture of pictures) {
      if (!made.current.has(keyOf(picture))) read(picture).catch(() => undefined);
    }
    return () => {
      left = true;
    };
    // Tries again when the connection is back.
  }, [backend, uid, unpublished, online]);

  useEffect(() => {
    const ours = made.current;
    return () => {
      for (const url of ours.values()) URL.revokeObjectURL(url);
      ours.clear();
    };
  }, []);

  return (picture) => {
    const live = liveAt(picture);
    return live ? `${backend.host}/img/${live.sha256}` : (urls.get(keyOf(picture)) ?? null);
  };
}

/** The URL of the draft's picture; null = none. */
export function useDraftPicture({ picture }: Draft, live: StoredProfile | null): string | null {
  const urlOf = usePictureUrls(picture ? [picture] : [], live);
  return picture && urlOf(picture);
}
