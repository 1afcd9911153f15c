import { Button, Text } from '@mantine/core';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useDraftPicture } from '../../draft/use-draft-picture';
import { usePublished } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import { Initial } from '../../ui/initial';
import { useToast } from '../../ui/toast';
import { PictureChooser } from './picture-chooser';
import { usePictureUpload } from './use-picture-upload';
import styles from './picture.module.css';

/** Pixels: four times the displayed size. */
const side = 512;

export function PictureField() {
  const text = useText();
  const { notify } = useToast();
  const { draft, problems, edit } = useDraft();
  const live = usePublished();
  const published = live.kind === 'ready' ? live.value : null;
  const url = useDraftPicture(draft, published);
  const upload = usePictureUpload({
    purpose: 'own picture',
    // The published picture stays until the next publish.
    freeSlot: () => (published?.picture?.slot === 'picture-a' ? 'picture-b' : 'picture-a'),
    onArrived: (picture) => {
      edit(setField(['picture'], picture));
      notify(text('picture.done'));
    },
  });

  return (
    <div className={styles.row}>
      {url ? (
        <img className={styles.face} src={url} alt={text('picture.alt')} />
      ) : (
        <Initial name={draft.name || '?'} size={72} />
      )}
      <div className={styles.beside}>
        <PictureChooser
          label={text(draft.picture ? 'picture.change' : 'picture.choose')}
          shape="round"
          side={side}
          upload={upload}
          beside={
            draft.picture && (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                onClick={() => edit(setField(['picture'], null))}
              >
                {text('picture.remove')}
              </Button>
            )
          }
        >
          <Text size="xs" c="dimmed" mt={6}>
            {text('picture.rules')}
          </Text>
          {problems.picture && (
            <Text size="xs" c="red" role="alert">
              {problems.picture}
            </Text>
          )}
        </PictureChooser>
      </div>
    </div>
  );
}
