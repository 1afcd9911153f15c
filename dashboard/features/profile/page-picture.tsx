import { Button, Input, Text } from '@mantine/core';
import type { pageSlots } from '@busker/core/pictures/picture-slots';
import { lookUploads, type PageLook } from '@busker/core/looks/page-look';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useToast } from '../../feedback/toast';
import { useText } from '../../messages/text';
import { loaded, usePublished } from '../../session/owner-documents';
import styles from './look.module.css';
import { PictureChooser, usePictureUrls, usePictureUpload } from './picture-chooser';

type PageSlot = (typeof pageSlots)[number];

/** Their sizes in pixels, and their slots. A ground fills high and wide windows: it is a square. */
const kinds = {
  cover: { width: 1500, aspect: 3, slots: ['cover-a', 'cover-b'] },
  ground: { width: 1600, aspect: 1, slots: ['ground-a', 'ground-b'] },
} as const;

interface PagePictureProps {
  readonly of: keyof typeof kinds;
  readonly upload: PageLook['cover'];
}

/** The cover of the page, or the picture behind it: choose, cut out, upload, take away. */
export function PagePicture({ of, upload }: PagePictureProps) {
  const text = useText();
  const { notify } = useToast();
  const { problems, edit } = useDraft();
  const published = loaded(usePublished());
  const urlOf = usePictureUrls(upload ? [upload] : [], published);
  const url = upload && urlOf(upload);
  const { width, aspect, slots } = kinds[of];
  const problem = problems[`look.page.${of}`];
  const change = (picture: PageLook['cover']) =>
    edit(setField(['look', 'page', of], of === 'cover' ? picture : { kind: 'picture', upload: picture }));
  const sending = usePictureUpload<PageSlot>({
    purpose: of,
    // The published picture stays until the next publish.
    freeSlot: () => {
      const shown = published === null ? [] : lookUploads(published.look.page);
      return shown.some(({ slot }) => slot === slots[0]) ? slots[1] : slots[0];
    },
    onArrived: (picture) => {
      change(picture);
      notify(text('picture.done'));
    },
  });
  return (
    <Input.Wrapper
      id={`field-look-${of}`}
      label={text(of === 'cover' ? 'look.cover' : 'look.ground.picture')}
      description={text(`look.${of}Picture`)}
      labelElement="div"
      role="group"
      aria-label={text(of === 'cover' ? 'look.cover' : 'look.ground.picture')}
      className={styles.pagePicture ?? ''}
    >
      {url && <img className={of === 'cover' ? styles.cover : styles.behind} src={url} alt="" />}
      <PictureChooser
        label={text(`look.${of}Choose`)}
        shape="rect"
        side={width}
        aspect={aspect}
        upload={sending}
        beside={
          upload && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => change(null)}>
              {text('picture.remove')}
            </Button>
          )
        }
      >
        {problem && (
          <Text size="xs" c="red" mt={6} role="alert">
            {problem}
          </Text>
        )}
      </PictureChooser>
    </Input.Wrapper>
  );
}
