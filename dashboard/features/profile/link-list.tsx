import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import {
  ActionIcon,
  Button,
  Group,
  Menu,
  Stack,
  Switch,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { memo, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { VerifyLinkAnswer } from '@busker/core/dashboard-api/owner-api';
import { isWebAddress } from '@busker/core/text/safe-url';
import type { LinkHealth, LinkState } from '@busker/core/profile-documents/profile-document';
import { linkPictures } from '@busker/core/profile/draft';
import { isSafeUrl, type DraftLink } from '@busker/core/links/link';
import { readableAddress } from '@busker/core/links/readable-address';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconExternalLink,
  IconGripVertical,
  IconPencil,
  IconRosetteDiscountCheck,
  IconTrash,
} from '../../icons/screen-icons';
import type { Failure } from '../../data/failure';
import { useLinkHealth, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useDraft } from '../../draft/draft-provider';
import { usePictureUrls } from './picture-chooser';
import { useText } from '../../messages/text';
import { CodeBlock } from '../../panel/code-block';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { Tag } from '../../panel/panel';
import { readLink } from './add-link';
import { LinkSign, SignField } from './sign-field';
import styles from './profile.module.css';
import { useLinkVerbs, type LinkVerbs } from './link-edits';

const pad = (part: number) => String(part).padStart(2, '0');

/** In the format of a date field, in the owner's time zone; empty = no time. */
export function fieldTime(at: number | null | undefined): string {
  if (at == null) return '';
  const time = new Date(at);
  // While a year is being typed it is below 1000; a date field takes four digits or nothing.
  const year = String(time.getFullYear()).padStart(4, '0');
  const day = `${year}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** The reverse; null = empty, undefined = incomplete. */
export function timeOfField(written: string): number | null | undefined {
  if (written === '') return null;
  const at = new Date(written).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** Whether a link's time has come: `due` = not yet, `over` = no longer. */
export function linkPhase({ from, until }: DraftLink, now: number): 'always' | 'due' | 'now' | 'over' {
  if (from == null && until == null) return 'always';
  if (until != null && until <= now) return 'over';
  return from != null && from > now ? 'due' : 'now';
}

interface LinkExtrasProps {
  readonly id: string;
  readonly link: DraftLink;
  readonly verbs: LinkVerbs;
  readonly groupProblem: string | undefined;
  readonly untilProblem: string | undefined;
}

/** A link's heading and times. */
function LinkExtras({ id, link, verbs, groupProblem, untilProblem }: LinkExtrasProps) {
  const text = useText();
  const time = (field: 'from' | 'until', written: string) => {
    const at = timeOfField(written);
    if (at !== undefined) verbs.time(id, field, at);
  };
  return (
    <>
      <TextInput
        size="sm"
        label={text('links.group')}
        description={text('links.groupHint')}
        error={groupProblem}
        value={link.group ?? ''}
        onChange={(event) => verbs.group(id, event.currentTarget.value)}
      />
      <div className={styles.times}>
        <TextInput
          size="sm"
          type="datetime-local"
          label={text('links.from')}
          value={fieldTime(link.from)}
          onChange={(event) => time('from', event.currentTarget.value)}
        />
        <TextInput
          size="sm"
          type="datetime-local"
          label={text('links.untilField')}
          value={fieldTime(link.until)}
          error={untilProblem}
          onChange={(event) => time('until', event.currentTarget.value)}
        />
      </div>
    </>
  );
}

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
        <Button
          variant="default"
          size="compact-sm"
          aria-label={text('links.useNewFor', { label: name })}
          onClick={() => onMove(address)}
        >
          {text('links.useNew')}
        </Button>
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
  const intl = useIntl();
  const [now] = useState(() => Date.now());
  const phase = linkPhase(link, now);
  const date = (at: number | null | undefined) =>
    intl.formatDate(at ?? now, { dateStyle: 'medium', timeStyle: 'short' });
  const isSick = health !== undefined && health.url === link.url && health.state !== 'ok';
  const sick = isSick && health.state !== 'unknown' ? health.state : null;
  if (phase === 'always' && !verified && !sick && !link.group) return null;
  return (
    <div className={styles.marks}>
      {link.group && <Tag tone="plain">{link.group}</Tag>}
      {verified && <Tag tone="good">{text('links.verified')}</Tag>}
      {phase === 'due' && <Tag tone="warn">{text('links.due', { date: date(link.from) })}</Tag>}
      {phase === 'now' && link.until != null && (
        <Tag tone="plain">{text('links.until', { date: date(link.until) })}</Tag>
      )}
      {phase === 'over' && <Tag tone="warn">{text('links.over_', { date: date(link.until) })}</Tag>}
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
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<VerifyLinkAnswer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const look = async () => {
    setBusy(true);
    setFailure(null);
    const looked = await siteChecks.verifyLink(url);
    setBusy(false);
    if (looked.ok) setAnswer(looked.value);
    else setFailure(looked.problem);
  };
  const done = answer?.outcome === 'verified';
  return (
    <Dialog open onClose={onClose} title={text('verify.title')}>
      <Stack gap="md">
        <Text size="sm">{text('verify.about', { url })}</Text>
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
          <Button variant="default" onClick={onClose}>
            {text('dialog.close')}
          </Button>
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

interface LinkMenuProps {
  readonly id: string;
  readonly link: DraftLink;
  readonly at: number;
  readonly last: boolean;
  readonly verbs: LinkVerbs;
  readonly onEdit: () => void;
}

function LinkMenu({ id, link, at, last, verbs, onEdit }: LinkMenuProps) {
  const text = useText();
  const live = usePublished();
  const [verifying, setVerifying] = useState(false);
  const published = live.kind === 'ready' ? Object.values(live.value?.links ?? {}) : [];
  const isLive = published.some(({ url }) => url === link.url) && /^https?:/.test(link.url);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={text('links.more', { label: link.label })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            {text('links.editShort')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowUp size={16} aria-hidden />}
            disabled={at === 0}
            onClick={() => verbs.move(id, at - 1)}
          >
            {text('links.up')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} aria-hidden />}
            disabled={last}
            onClick={() => verbs.move(id, at + 1)}
          >
            {text('links.down')}
          </Menu.Item>
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
            <Menu.Item
              leftSection={<IconRosetteDiscountCheck size={16} aria-hidden />}
              onClick={() => setVerifying(true)}
            >
              {text('verify.open')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => verbs.remove(id, link)}
          >
            {text('links.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {verifying && <VerifyLink url={link.url} onClose={() => setVerifying(false)} />}
    </>
  );
}

interface LinkRowProps {
  readonly id: string;
  readonly link: DraftLink;
  /** Position in the list, from 0. */
  readonly at: number;
  readonly last: boolean;
  readonly verbs: LinkVerbs;
  readonly labelProblem: string | undefined;
  readonly urlProblem: string | undefined;
  readonly groupProblem: string | undefined;
  readonly untilProblem: string | undefined;
  readonly signProblem: string | undefined;
  /** URL of the link's own picture. */
  readonly picture: string | null;
  readonly verified: boolean;
  readonly health: LinkHealth | undefined;
}

const LinkRow = memo(function LinkRow({
  id,
  link,
  at,
  last,
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
  const [open, setOpen] = useState(false);
  const nameButton = useRef<HTMLButtonElement>(null);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id });
  const isRefused = [labelProblem, urlProblem, groupProblem, untilProblem, signProblem].some(
    (given) => given !== undefined,
  );
  const isOpen = open || isRefused;
  const name = link.label.trim() || readableAddress(link.url);
  const move = (address: string) => {
    verbs.readdress(id, address);
    // The pressed button disappears together with the problem.
    nameButton.current?.focus();
  };

  return (
    <li
      ref={setNodeRef}
      id={`link-${id}`}
      className={styles.link}
      data-off={!link.on || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={styles.linkTop}>
        <ActionIcon
          className={styles.grip ?? ''}
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={text('links.drag', { label: name })}
        >
          <IconGripVertical size={17} aria-hidden />
        </ActionIcon>
        <LinkSign link={link} picture={picture} />
        <button
          ref={nameButton}
          type="button"
          className={styles.linkName}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <VisuallyHidden>{text('links.editShort')} </VisuallyHidden>
          <span className={styles.linkLabel} dir="auto">
            {name}
          </span>
          <span className={styles.linkUrl} dir="ltr">
            {readableAddress(link.url)}
          </span>
        </button>
        <Switch
          checked={link.on}
          onChange={(event) => verbs.show(id, event.currentTarget.checked)}
          aria-label={text('links.on', { label: name })}
        />
        <LinkMenu id={id} link={link} at={at} last={last} verbs={verbs} onEdit={() => setOpen(true)} />
      </div>
      <LinkMarks link={link} verified={verified} health={health} name={name} onMove={move} />
      {isOpen && (
        <Stack gap="sm" className={styles.linkForm ?? ''}>
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
          <LinkExtras
            id={id}
            link={link}
            verbs={verbs}
            groupProblem={groupProblem}
            untilProblem={untilProblem}
          />
        </Stack>
      )}
    </li>
  );
});

type SortedLinks = readonly (readonly [id: string, link: DraftLink])[];

/** dnd-kit's own announcements are in English and use ids. */
function useAnnouncements(links: SortedLinks): Announcements {
  const text = useText();
  return useMemo(() => {
    const where = (id: string | number) => {
      const at = links.findIndex(([other]) => other === id);
      return { label: links[at]?.[1].label ?? '', place: at + 1 };
    };
    const count = links.length;
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
  }, [links, text]);
}

export function LinkList({ links }: { readonly links: SortedLinks }) {
  const text = useText();
  const { draft, problems } = useDraft();
  const live = usePublished();
  const verified = live.kind === 'ready' ? (live.value?.verifiedUrls ?? []) : [];
  const urlOf = usePictureUrls(linkPictures(draft), live.kind === 'ready' ? live.value : null);
  const health = useLinkHealth();
  const verbs = useLinkVerbs();
  const announcements = useAnnouncements(links);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = links.map(([id]) => id);

  const drop = ({ active, over }: DragEndEvent) => {
    const to = over ? ids.indexOf(String(over.id)) : -1;
    if (to >= 0) verbs.move(String(active.id), to, 'quiet');
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: text('links.dragHelp') } }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={styles.links} aria-label={text('links.heading')}>
          {links.map(([id, link], at) => (
            <LinkRow
              key={id}
              id={id}
              link={link}
              at={at}
              last={at === links.length - 1}
              verbs={verbs}
              labelProblem={problems[`links.${id}.label`]}
              urlProblem={problems[`links.${id}.url`] ?? problems[`links.${id}`]}
              groupProblem={problems[`links.${id}.group`]}
              untilProblem={problems[`links.${id}.until`]}
              signProblem={problems[`links.${id}.sign`]}
              picture={link.sign?.kind === 'picture' ? urlOf(link.sign) : null}
              verified={verified.includes(link.url)}
              health={health[id]}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
