import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { memo, useMemo, useRef, useState } from 'react';
import type { VerifyLinkAnswer } from '@busker/core/dashboard-api/owner-api';
import { isWebAddress } from '@busker/core/text/safe-url';
import type { LinkHealth, LinkState } from '@busker/core/profile-documents/profile-document';
import { linkPictures } from '@busker/core/profile/draft';
import { isSafeUrl, type DraftLink } from '@busker/core/links/link';
import { readableAddress } from '@busker/core/links/readable-address';
import { IconExternalLink, IconRosetteDiscountCheck } from '../../icons/screen-icons';
import { useLinkHealth, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useDraft } from '../../draft/draft-provider';
import { usePictureUrls } from './picture-chooser';
import { useText } from '../../messages/text';
import { CodeBlock } from '../../panel/code-block';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { Tag } from '../../panel/panel';
import { readLink } from './add-link';
import { LinkSign, SignField } from './sign-field';
import styles from './profile.module.css';
import { BlockRow } from './block-row';
import { useEntryName, usePageVerbs, type PageEntry, type PageVerbs } from './link-edits';
import { PageRow, PhaseTag, TimeFields } from './page-row';
import { PlainButton, Small, SmallButton } from '../../theme/theme';

/** These answers mean that there is no page, so the link must not lead there. */
const isDead = (status: number | null) =>
  status === 404 || status === 410 || (status !== null && status >= 500 && status < 600);

/** The new address of a moved link; null if there is none, if it is not a web address, or if it does not work either. */
export function movedAddress({ state, movedTo, status }: LinkHealth): string | null {
  if (state !== 'moved' || movedTo === null || isDead(status)) return null;
  return isWebAddress(movedTo) ? movedTo : null;
}

interface LinkHealthMarkProps {
  readonly health: LinkHealth;
  readonly state: Exclude<LinkState, 'ok' | 'unknown'>;
  /** The link's label. */
  readonly name: string;
  readonly onMove: (address: string) => void;
}

/** The fault of a link. A moved link can get its new address with one press. */
function LinkHealthMark({ health, state, name, onMove }: LinkHealthMarkProps) {
  const text = useText();
  const address = movedAddress(health);
  return (
    <>
      <Tag tone="bad">{text(`links.health.${state}`)}</Tag>
      {health.movedTo && (
        <Text size="xs" c="dimmed" component="span" className={styles.movedTo ?? ''}>
          {readableAddress(health.movedTo)}
        </Text>
      )}
      {address !== null && (
        <SmallButton aria-label={text('links.useNewFor', { label: name })} onClick={() => onMove(address)}>
          {text('links.useNew')}
        </SmallButton>
      )}
    </>
  );
}

interface LinkMarksProps {
  readonly link: DraftLink;
  readonly verified: boolean;
  readonly health: LinkHealth | undefined;
  readonly name: string;
  /** Replaces the link's address by the one that it redirects to. */
  readonly onMove: (address: string) => void;
}

/** The server's findings about a link, and its times. Empty when there is nothing to report. */
function LinkMarks({ link, verified, health, name, onMove }: LinkMarksProps) {
  const text = useText();
  const isSick = health !== undefined && health.url === link.url && health.state !== 'ok';
  const sick = isSick && health.state !== 'unknown' ? health.state : null;
  const isTimed = link.from != null || link.until != null;
  if (!isTimed && !verified && !sick && !link.group) return null;
  return (
    <div className={styles.marks}>
      {link.group && <Tag tone="plain">{link.group}</Tag>}
      {verified && <Tag tone="good">{text('links.verified')}</Tag>}
      <PhaseTag entry={link} />
      {sick && health && <LinkHealthMark health={health} state={sick} name={name} onMove={onMove} />}
    </div>
  );
}

interface VerifyLinkProps {
  readonly url: string;
  readonly onClose: () => void;
}

