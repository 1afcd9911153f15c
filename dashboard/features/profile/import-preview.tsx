import { Alert, Box, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { nanoid } from 'nanoid';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { maxBlocks, type Blocks, type DraftBlock } from '@busker/core/blocks/block';
import {
  maxImportLinks,
  type FoundLinks,
  type ImportedBlock,
  type ImportedLink,
  type RefusedRow,
} from '@busker/core/imports/read-import';
import type { PageAbout } from '@busker/core/imports/read-page';
import { maxLabelLength, maxLinks, type DraftLink } from '@busker/core/links/link';
import { readableAddress } from '@busker/core/links/readable-address';
import type { DraftPicture } from '@busker/core/pictures/picture-slots';
import { maxBioLength, maxNameLength, type Draft } from '@busker/core/profile/draft';
import { characterLength } from '@busker/core/text/text';
import { removeField, setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useToast } from '../../feedback/toast';
import { useFaultText, useText } from '../../messages/text';
import { Tag, type Tone } from '../../panel/panel';
import { loaded, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useUploads } from '../../uploads/uploads';
import { placeOf, roomIn } from './add-link';
import { summaryOf } from './block-row';
import { lastOrder } from './link-edits';
import { cropPicture, ownPicture } from './picture-file';
import { PlainButton, Small } from '../../theme/theme';
import styles from './profile.module.css';

type Before = 'there' | 'twice' | null;

/** Which links the list has already, and which the file has twice. */
function beforeOf(
  found: readonly ImportedLink[],
  links: Readonly<Record<string, DraftLink>>,
): readonly Before[] {
  const there = new Set(Object.values(links).map(({ url }) => placeOf(url)));
  const seen = new Set<string>();
  return found.map(({ url }) => {
    const place = placeOf(url);
    const before = there.has(place) ? 'there' : seen.has(place) ? 'twice' : null;
    seen.add(place);
    return before;
  });
}

/** The new part of the dialog takes the focus, because the pressed button is gone. */
export function Begin({ children }: { readonly children: ReactNode }) {
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <Text ref={start} fw={600} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Text>
  );
}

type AboutField = keyof PageAbout;
const aboutFields = ['name', 'bio', 'picture'] as const satisfies readonly AboutField[];
const noAbout: PageAbout = { name: null, bio: null, picture: null };

/** What a page says of its owner, without what the draft has already. */
const freshAbout = (about: PageAbout, draft: Draft): readonly AboutField[] =>
  aboutFields.filter((field) => about[field] !== null && about[field] !== draft[field]);

/** Fetches the picture of the page, and uploads it. Null: it cannot be had, or is no picture. */
function useTakePicture(): (url: string) => Promise<DraftPicture | null> {
  const { siteChecks } = useBackend();
  const uploads = useUploads();
  const published = loaded(usePublished());
  return async (url) => {
    const answer = await siteChecks.importPicture(url);
    const file = answer.ok ? answer.value : null;
    const picture = file && (await cropPicture(file, null, ownPicture.side));
    if (picture === null) return null;
    let stop = () => {};
    const arrived = new Promise<DraftPicture | null>((done) => {
      void uploads.start(ownPicture.purpose, {
        slot: ownPicture.freeSlot(published),
        picture,
        arrived: done,
      });
      stop = uploads.watch(() => {
        const kind = uploads.jobOf(ownPicture.purpose)?.state.kind;
        if (kind !== 'running' && kind !== 'paused' && kind !== 'done') done(null);
      });
    });
    return arrived.finally(() => stop());
  };
}

