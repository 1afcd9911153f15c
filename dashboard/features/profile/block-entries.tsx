import { ActionIcon, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import {
  isWeekday,
  maxDateRows,
  maxRows,
  weekdays,
  type BlockKind,
  type BlockOf,
} from '@busker/core/blocks/block';
import { givingNames, readGivingPlace } from '@busker/core/giving/giving-place';
import { completeUrl } from '@busker/core/links/link';
import { suggestedName } from '@busker/core/links/readable-address';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '../../icons/screen-icons';
import { useFaultText, useText, type PlainMessageId } from '../../messages/text';
import { zoneChoices } from '../../preferences/preferences';
import { readLink } from './add-link';
import type { PageVerbs } from './link-edits';
import { SlimButton } from '../../theme/owner-parts';
import styles from './profile.module.css';

/** What the form of one kind gets. `problem`: the refusal of a field of this block. */
export interface BlockFormProps<K extends BlockKind> {
  readonly id: string;
  readonly block: BlockOf<K>;
  readonly verbs: PageVerbs;
  readonly problem: (field: string) => string | undefined;
}

interface EntryProps<R> {
  readonly row: R;
  readonly change: (changed: Partial<R>) => void;
  /** The refusal of a field of this entry. */
  readonly problem: (field: string) => string | undefined;
}

/** The props of the text field of one part of an entry. */
function useFields<R extends Readonly<Record<string, string>>>({ row, change, problem }: EntryProps<R>) {
  const text = useText();
  return (name: keyof R & string, label: PlainMessageId) => ({
    size: 'sm' as const,
    label: text(label),
    value: row[name] ?? '',
    error: problem(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      change({ [name]: event.currentTarget.value } as Partial<R>),
  });
}

interface EntriesProps<R> {
  readonly id: string;
  readonly rows: readonly R[];
  readonly max: number;
  readonly fresh: R;
  readonly verbs: PageVerbs;
  readonly problem: (field: string) => string | undefined;
  readonly children: (entry: EntryProps<R>) => ReactNode;
}

/** The entries of a block, each with its fields; they are put in order by buttons. */
function Entries<R>({ id, rows, max, fresh, verbs, problem, children }: EntriesProps<R>) {
  const text = useText();
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const write = (changed: readonly R[]) => verbs.block(id, 'rows', changed, 'at once');
  /** After React has drawn the changed list. */
  const focus = (at: number, what: string) =>
    requestAnimationFrame(() => {
      const entry = list.current?.children.item(at);
      (entry?.querySelector<HTMLElement>(what) ?? addButton.current)?.focus();
    });
  const move = (at: number, to: number) => {
    const row = rows[at];
    if (row === undefined) return;
    write(rows.toSpliced(at, 1).toSpliced(to, 0, row));
    focus(to, `[data-move="${to < at ? 'up' : 'down'}"]`);
  };
  const remove = (at: number) => {
    write(rows.toSpliced(at, 1));
    focus(Math.min(at, rows.length - 2), '[data-remove]');
  };
  const add = () => {
    write([...rows, fresh]);
    focus(rows.length, 'input, select');
  };
  const refused = problem('rows');
  return (
    <>
      <ol ref={list} className={styles.entries}>
        {rows.map((row, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- An entry has no id, and its fields keep nothing of their own.
          <li key={at} aria-label={text('blocks.entry', { number: at + 1 })}>
            <Stack gap="xs">
              {children({
                row,
                change: (changed) =>
                  verbs.block(
                    id,
                    'rows',
                    rows.map((other, place) => (place === at ? { ...other, ...changed } : other)),
                  ),
                problem: (field) => problem(`rows.${at}.${field}`),
              })}
            </Stack>
            <Group gap={2} justify="flex-end">
              <ActionIcon
                data-move="up"
                aria-label={text('blocks.entryUp', { number: at + 1 })}
                aria-disabled={at === 0}
                onClick={() => at > 0 && move(at, at - 1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                data-move="down"
                aria-label={text('blocks.entryDown', { number: at + 1 })}
                aria-disabled={at === rows.length - 1}
                onClick={() => at < rows.length - 1 && move(at, at + 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                data-remove
                aria-label={text('blocks.removeEntry', { number: at + 1 })}
                onClick={() => remove(at)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </ol>
      {refused && (
        <Text size="xs" c="red" role="alert">
          {refused}
        </Text>
      )}
      {rows.length < max ? (
        <SlimButton
          ref={addButton}
          id={`field-blocks.${id}.rows`}
          data-autofocus={rows.length === 0 || undefined}
          leftSection={<IconPlus size={15} aria-hidden />}
          style={{ justifySelf: 'start', alignSelf: 'flex-start' }}
          onClick={add}
        >
          {text('blocks.addEntry')}
        </SlimButton>
      ) : (
        <Text size="xs">{text('fault.too-many-entries', { max })}</Text>
      )}
    </>
  );
}

type Row<K extends 'dates' | 'giving' | 'icons'> = BlockOf<K>['rows'][number];

function DateEntry(entry: EntryProps<Row<'dates'>>) {
  const { row, change } = entry;
  const text = useText();
  const field = useFields(entry);
  const intl = useIntl();
  const isWeekly = isWeekday(row.day);
  // The first of June 2026 is a Monday.
  const nameOf = (at: number) =>
    intl.formatDate(Date.UTC(2026, 5, 1 + at), { weekday: 'long', timeZone: 'UTC' });
  const days = weekdays.map((value, at) => ({ value, label: text('blocks.every', { day: nameOf(at) }) }));
  return (
    <>
      <div className={styles.times}>
        <NativeSelect
          size="sm"
          label={text('blocks.day')}
          value={isWeekly ? row.day : ''}
          data={[{ value: '', label: text('blocks.onDate') }, ...days]}
          onChange={(event) => change({ day: event.currentTarget.value })}
        />
        {!isWeekly && <TextInput type="date" {...field('day', 'blocks.date')} />}
        <TextInput type="time" {...field('time', 'blocks.begins')} />
        <TextInput type="time" {...field('ends', 'blocks.ends')} />
      </div>
      <TextInput {...field('title', 'blocks.what')} />
      <TextInput {...field('place', 'blocks.place')} />
      <TextInput
        {...field('url', 'blocks.more')}
        inputMode="url"
        spellCheck={false}
        onBlur={() => completeUrl(row.url) !== row.url && change({ url: completeUrl(row.url) })}
      />
    </>
  );
}

const freshDate = { day: '', time: '', ends: '', title: '', place: '', url: '' };

export function DatesForm({ id, block, verbs, problem }: BlockFormProps<'dates'>) {
  const text = useText();
  return (
    <>
      <Entries id={id} rows={block.rows} max={maxDateRows} fresh={freshDate} verbs={verbs} problem={problem}>
        {(entry) => <DateEntry {...entry} />}
      </Entries>
      <NativeSelect
        size="sm"
        label={text('notify.zone')}
        value={block.zone}
        error={problem('zone')}
        data={zoneChoices(block.zone)}
        onChange={(event) => verbs.block(id, 'zone', event.currentTarget.value, 'at once')}
      />
    </>
  );
}

function GivingEntry(entry: EntryProps<Row<'giving'>>) {
  const { row, change } = entry;
  const text = useText();
  const field = useFields(entry);
  const faultText = useFaultText();
  /** What stood in the field when it was left. */
  const [left, setLeft] = useState('');
  const read = readGivingPlace(row.place);
  const known = typeof read === 'string' ? null : read;
  const isWrong = typeof read === 'string' && row.place !== '' && left === row.place;
  return (
    <>
      <TextInput
        {...field('place', 'blocks.account')}
        error={isWrong ? faultText(`giving-${read}`) : entry.problem('place')}
        description={known === null ? text('blocks.accountHint') : givingNames[known.kind]}
        spellCheck={false}
        autoCapitalize="none"
        dir="ltr"
        onBlur={() => {
          setLeft(row.place);
          if (known !== null && known.uri !== row.place) change({ place: known.uri });
        }}
      />
      <TextInput {...field('label', 'blocks.name')} />
    </>
  );
}

export function GivingForm({ id, block, verbs, problem }: BlockFormProps<'giving'>) {
  return (
    <Entries
      id={id}
      rows={block.rows}
      max={maxRows}
      fresh={{ place: '', label: '' }}
      verbs={verbs}
      problem={problem}
    >
      {(entry) => <GivingEntry {...entry} />}
    </Entries>
  );
}

function IconEntry(entry: EntryProps<Row<'icons'>>) {
  const { row, change } = entry;
  const field = useFields(entry);
  const complete = () => {
    const read = readLink(row.url);
    if (read.kind === 'url') change({ url: read.url, label: row.label || suggestedName(read.url) });
  };
  return (
    <div className={styles.times}>
      <TextInput {...field('url', 'links.url')} inputMode="url" spellCheck={false} onBlur={complete} />
      <TextInput {...field('label', 'links.label')} />
    </div>
  );
}

export function IconsForm({ id, block, verbs, problem }: BlockFormProps<'icons'>) {
  return (
    <Entries
      id={id}
      rows={block.rows}
      max={maxRows}
      fresh={{ url: '', label: '' }}
      verbs={verbs}
      problem={problem}
    >
      {(entry) => <IconEntry {...entry} />}
    </Entries>
  );
}
