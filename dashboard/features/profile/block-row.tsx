import { Button, NativeSelect, Text, TextInput, Textarea } from '@mantine/core';
import { memo } from 'react';
import { unreachable, type FieldProblems } from '@busker/core/base/result';
import {
  maxAltLength,
  maxBlockText,
  mediaNames,
  readMedia,
  tipParts,
  type BlockKind,
  type DraftBlock,
} from '@busker/core/blocks/block';
import { completeUrl } from '@busker/core/links/link';
import { readableAddress } from '@busker/core/links/readable-address';
import { maxLinkPictures } from '@busker/core/pictures/picture-slots';
import { linkPictures } from '@busker/core/profile/draft';
import { useDraft } from '../../draft/draft-provider';
import { Counter } from '../../form/text-length';
import {
  IconCalendarEvent,
  IconCoin,
  IconFileText,
  IconGift,
  IconIcons,
  IconMail,
  IconPhoto,
  IconPlayerPlay,
} from '../../icons/screen-icons';
import { useText, type Say } from '../../messages/text';
import { DatesForm, GivingForm, IconsForm, type BlockFormProps } from './block-entries';
import type { PageVerbs } from './link-edits';
import { PageRow, PhaseTag, TimeFields } from './page-row';
import { PictureChooser, usePictureUpload } from './picture-chooser';
import styles from './profile.module.css';
import { freeLinkSlot } from './sign-field';

export const blockIcons: Readonly<Record<BlockKind, typeof IconMail>> = {
  text: IconFileText,
  picture: IconPhoto,
  dates: IconCalendarEvent,
  media: IconPlayerPlay,
  contact: IconMail,
  giving: IconGift,
  icons: IconIcons,
  tips: IconCoin,
};

interface PictureFieldProps extends BlockFormProps<'picture' | 'media'> {
  /** URL of the upload; null = none, or not read yet. */
  readonly picture: string | null;
}

/** Pixels. A slot takes 256 kB, which a square of this side has room in, and any other shape of as many pixels. */
const side = 640;

function PictureField({ id, block, verbs, problem, picture }: PictureFieldProps) {
  const text = useText();
  const { draft } = useDraft();
  const upload = usePictureUpload({
    purpose: id,
    freeSlot: (busy) => freeLinkSlot(draft, busy),
    onArrived: (arrived) => verbs.block(id, 'picture', arrived, 'at once'),
  });
  const isFull = block.picture === null && linkPictures(draft).length >= maxLinkPictures;
  const refused = isFull ? text('sign.full', { max: maxLinkPictures }) : problem('picture');
  return (
    <div id={`field-blocks.${id}.picture`} tabIndex={-1}>
      {picture && <img className={styles.blockPicture} src={picture} alt={'alt' in block ? block.alt : ''} />}
      <PictureChooser
        label={text(block.picture ? 'picture.change' : 'picture.choose')}
        disabled={isFull}
        shape="rect"
        side={side}
        aspect={null}
        upload={upload}
        beside={
          block.picture && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              onClick={() => verbs.block(id, 'picture', null, 'at once')}
            >
              {text('picture.remove')}
            </Button>
          )
        }
      >
        {refused && (
          <Text size="xs" c="red" mt={6} role="alert">
            {refused}
          </Text>
        )}
      </PictureChooser>
    </div>
  );
}

function TextForm({ id, block, verbs, problem }: BlockFormProps<'text'>) {
  const text = useText();
  return (
    <Textarea
      size="sm"
      label={text('blocks.kind.text')}
      autosize
      minRows={3}
      maxRows={12}
      data-autofocus
      value={block.text}
      error={problem('text')}
      description={<Counter text={block.text} max={maxBlockText} />}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={(event) => verbs.block(id, 'text', event.currentTarget.value)}
    />
  );
}

function PictureForm(props: BlockFormProps<'picture'> & Pick<PictureFieldProps, 'picture'>) {
  const { id, block, verbs, problem } = props;
  const text = useText();
  return (
    <>
      <PictureField {...props} />
      <TextInput
        size="sm"
        label={text('blocks.alt')}
        description={text('blocks.altHint', { max: maxAltLength })}
        data-autofocus
        value={block.alt}
        error={problem('alt')}
        onChange={(event) => verbs.block(id, 'alt', event.currentTarget.value)}
      />
    </>
  );
}

function MediaForm(props: BlockFormProps<'media'> & Pick<PictureFieldProps, 'picture'>) {
  const { id, block, verbs, problem } = props;
  const text = useText();
  return (
    <>
      <TextInput
        size="sm"
        label={text('blocks.media')}
        description={text('blocks.mediaHint')}
        inputMode="url"
        spellCheck={false}
        data-autofocus
        value={block.url}
        error={problem('url')}
        onChange={(event) => verbs.block(id, 'url', event.currentTarget.value)}
        onBlur={() => {
          const whole = completeUrl(block.url);
          if (whole !== block.url) verbs.block(id, 'url', whole);
        }}
      />
      <PictureField {...props} />
    </>
  );
}