interface PreviewProps {
  readonly found: FoundLinks;
  /** What a page says of its owner; null = it was a file. */
  readonly about: PageAbout | null;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

export function Preview({ found, about, onBack, onDone }: PreviewProps) {
  const text = useText();
  const { notify } = useToast();
  const { draft, edit } = useDraft();
  const takePicture = useTakePicture();
  const { links, refused, leftOut, unnamed, counts } = found;
  const room = roomIn(draft.links);
  const before = useMemo(() => beforeOf(links, draft.links), [links, draft.links]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => {
    const fresh = links.map((_, at) => at).filter((at) => before[at] === null);
    return new Set(fresh.slice(0, room));
  });
  const { blocks = [] } = found;
  const fresh = useMemo(() => freshBlocks(blocks, draft.blocks), [blocks, draft.blocks]);
  const [takenBlocks, setTakenBlocks] = useState<ReadonlySet<ImportedBlock>>(
    () => new Set(fresh.slice(0, blockRoom(draft.blocks))),
  );
  const hasBlockRoom = takenBlocks.size <= blockRoom(draft.blocks);
  const own = freshAbout(about ?? noAbout, draft);
  const [taken, setTaken] = useState<ReadonlySet<AboutField>>(
    () => new Set(own.filter((field) => !draft[field])),
  );
  const [isBusy, setBusy] = useState(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const count = chosen.size;
  const parts = own.filter((field) => taken.has(field));
  const hasMore = parts.length + takenBlocks.size > 0;

  const add = async () => {
    setBusy(true);
    const wanted = parts.includes('picture') ? (about?.picture ?? null) : null;
    const picture = wanted === null ? null : await takePicture(wanted);
    if (isGone.current) return;
    const first = lastOrder(draft) + 1;
    const added = [...links.filter((_, at) => chosen.has(at)), ...takenBlocks]
      .toSorted((a, b) => a.at - b.at)
      .map((each, at) => {
        const [id, order] = [nanoid(10), first + at];
        return 'block' in each
          ? ([['blocks', id], { ...each.block, order }] as const)
          : ([['links', id], draftLinkOf(each, order)] as const);
      });
    const fields = parts.flatMap((field) => {
      const value = field === 'picture' ? picture : (about?.[field] ?? null);
      return value === null ? [] : [[field, value] as const];
    });
    edit(
      ...added.map(([path, entry]) => setField(path, entry)),
      ...fields.map(([field, value]) => setField([field], value)),
    );
    onDone();
    const failed = wanted !== null && picture === null;
    const said = failed ? 'import.pictureFailed' : hasMore ? 'import.taken' : null;
    notify(said === null ? text('links.addedMany', { count }) : text(said), {
      label: text('links.undo'),
      run: () =>
        edit(
          ...added.map(([path]) => removeField(path)),
          ...fields.map(([field]) => setField([field], draft[field])),
        ),
    });
  };

  return (
    <Stack gap="md">
      <Begin>{text('import.found', { count: links.length })}</Begin>
      {own.length > 0 && about !== null && (
        <ul className={styles.found} aria-label={text('import.aboutYou')}>
          {own.map((field) => (
            <FoundAbout
              key={field}
              field={field}
              value={about[field] ?? ''}
              isThere={Boolean(draft[field])}
              isChosen={taken.has(field)}
              onChoose={(isOn) => setTaken((those) => toggled(those, field, isOn))}
            />
          ))}
        </ul>
      )}
      {leftOut > 0 && <Small>{text('import.leftOut', { count: leftOut, max: maxImportLinks })}</Small>}
      {links.length > 1 && (
        <Checkbox
          label={text('import.all')}
          checked={count === links.length}
          indeterminate={count > 0 && count < links.length}
          onChange={(event) => setChosen(new Set(event.currentTarget.checked ? links.keys() : []))}
        />
      )}
      {links.length > 0 && (
        <ul className={styles.found} aria-label={text('links.heading')}>
          {links.map((link, at) => (
            <FoundLink
              key={at}
              link={link}
              before={before[at] ?? null}
              isChosen={chosen.has(at)}
              onChoose={(isOn) => setChosen((those) => toggled(those, at, isOn))}
            />
          ))}
        </ul>
      )}
      {blocks.length > 0 && (
        <ul className={styles.found} aria-label={text('field.blocks')}>
          {blocks.map((each) => (
            <FoundBlock
              key={each.at}
              block={each.block}
              isFresh={fresh.includes(each)}
              isChosen={takenBlocks.has(each)}
              onChoose={(isOn) => setTakenBlocks((those) => toggled(those, each, isOn))}
            />
          ))}
        </ul>
      )}
      {refused.length > 0 && <NotTaken refused={refused} unnamed={unnamed} counts={counts} />}
      {count > room && (
        <Alert role="alert" color="yellow">
          {text('import.noRoom', { room, max: maxLinks })}
        </Alert>
      )}
      {!hasBlockRoom && (
        <Alert role="alert" color="yellow">
          {text('fault.too-many-entries', { max: maxBlocks })}
        </Alert>
      )}
      <Group justify="flex-end">
        <PlainButton disabled={isBusy} onClick={onBack}>
          {text('thank.back')}
        </PlainButton>
        <Button
          loading={isBusy}
          disabled={(count === 0 && !hasMore) || count > room || !hasBlockRoom}
          onClick={() => void add()}
        >
          {hasMore ? text('import.take') : text('import.add', { count })}
        </Button>
      </Group>
    </Stack>
  );
}

const draftLinkOf = ({ url, label, group, on, icon }: ImportedLink, order: number): DraftLink => ({
  url,
  label,
  order,
  on,
  group,
  sign: icon === null ? null : { kind: 'icon', icon },
});

/** The choice with or without this one. */
const toggled = <T,>(chosen: ReadonlySet<T>, one: T, isOn: boolean): ReadonlySet<T> =>
  new Set(isOn ? [...chosen, one] : [...chosen].filter((other) => other !== one));

interface FoundEntryProps {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  /** What is to be known about it. */
  readonly marks: readonly (readonly [tone: Tone, words: string])[];
  /** The text is longer than this; null = it fits. */
  readonly max?: number | null;
  /** What it is called, and what it is. */
  readonly children: ReactNode;
}

/** Something that was found, to take or to leave. */
function FoundEntry({ isChosen, onChoose, marks, max = null, children }: FoundEntryProps) {
  const text = useText();
  return (
    <li>
      <Checkbox
        classNames={{ body: styles.foundBody ?? '', labelWrapper: styles.foundLabel ?? '' }}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
        label={children}
        description={
          (marks.length > 0 || max !== null) && (
            <span className={styles.foundMarks}>
              {marks.map(([tone, words]) => (
                <Tag key={words} tone={tone}>
                  {words}
                </Tag>
              ))}
              {max !== null && (
                <Text component="span" size="xs">
                  {text('import.tooLong', { max })}
                </Text>
              )}
            </span>
          )
        }
      />
    </li>
  );
}

const maxLengths = { name: maxNameLength, bio: maxBioLength, picture: Infinity } as const;

interface FoundAboutProps extends Pick<FoundEntryProps, 'isChosen' | 'onChoose'> {
  readonly field: AboutField;
  readonly value: string;
  readonly isThere: boolean;
}

/** The picture itself is not shown: the browser asks no other site for it. */
function FoundAbout({ field, value, isThere, ...choice }: FoundAboutProps) {
  const text = useText();
  const max = maxLengths[field];
  return (
    <FoundEntry
      {...choice}
      marks={isThere ? [['warn', text('import.replaces')]] : []}
      max={characterLength(value) > max ? max : null}
    >
      <span className={styles.linkUrl}>{text(field === 'picture' ? 'picture.label' : `field.${field}`)}</span>
      <span className={styles.linkLabel} dir="auto">
        {field === 'picture' ? text('import.pictureAt', { host: new URL(value).host }) : value}
      </span>
    </FoundEntry>
  );
}

interface FoundLinkProps extends Pick<FoundEntryProps, 'isChosen' | 'onChoose'> {
  readonly link: ImportedLink;
  readonly before: Before;
}

function FoundLink({ link: { url, label, group, on }, before, ...choice }: FoundLinkProps) {
  const text = useText();
  return (
    <FoundEntry
      {...choice}
      marks={[
        ...(group === null ? [] : [['plain', group] as const]),
        ...(on ? [] : [['plain', text('links.hidden')] as const]),
        ...(before === null ? [] : [['warn', text(`import.${before}`)] as const]),
      ]}
      max={characterLength(label) > maxLabelLength ? maxLabelLength : null}
    >
      <span className={styles.linkLabel} dir="auto">
        {label}
      </span>
      <span className={styles.linkUrl} dir="ltr">
        {readableAddress(url)}
      </span>
    </FoundEntry>
  );
}

/** What makes two blocks the same, wherever they stand. A picture is in no file. */
const contentOf = (block: DraftBlock): string =>
  JSON.stringify({ from: null, until: null, ...block, order: 0, picture: null });

/** The blocks that the page has not yet. */
function freshBlocks(found: readonly ImportedBlock[], blocks: Blocks): readonly ImportedBlock[] {
  const there = new Set(Object.values(blocks).map(contentOf));
  return found.filter(({ block }) => !there.has(contentOf(block)));
}

const blockRoom = (blocks: Blocks): number => Math.max(0, maxBlocks - Object.keys(blocks).length);

interface FoundBlockProps extends Pick<FoundEntryProps, 'isChosen' | 'onChoose'> {
  readonly block: DraftBlock;
  readonly isFresh: boolean;
}

function FoundBlock({ block, isFresh, ...choice }: FoundBlockProps) {
  const text = useText();
  return (
    <FoundEntry
      {...choice}
      marks={[
        ...(block.on ? [] : [['plain', text('links.hidden')] as const]),
        ...(isFresh ? [] : [['warn', text('import.there')] as const]),
      ]}
    >
      <span className={styles.linkLabel} dir="auto">
        {block.label || text(`blocks.kind.${block.kind}`)}
      </span>
      <span className={styles.linkUrl} dir="auto">
        {summaryOf(block, text)}
      </span>
    </FoundEntry>
  );
}

const unlikeFaults = {
  'heading-empty': 'import.headingEmpty',
  'picture-left-out': 'import.pictureLeftOut',
} as const;

interface NotTakenProps {
  readonly refused: readonly RefusedRow[];
  readonly unnamed: FoundLinks['unnamed'];
  readonly counts: FoundLinks['counts'];
}

function NotTaken({ refused, unnamed, counts }: NotTakenProps) {
  const text = useText();
  const faultText = useFaultText();
  return (
    // Not "alert": a reader would say hundreds of lines at once, over what has the focus.
    <Alert role="note" color="yellow" title={text('links.notTaken')}>
      {/* Scrolls, so that the keyboard has to reach it. */}
      <Box className={styles.notTaken ?? ''} tabIndex={0} role="group" aria-label={text('links.notTaken')}>
        <List size="sm">
          {refused.map(({ at, name, why }, index) => (
            <List.Item key={index}>
              {text(counts === 'lines' ? 'import.line' : 'import.entry', { at })}
              {name !== '' && (
                <>
                  {' '}
                  <bdi>{name}</bdi>
                </>
              )}
              {': '}
              {why in unlikeFaults ? text(unlikeFaults[why as keyof typeof unlikeFaults]) : faultText(why)}
            </List.Item>
          ))}
        </List>
        {unnamed !== null && <Small>{text('import.unnamed', unnamed)}</Small>}
      </Box>
    </Alert>
  );
}