/** Verifies a page as the owner's: it must link back with rel="me". */
function VerifyLink({ url, onClose }: VerifyLinkProps) {
  const text = useText();
  const { host, siteChecks } = useBackend();
  const { busy, failure, ask } = useAsk();
  const [answer, setAnswer] = useState<VerifyLinkAnswer | null>(null);
  const look = async () => {
    const looked = await ask(() => siteChecks.verifyLink(url));
    if (looked.ok) setAnswer(looked.value);
  };
  const done = answer?.outcome === 'verified';
  return (
    <Dialog open onClose={onClose} title={text('verify.title')}>
      <Stack gap="md">
        <Small>{text('verify.about', { url })}</Small>
        {answer && (
          <Text size="sm" fw={600} role="status">
            {text(`verify.${answer.outcome}`)}
          </Text>
        )}
        {answer?.outcome === 'no-link-back' && (
          <CodeBlock
            code={`<a rel="me" href="${answer.linkBack}">${answer.linkBack.replace(host, '').slice(1)}</a>`}
            label={text('verify.code')}
          />
        )}
        {failure && <FailureAlert failure={failure} />}
        <Group justify="flex-end">
          <PlainButton onClick={onClose}>{text('dialog.close')}</PlainButton>
          {!done && (
            <Button loading={busy} onClick={() => void look()}>
              {text('verify.look')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

interface LinkMenuItemsProps {
  readonly link: DraftLink;
  readonly onVerify: () => void;
}

/** What can be done with a link besides what every row can. */
function LinkMenuItems({ link, onVerify }: LinkMenuItemsProps) {
  const text = useText();
  const live = usePublished();
  const published = live.kind === 'ready' ? Object.values(live.value?.links ?? {}) : [];
  const isLive = published.some(({ url }) => url === link.url) && /^https?:/.test(link.url);
  return (
    <>
      {isSafeUrl(link.url) && (
        <Menu.Item
          component="a"
          href={link.url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {text('links.open')}
        </Menu.Item>
      )}
      {isLive && (
        <Menu.Item leftSection={<IconRosetteDiscountCheck size={16} aria-hidden />} onClick={onVerify}>
          {text('verify.open')}
        </Menu.Item>
      )}
    </>
  );
}

interface LinkRowProps {
  readonly id: string;
  readonly link: DraftLink;
  /** Position in the list, from 0. */
  readonly at: number;
  readonly last: boolean;
  readonly isNew: boolean;
  readonly verbs: PageVerbs;
  readonly labelProblem: string | undefined;
  readonly urlProblem: string | undefined;
  readonly groupProblem: string | undefined;
  readonly untilProblem: string | undefined;
  readonly signProblem: string | undefined;
  readonly picture: string | null;
  readonly verified: boolean;
  readonly health: LinkHealth | undefined;
}

const LinkRow = memo(function LinkRow({
  id,
  link,
  at,
  last,
  isNew,
  verbs,
  labelProblem,
  urlProblem,
  groupProblem,
  untilProblem,
  signProblem,
  picture,
  verified,
  health,
}: LinkRowProps) {
  const text = useText();
  const [verifying, setVerifying] = useState(false);
  const nameButton = useRef<HTMLButtonElement>(null);
  const isRefused = [labelProblem, urlProblem, groupProblem, untilProblem, signProblem].some(
    (given) => given !== undefined,
  );
  const name = link.label.trim() || readableAddress(link.url);
  const move = (address: string) => {
    verbs.readdress(id, address);
    // The pressed button disappears together with the problem.
    nameButton.current?.focus();
  };

  return (
    <PageRow
      id={id}
      entry={link}
      name={name}
      below={readableAddress(link.url)}
      sign={<LinkSign link={link} picture={picture} />}
      at={at}
      last={last}
      isNew={isNew}
      verbs={verbs}
      isRefused={isRefused}
      nameButton={nameButton}
      marks={<LinkMarks link={link} verified={verified} health={health} name={name} onMove={move} />}
      menu={<LinkMenuItems link={link} onVerify={() => setVerifying(true)} />}
      beside={verifying && <VerifyLink url={link.url} onClose={() => setVerifying(false)} />}
    >
      <TextInput
        size="sm"
        label={text('links.label')}
        value={link.label}
        error={labelProblem}
        data-autofocus
        onChange={(event) => verbs.label(id, event.currentTarget.value)}
      />
      <TextInput
        size="sm"
        label={text('links.url')}
        inputMode="url"
        spellCheck={false}
        value={link.url}
        error={urlProblem}
        onChange={(event) => verbs.url(id, event.currentTarget.value)}
        onBlur={() => {
          // An unknown text stays as it is: a completed one would be published and lead nowhere.
          const read = readLink(link.url);
          if (read.kind === 'url' && read.url !== link.url) verbs.url(id, read.url);
        }}
      />
      <SignField id={id} link={link} picture={picture} verbs={verbs} problem={signProblem} />
      <TextInput
        size="sm"
        label={text('links.group')}
        description={text('links.groupHint')}
        error={groupProblem}
        value={link.group ?? ''}
        onChange={(event) => verbs.group(id, event.currentTarget.value)}
      />
      <TimeFields id={id} entry={link} verbs={verbs} untilProblem={untilProblem} />
    </PageRow>
  );
});

/**
 * Over which row another one is. By keyboard it lies at the edge of the next one; with an open form it is so high that its own old place has the nearer
 * centre.
 */
export const nearest: CollisionDetection = (given) => {
  const { pointerCoordinates, collisionRect, droppableRects, droppableContainers } = given;
  if (pointerCoordinates) return closestCenter(given);
  return droppableContainers
    .flatMap((droppableContainer) => {
      const rect = droppableRects.get(droppableContainer.id);
      if (!rect) return [];
      const { top, bottom } = collisionRect;
      const value = Math.min(Math.abs(rect.top - top), Math.abs(rect.bottom - bottom));
      return [{ id: droppableContainer.id, data: { droppableContainer, value } }];
    })
    .toSorted((a, b) => a.data.value - b.data.value);
};

type SortedEntries = readonly (readonly [id: string, entry: PageEntry])[];

/** dnd-kit's own announcements are in English and use ids. */
function useAnnouncements(entries: SortedEntries): Announcements {
  const text = useText();
  const nameOf = useEntryName();
  const names = entries.map(([, entry]) => nameOf(entry)).join('\n');
  return useMemo(() => {
    const labels = names.split('\n');
    const where = (id: string | number) => {
      const at = entries.findIndex(([other]) => other === id);
      return { label: labels[at] ?? '', place: at + 1 };
    };
    const count = labels.length;
    return {
      onDragStart: ({ active }) => text('links.picked', { ...where(active.id), count }),
      onDragOver: ({ active, over }) => {
        if (!over) return undefined;
        // dnd-kit reports "over itself" directly after picking up, which would interrupt the instructions.
        if (over.id === active.id) return text('links.picked', { ...where(active.id), count });
        return text('links.over', { label: where(active.id).label, place: where(over.id).place, count });
      },
      onDragEnd: ({ active, over }) =>
        text('links.dropped', {
          label: where(active.id).label,
          place: where((over ?? active).id).place,
          count,
        }),
      onDragCancel: ({ active }) => text('links.cancelled', where(active.id)),
    };
  }, [entries, names, text]);
}

interface PageListProps {
  readonly entries: SortedEntries;
  /** The id of the entry that was added last, if its form is open; null = none. */
  readonly fresh: string | null;
}

/** Links and blocks in the order of the page. */
export function PageList({ entries, fresh }: PageListProps) {
  const text = useText();
  const { draft, problems } = useDraft();
  const live = usePublished();
  const verified = live.kind === 'ready' ? (live.value?.verifiedUrls ?? []) : [];
  const urlOf = usePictureUrls(linkPictures(draft), live.kind === 'ready' ? live.value : null);
  const health = useLinkHealth();
  const verbs = usePageVerbs();
  const nameOf = useEntryName();
  const hasBlocks = entries.some(([, entry]) => 'kind' in entry);
  const announcements = useAnnouncements(entries);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = entries.map(([id]) => id);

  const drop = ({ active, over }: DragEndEvent) => {
    const to = over ? ids.indexOf(String(over.id)) : -1;
    if (to >= 0) verbs.move(String(active.id), to, 'quiet');
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearest}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: text('links.dragHelp') } }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={styles.links} aria-label={text(hasBlocks ? 'blocks.heading' : 'links.heading')}>
          {entries.map(([id, entry], at) => {
            const place = { id, at, last: at === entries.length - 1, isNew: id === fresh, verbs };
            return 'kind' in entry ? (
              <BlockRow
                key={id}
                {...place}
                name={nameOf(entry)}
                block={entry}
                problems={problems}
                picture={'picture' in entry && entry.picture ? urlOf(entry.picture) : null}
              />
            ) : (
              <LinkRow
                key={id}
                {...place}
                link={entry}
                labelProblem={problems[`links.${id}.label`]}
                urlProblem={problems[`links.${id}.url`] ?? problems[`links.${id}`]}
                groupProblem={problems[`links.${id}.group`]}
                untilProblem={problems[`links.${id}.until`]}
                signProblem={problems[`links.${id}.sign`]}
                picture={entry.sign?.kind === 'picture' ? urlOf(entry.sign) : null}
                verified={verified.includes(entry.url)}
                health={health[id]}
              />
            );
          })}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
