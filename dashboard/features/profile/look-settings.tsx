import { ColorInput, NativeSelect, Button, Input, Text } from '@mantine/core';
import {
  avatarPlaces,
  avatarShapes,
  buttonFills,
  buttonShapes,
  nameFonts,
  pageFontNames,
  patterns,
  servedFonts,
  textSizes,
  type Ground,
  type PageLook,
  lookUploads,
} from '@busker/core/looks/page-look';
import { accentPattern } from '@busker/core/profile/draft';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import type { MessageId } from '../../messages/message-ids';
import { useText } from '../../messages/text';
import styles from './look.module.css';
import type { pageSlots } from '@busker/core/pictures/picture-slots';
import { useToast } from '../../feedback/toast';
import { loaded, usePublished } from '../../session/owner-documents';
import { PictureChooser, usePictureUrls, usePictureUpload } from './picture-chooser';

type Setting = Exclude<keyof PageLook, 'ready' | 'ground' | 'cover'>;

/** What the owner may set, the text of its label, and the texts of its choices. */
const settings = {
  fill: { label: 'look.fill', choices: buttonFills },
  shape: { label: 'look.shape', choices: buttonShapes },
  font: { label: 'look.pageFont', choices: pageFontNames },
  size: { label: 'look.size', choices: textSizes },
  avatarShape: { label: 'look.avatarShape', choices: avatarShapes },
  avatarPlace: { label: 'look.avatarPlace', choices: avatarPlaces },
} as const satisfies Readonly<Record<Setting, { label: MessageId; choices: readonly string[] }>>;

/** The name of a font is the same in all languages. */
const named = new Map<string, string>(Object.entries(servedFonts));

/** The choice that leaves a setting to the ready look. */
const own = '';

function Choice({ setting }: { readonly setting: Setting }) {
  const text = useText();
  const { draft, edit } = useDraft();
  const { label, choices } = settings[setting];
  const data = choices.map((value) => ({
    value,
    label: named.get(value) ?? text(`look.${setting}.${value}` as 'look.fill.soft'),
  }));
  return (
    <NativeSelect
      label={text(label)}
      description={nameFonts.some((font) => font === draft.look.page[setting]) && text('look.nameFont')}
      value={draft.look.page[setting] ?? own}
      onChange={({ currentTarget: { value } }) =>
        edit(setField(['look', 'page', setting], value === own ? null : value))
      }
      data={setting === 'size' ? data : [{ value: own, label: text('look.own') }, ...data]}
    />
  );
}

/** A colour that is being typed is not stored before it is one. */
interface ColourProps {
  readonly named: 'look.groundColour' | 'look.groundFrom' | 'look.groundTo';
  readonly colour: string;
  readonly onChange: (colour: string) => void;
}

function Colour({ named, colour, onChange }: ColourProps) {
  const text = useText();
  return (
    <ColorInput
      label={text(named)}
      format="hex"
      withEyeDropper={false}
      value={colour}
      onChange={(value) => accentPattern.test(value) && onChange(value.toLowerCase())}
    />
  );
}

const groundKinds = ['plain', 'gradient', 'pattern', 'picture'] as const;

/** The colours to begin with: of the ground before, if there was one. */
function groundOf(kind: string, before: Ground | null): Ground | null {
  if (kind === 'picture') return { kind, upload: null };
  const earlier = before === null || before.kind === 'picture' ? null : before;
  const colour = earlier === null ? '#dfe7ff' : 'colour' in earlier ? earlier.colour : earlier.from;
  if (kind === 'plain') return { kind, colour };
  if (kind === 'gradient') return { kind, from: colour, to: '#ffd9e8' };
  return kind === 'pattern' ? { kind, colour, pattern: 'dots' } : null;
}

function GroundSettings() {
  const text = useText();
  const { draft, edit, type } = useDraft();
  const { ground } = draft.look.page;
  const path = ['look', 'page', 'ground'];
  const change = (to: Ground) => type(setField(path, to));
  return (
    <>
      <NativeSelect
        label={text('look.ground')}
        value={ground?.kind ?? own}
        onChange={(event) => edit(setField(path, groundOf(event.currentTarget.value, ground)))}
        data={[
          { value: own, label: text('look.own') },
          ...groundKinds.map((value) => ({ value, label: text(`look.ground.${value}`) })),
        ]}
      />
      {ground?.kind === 'gradient' && (
        <>
          <Colour
            named="look.groundFrom"
            colour={ground.from}
            onChange={(from) => change({ ...ground, from })}
          />
          <Colour named="look.groundTo" colour={ground.to} onChange={(to) => change({ ...ground, to })} />
        </>
      )}
      {(ground?.kind === 'plain' || ground?.kind === 'pattern') && (
        <Colour
          named="look.groundColour"
          colour={ground.colour}
          onChange={(colour) => change({ ...ground, colour })}
        />
      )}
      {ground?.kind === 'picture' && <PagePicture of="ground" upload={ground.upload} />}
      {ground?.kind === 'pattern' && (
        <NativeSelect
          label={text('look.pattern')}
          value={ground.pattern}
          onChange={({ currentTarget: { value } }) => {
            const pattern = patterns.find((each) => each === value);
            if (pattern) edit(setField(path, { ...ground, pattern }));
          }}
          data={patterns.map((value) => ({ value, label: text(`look.pattern.${value}`) }))}
        />
      )}
    </>
  );
}

type PageSlot = (typeof pageSlots)[number];

/** Their sizes in pixels, and their slots. A ground fills high and wide windows: it is a square. */
const pagePictures = {
  cover: { width: 1500, aspect: 3, slots: ['cover-a', 'cover-b'] },
  ground: { width: 1600, aspect: 1, slots: ['ground-a', 'ground-b'] },
} as const;

interface PagePictureProps {
  readonly of: keyof typeof pagePictures;
  readonly upload: PageLook['cover'];
}

/** The cover of the page, or the picture behind it: choose, cut out, upload, take away. */
function PagePicture({ of, upload }: PagePictureProps) {
  const text = useText();
  const { notify } = useToast();
  const { problems, edit } = useDraft();
  const published = loaded(usePublished());
  const urlOf = usePictureUrls(upload ? [upload] : [], published);
  const url = upload && urlOf(upload);
  const { width, aspect, slots } = pagePictures[of];
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

/** What the owner changes on top of the ready look. */
export function LookSettings() {
  const text = useText();
  const { cover } = useDraft().draft.look.page;
  return (
    <>
      <div className={styles.settings} role="group" aria-label={text('look.ground')}>
        <GroundSettings />
      </div>
      <p className={styles.hint}>{text('look.groundHint')}</p>
      <PagePicture of="cover" upload={cover} />
      <div className={styles.settings}>
        {(Object.keys(settings) as Setting[]).map((setting) => (
          <Choice key={setting} setting={setting} />
        ))}
      </div>
    </>
  );
}
