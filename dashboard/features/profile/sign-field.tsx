import { Button, Input, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { linkPictures, type Draft } from '@busker/core/profile/draft';
import type { DraftLink } from '@busker/core/links/link';
import { linkSlots, maxLinkPictures, type PictureSlot } from '@busker/core/pictures/picture-slots';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { LateDialog } from '../../dialog/dialog';
import { later } from '../../loading/later';
import type { PageVerbs } from './link-edits';
import { PictureChooser, usePictureUpload } from './picture-chooser';
import { PlatformIcon } from './platform-icon';
import { Note, SlimButton } from '../../theme/owner-parts';
import styles from './profile.module.css';

interface LinkSignProps {
  readonly link: DraftLink;
  /** URL of the picture; null = the link has none, or it has not loaded. */
  readonly picture: string | null;
}

/** The sign before a link's label: its picture, the chosen icon or the platform's mark. */
export function LinkSign({ link, picture }: LinkSignProps) {
  const { sign, url } = link;
  return (
    <span className={styles.platform}>
      {picture ? (
        <img className={styles.thumb} src={picture} alt="" />
      ) : (
        <PlatformIcon url={url} chosen={sign?.kind === 'icon' ? sign.icon : null} />
      )}
    </span>
  );
}

const IconDialog = later(async () => (await import('./icon-dialog')).IconDialog);

/** Pixels: four times the displayed size, and far below a slot's limit. */
const side = 112;

/** A slot that nothing of the draft uses, chosen at random so that two tabs rarely collide. */
export function freeLinkSlot(draft: Draft, busy: ReadonlySet<PictureSlot>): (typeof linkSlots)[number] {
  const taken = new Set<string>([...linkPictures(draft).map(({ slot }) => slot), ...busy]);
  const free = linkSlots.filter((slot) => !taken.has(slot));
  return free[Math.floor(Math.random() * free.length)] ?? linkSlots[0];
}

interface SignFieldProps {
  readonly id: string;
  readonly link: DraftLink;
  readonly picture: string | null;
  readonly verbs: PageVerbs;
  readonly problem: string | undefined;
}

/** The owner's choice of an icon or picture before the link's label. */
export function SignField({ id, link, picture, verbs, problem }: SignFieldProps) {
  const text = useText();
  const labelId = useId();
  const { draft } = useDraft();
  const [choosing, setChoosing] = useState(false);
  const upload = usePictureUpload({
    purpose: id,
    freeSlot: (busy) => freeLinkSlot(draft, busy),
    onArrived: (arrived) => verbs.sign(id, { kind: 'picture', ...arrived }),
  });
  const isFull = link.sign?.kind !== 'picture' && linkPictures(draft).length >= maxLinkPictures;

  return (
    <div role="group" aria-labelledby={labelId}>
      <Input.Label component="div" size="sm" id={labelId}>
        {text('sign.label')}
      </Input.Label>
      <div className={styles.sign}>
        <LinkSign link={link} picture={picture} />
        <div>
          <PictureChooser
            label={text('sign.upload')}
            disabled={isFull}
            shape="rect"
            side={side}
            upload={upload}
            beside={
              <>
                <SlimButton onClick={() => setChoosing(true)}>{text('sign.choose')}</SlimButton>
                {link.sign && (
                  <Button size="xs" variant="subtle" color="gray" onClick={() => verbs.sign(id, null)}>
                    {text('sign.reset')}
                  </Button>
                )}
              </>
            }
          >
            {isFull && <Note mt={6}>{text('sign.full', { max: maxLinkPictures })}</Note>}
            {problem && (
              <Text size="xs" c="red" mt={6} role="alert">
                {problem}
              </Text>
            )}
          </PictureChooser>
        </div>
      </div>
      {choosing && (
        <LateDialog title={text('sign.title')} onClose={() => setChoosing(false)}>
          <IconDialog
            onChoose={(icon) => {
              verbs.sign(id, { kind: 'icon', icon });
              setChoosing(false);
            }}
            onClose={() => setChoosing(false)}
          />
        </LateDialog>
      )}
    </div>
  );
}
