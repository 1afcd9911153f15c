import { Alert, Button, FileButton, Group, Text } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useDraftPicture } from '../../draft/use-draft-picture';
import { usePublished } from '../../draft/use-published';
import { useText } from '../../messages/text';
import { Initial } from '../../ui/initial';
import { useToast } from '../../ui/toast';
import { acceptedPictures, pictureFault, type PictureFault } from './picture-file';
import { UploadStatus } from './upload-status';
import { usePictureUpload } from './use-picture-upload';
import styles from './picture.module.css';

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog')).CropDialog }));

type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'cropping'; readonly file: File; readonly url: string }
  | { readonly kind: 'refused'; readonly why: PictureFault | 'unreadable'; readonly megabytes: string };

export function PictureField() {
  const text = useText();
  const { told } = useToast();
  const { draft, problems, edit } = useDraft();
  const live = usePublished();
  const url = useDraftPicture(draft, live.kind === 'ready' ? live.value : null);
  const [choice, setChoice] = useState<Choice>({ kind: 'none' });
  const reset = useRef<() => void>(null);
  const upload = usePictureUpload(() => told(text('picture.done')));
  const megabytes = (file: Blob) => (file.size / 1024 / 1024).toFixed(1);

  const choose = (file: File | null) => {
    // The same file can be chosen again only after the input has forgotten it.
    reset.current?.();
    if (!file) return;
    const why = pictureFault(file);
    if (why) setChoice({ kind: 'refused', why, megabytes: megabytes(file) });
    else setChoice({ kind: 'cropping', file, url: URL.createObjectURL(file) });
  };
  const leaveCrop = (next: Choice) => {
    if (choice.kind === 'cropping') URL.revokeObjectURL(choice.url);
    setChoice(next);
  };
  const refusal = (given: Extract<Choice, { kind: 'refused' }>) => {
    if (given.why === 'too-large') return text('picture.tooLarge', { size: given.megabytes });
    return text(given.why === 'wrong-type' ? 'picture.wrongType' : 'picture.unreadable');
  };

  return (
    <div className={styles.row}>
      {url ? (
        <img className={styles.face} src={url} alt={text('picture.alt')} />
      ) : (
        <Initial name={draft.name || '?'} size={72} />
      )}
      <div className={styles.beside}>
        <Group gap="xs">
          <FileButton resetRef={reset} onChange={choose} accept={acceptedPictures}>
            {(props) => (
              <Button {...props} variant="default" size="xs">
                {text(draft.picture ? 'picture.change' : 'picture.choose')}
              </Button>
            )}
          </FileButton>
          {draft.picture && (
            <Button variant="subtle" color="gray" size="xs" onClick={() => edit(setField(['picture'], null))}>
              {text('picture.remove')}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed" mt={6}>
          {text('picture.rules')}
        </Text>
        {problems.picture && (
          <Text size="xs" c="red" role="alert">
            {problems.picture}
          </Text>
        )}
        {choice.kind === 'refused' && (
          <Alert color="red" role="alert" p="xs" mt="xs">
            {refusal(choice)}
          </Alert>
        )}
        <UploadStatus state={upload.state} upload={upload.upload} onAgain={() => void upload.again()} />
      </div>
      {choice.kind === 'cropping' && (
        <Suspense fallback={null}>
          <CropDialog
            file={choice.file}
            url={choice.url}
            onCancel={() => leaveCrop({ kind: 'none' })}
            onUnreadable={() => leaveCrop({ kind: 'refused', why: 'unreadable', megabytes: '' })}
            onDone={(picture) => {
              leaveCrop({ kind: 'none' });
              void upload.start(picture);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
