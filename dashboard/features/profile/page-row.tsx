import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Menu, Stack, Switch, TextInput, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '../../icons/screen-icons';
import { useText } from '../../messages/text';
import { Tag } from '../../panel/panel';
import type { PageEntry, PageVerbs } from './link-edits';
import styles from './profile.module.css';

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

/** Whether the time of a link or block has come: `due` = not yet, `over` = no longer. */
export function linkPhase(
  { from, until }: Pick<PageEntry, 'from' | 'until'>,
  now: number,
): 'always' | 'due' | 'now' | 'over' {
  if (from == null && until == null) return 'always';
  if (until != null && until <= now) return 'over';
  return from != null && from > now ? 'due' : 'now';
}

interface TimeFieldsProps {
  readonly id: string;
  readonly entry: PageEntry;
  readonly verbs: PageVerbs;
  readonly untilProblem: string | undefined;
}

/** From when until when visitors see a link or block. */
export function TimeFields({ id, entry, verbs, untilProblem }: TimeFieldsProps) {
  const text = useText();
  const time = (field: 'from' | 'until', written: string) => {
    const at = timeOfField(written);
    if (at !== undefined) verbs.time(id, field, at);
  };
  return (
    <div className={styles.times}>
      <TextInput
        size="sm"
        type="datetime-local"
        label={text('links.from')}
        value={fieldTime(entry.from)}
        onChange={(event) => time('from', event.currentTarget.value)}
      />
      <TextInput
        size="sm"
        type="datetime-local"
        label={text('links.untilField')}
        value={fieldTime(entry.until)}
        error={untilProblem}
        onChange={(event) => time('until', event.currentTarget.value)}
      />
    </div>
  );
}

/** Says that a link or block is not shown yet, for how long it is shown, or that its time is over. */
export function PhaseTag({ entry }: { readonly entry: PageEntry }) {
  const text = useText();
  const intl = useIntl();
  const [now] = useState(() => Date.now());
  const phase = linkPhase(entry, now);
  const date = (at: number | null | undefined) =>
    intl.formatDate(at ?? now, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      {phase === 'due' && <Tag tone="warn">{text('links.due', { date: date(entry.from) })}</Tag>}
      {phase === 'now' && entry.until != null && (
        <Tag tone="plain">{text('links.until', { date: date(entry.until) })}</Tag>
      )}
      {phase === 'over' && <Tag tone="warn">{text('links.over_', { date: date(entry.until) })}</Tag>}
    </>
  );
}

interface RowMenuProps {
  readonly id: string;
  readonly name: string;
  /** Position in the list, from 0. */
  readonly at: number;
  readonly last: boolean;
  readonly verbs: PageVerbs;
  readonly onEdit: () => void;
  readonly children: ReactNode;
}

function RowMenu({ id, name, at, last, verbs, onEdit, children }: RowMenuProps) {
  const text = useText();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={text('links.more', { label: name })}>
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
        {children}
        <Menu.Divider />
        <Menu.Item
          c="var(--b-danger)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => verbs.remove(id)}
        >
          {text('links.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface PageRowProps {
  readonly id: string;
  readonly entry: PageEntry;
  readonly name: string;
  /** A second line under the name. */
  readonly below: string;
  readonly sign: ReactNode;
  /** Position in the list, from 0. */
  readonly at: number;
  readonly last: boolean;
  readonly verbs: PageVerbs;
  /** A refused field opens the form. */
  readonly isRefused: boolean;
  /** Just added: the form is open, and has the focus. */
  readonly isNew?: boolean;
  readonly nameButton?: RefObject<HTMLButtonElement | null>;
  readonly marks: ReactNode;
  readonly menu?: ReactNode;
  readonly beside?: ReactNode;
  /** The form. */
  readonly children: ReactNode;
}

/** A link or a block in the list of the page: its place, its switch, its menu and its form. */
export function PageRow(props: PageRowProps) {
  const { id, entry, name, below, sign, at, last, verbs, isRefused, isNew = false, nameButton } = props;
  const text = useText();
  const isBlock = 'kind' in entry;
  // Null = as it began. So of several links that are added in a row, the last one is open.
  const [open, setOpen] = useState(isBlock && isNew ? true : null);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return;
    form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id });
  const isOpen = (open ?? isNew) || isRefused;
  return (
    <li
      ref={setNodeRef}
      id={`link-${id}`}
      className={styles.link}
      data-off={!entry.on || undefined}
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
        {sign}
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
          <span className={styles.linkUrl} dir={isBlock ? 'auto' : 'ltr'}>
            {below}
          </span>
        </button>
        <Switch
          checked={entry.on}
          onChange={(event) => verbs.show(id, event.currentTarget.checked)}
          aria-label={text('links.on', { label: name })}
        />
        <RowMenu id={id} name={name} at={at} last={last} verbs={verbs} onEdit={() => setOpen(true)}>
          {props.menu}
        </RowMenu>
      </div>
      {props.marks}
      {isOpen && (
        <Stack ref={form} gap="sm" className={styles.linkForm ?? ''}>
          {props.children}
        </Stack>
      )}
      {props.beside}
    </li>
  );
}