const contactFields = ['email', 'phone', 'place'] as const;
const contactLabels = { email: 'signIn.email', phone: 'blocks.phone', place: 'blocks.place' } as const;

function ContactForm({ id, block, verbs, problem }: BlockFormProps<'contact'>) {
  const text = useText();
  return contactFields.map((field) => (
    <TextInput
      key={field}
      size="sm"
      type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
      label={text(contactLabels[field])}
      description={field === 'phone' && text('fault.phone-country')}
      data-autofocus={field === 'email' || undefined}
      value={block[field]}
      error={problem(field)}
      onChange={(event) => verbs.block(id, field, event.currentTarget.value)}
    />
  ));
}

const partNames = { button: 'look.tipButton', goal: 'goal.heading', wall: 'wall.heading' } as const;

function TipsForm({ id, block, verbs, problem }: BlockFormProps<'tips'>) {
  const text = useText();
  return (
    <NativeSelect
      size="sm"
      label={text('blocks.show')}
      data-autofocus
      value={block.show}
      error={problem('show')}
      data={tipParts.map((value) => ({ value, label: text(partNames[value]) }))}
      onChange={(event) => verbs.block(id, 'show', event.currentTarget.value, 'at once')}
    />
  );
}

function BlockForm({ block, picture, ...props }: BlockRowProps & Omit<BlockFormProps<BlockKind>, 'block'>) {
  switch (block.kind) {
    case 'text':
      return <TextForm {...props} block={block} />;
    case 'picture':
      return <PictureForm {...props} block={block} picture={picture} />;
    case 'dates':
      return <DatesForm {...props} block={block} />;
    case 'media':
      return <MediaForm {...props} block={block} picture={picture} />;
    case 'contact':
      return <ContactForm {...props} block={block} />;
    case 'giving':
      return <GivingForm {...props} block={block} />;
    case 'icons':
      return <IconsForm {...props} block={block} />;
    case 'tips':
      return <TipsForm {...props} block={block} />;
    default:
      return unreachable(block);
  }
}

function mediaName(url: string): string {
  const media = readMedia(url);
  return media === null ? url : mediaNames[media.service];
}

export function summaryOf(block: DraftBlock, text: Say): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'picture':
      return block.alt;
    case 'media':
      return mediaName(block.url);
    case 'contact':
      return [block.email, block.phone].filter((part) => part !== '').join(' · ');
    case 'icons':
      return block.rows.map(({ label, url }) => label || readableAddress(url)).join(' · ');
    case 'giving':
      return block.rows.map(({ label, place }) => label || readableAddress(place)).join(' · ');
    case 'dates':
      return text('blocks.entries', { count: block.rows.length });
    case 'tips':
      return text(partNames[block.show]);
    default:
      return unreachable(block);
  }
}

interface BlockRowProps {
  readonly id: string;
  readonly name: string;
  readonly block: DraftBlock;
  /** Position in the list, from 0. */
  readonly at: number;
  readonly last: boolean;
  readonly verbs: PageVerbs;
  /** Of the whole draft. */
  readonly problems: FieldProblems;
  readonly picture: string | null;
  /** Just added: its form is open, and its first field has the focus. */
  readonly isNew: boolean;
}

export const BlockRow = memo(function BlockRow(props: BlockRowProps) {
  const { id, name, block, at, last, verbs, problems, isNew } = props;
  const text = useText();
  const kind = text(`blocks.kind.${block.kind}`);
  const title = block.label.trim();
  const summary = summaryOf(block, text);
  const Icon = blockIcons[block.kind];
  const problem = (field: string) => problems[`blocks.${id}.${field}`];
  const isRefused = Object.keys(problems).some((path) => path.startsWith(`blocks.${id}`));
  const isTimed = block.from != null || block.until != null;
  return (
    <PageRow
      id={id}
      entry={block}
      name={name}
      below={[title && kind, summary].filter((part) => part !== '').join(' · ')}
      sign={
        <span className={styles.platform}>
          <Icon size={20} aria-hidden />
        </span>
      }
      at={at}
      last={last}
      verbs={verbs}
      isRefused={isRefused}
      isNew={isNew}
      marks={
        isTimed && (
          <div className={styles.marks}>
            <PhaseTag entry={block} />
          </div>
        )
      }
    >
      <BlockForm {...props} problem={problem} />
      <TextInput
        size="sm"
        label={text('blocks.title')}
        value={block.label}
        error={problem('label')}
        onChange={(event) => verbs.label(id, event.currentTarget.value)}
      />
      <TimeFields id={id} entry={block} verbs={verbs} untilProblem={problem('until')} />
    </PageRow>
  );
});
