import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Spotlight, createSpotlight, useSpotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useEffect, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { inOrder } from '@busker/core/profile/profile';
import { IconCoin, IconLink, IconSearch } from '../../icons/screen-icons';
import { firstTips, useTips } from '../../session/owner-documents';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { tipAmount, tipGiver } from '../../tips/tip-words';
import styles from './commands.module.css';
import { Keys } from './shortcuts';
import {
  commandGroups,
  type Command,
  useActCommands,
  useGoCommands,
  useSettingCommands,
} from './owner-commands';

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u);

/** How well a command matches the words: 0 best, null not at all. Every word must match somewhere, in the label or in the other words. */
function score({ label, words = '' }: Command, wanted: readonly string[]): number | null {
  const name = fold(label);
  const all = `${name} ${fold(words)}`;
  const phrase = wanted.join(' ');
  if (name === phrase) return 0;
  if (name.startsWith(`${phrase} `)) return 1;
  const ways = [
    (text: string) => (word: string) => wordsOf(text).includes(word),
    (text: string) => (word: string) => ` ${text}`.includes(` ${word}`),
    (text: string) => (word: string) => text.includes(word),
  ];
  const at = ways.findIndex((is) => wanted.every(is(all)));
  if (at === -1) return null;
  return 2 + 2 * at + (ways[at] && wanted.every(ways[at](name)) ? 0 : 1);
}

/** The matching commands, best first. Without input: all commands except those that only a search shows. */
export function foundCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return commands.filter((command) => command.onSearch !== true);
  return commands
    .flatMap((command) => {
      const found = command.always === true ? 9 : score(command, wanted);
      return found === null ? [] : [{ command, found }];
    })
    .toSorted((a, b) => a.found - b.found)
    .map(({ command }) => command);
}

interface CommandRowProps {
  readonly id: string;
  readonly command: Command;
  readonly selected: boolean;
  readonly onChoose: () => void;
}

/**
 * A row of the palette. The focus stays in the field, which names the selected row by its id (`aria-activedescendant`); Mantine's own row
 * accepts no id. Mantine's arrow keys find rows by `data-action`.
 */
function CommandRow({ id, command, selected, onChoose }: CommandRowProps) {
  const { label, note, keys, Icon } = command;
  return (
    <UnstyledButton
      id={id}
      className={styles.action}
      role="option"
      aria-selected={selected}
      data-action
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon size={19} aria-hidden />
      <span className={styles.label}>
        <span>{label}</span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {keys && <Keys keys={keys} />}
    </UnstyledButton>
  );
}

/**
 * Mantine changes its selected row without notifying subscribers (`updateState`). The row that screen readers announce would then differ
 * from the row that Enter runs. This store notifies of every change.
 */
function createPalette(): ReturnType<typeof createSpotlight> {
  const [store, actions] = createSpotlight();
  const change = store.updateState;
  let telling = false;
  store.updateState = (value) => {
    change(value);
    if (telling) return;
    telling = true;
    store.setState(store.getState());
    telling = false;
  };
  return [store, actions];
}

const noTips = { tips: [], more: false };

/** The owner's links and newest tips, and a search of all tips. */
function useFindCommands(typed: string): readonly Command[] {
  const text = useText();
  const { locale } = useIntl();
  const navigate = useNavigate();
  const { draft } = useDraft();
  const live = useTips(firstTips);
  const { tips, more } = live.kind === 'ready' ? live.value : noTips;
  const words = typed.trim();

  const links = inOrder(draft.links).map(([id, { label, url }]): Command => ({
    id: `link-${id}`,
    group: 'find',
    label: label.trim() || url,
    note: url,
    words: url,
    Icon: IconLink,
    onSearch: true,
    run: () => void navigate(`/page/profile#link-${id}`),
  }));
  const found = tips.map((tip): Command => ({
    id: `tip-${tip.tipId}`,
    group: 'find',
    label: text('commands.tip', { amount: tipAmount(tip, locale), name: tipGiver(tip, text) }),
    ...(tip.fan.message ? { note: tip.fan.message, words: tip.fan.message } : {}),
    Icon: IconCoin,
    onSearch: true,
    run: () => void navigate(`/money/tips?tip=${encodeURIComponent(tip.tipId)}`),
  }));
  const all: Command = {
    id: 'search-tips',
    group: 'find',
    label: text('commands.searchTips', { words }),
    // Only the newest tips are searched here; the note of the last command says so.
    ...(more ? { note: text('commands.searchTipsNote', { count: firstTips }) } : {}),
    Icon: IconSearch,
    onSearch: true,
    always: true,
    run: () => void navigate(`/money/tips?${new URLSearchParams({ q: words }).toString()}`),
  };
  return [...links, ...found, all];
}

/** A short search can match many tips. This keeps the list readable. */
const mostOfAKind = 8;

/** The best matches; the command that searches all tips always stays. */
function shortened(commands: readonly Command[]): readonly Command[] {
  const always = commands.filter((command) => command.always === true);
  const others = commands.filter((command) => command.always !== true);
  return [...others.slice(0, mostOfAKind - always.length), ...always];
}

interface PaletteProps {
  readonly open: boolean;
  /** Called when the palette has closed and the focus can move. */
  readonly onClose: () => void;
  readonly onDiscard: () => void;
  readonly onPause: () => void;
  readonly onHelp: () => void;
  readonly onLeave: () => void;
}

function useCommands(typed: string, { onDiscard, onPause, onHelp, onLeave }: PaletteProps) {
  const acts = useActCommands({ askDiscard: onDiscard, askPause: onPause });
  const goes = useGoCommands();
  const finds = useFindCommands(typed);
  const settings = useSettingCommands({ showHelp: onHelp, leave: onLeave });
  const found = foundCommands([...acts, ...goes, ...finds, ...settings], typed);
  const groups = commandGroups.map((group) => ({
    group,
    commands: shortened(found.filter((command) => command.group === group)),
  }));
  // With a search, the group of the best match comes first; otherwise the usual order.
  const best = (commands: readonly Command[]) => (commands[0] ? found.indexOf(commands[0]) : Infinity);
  const shown = groups.filter(({ commands }) => commands.length > 0);
  return typed.trim() === '' ? shown : shown.toSorted((a, b) => best(a.commands) - best(b.commands));
}

export function Palette(props: PaletteProps) {
  const text = useText();
  const [[store, spotlight]] = useState(createPalette);
  const { query, selected } = useSpotlight(store);
  const groups = useCommands(query, props);
  const listId = useId();
  const chosen = useRef<Command>(undefined);
  useEffect(() => (props.open ? spotlight.open() : spotlight.close()), [props.open, spotlight]);

  const all = groups.flatMap(({ commands }) => commands);
  const idOf = (command: Command) => `${listId}-${command.id}`;
  const current = all[selected];
  // The chosen command runs after the palette has closed, so that a dialog it opens can take and return the focus.
  const closed = () => {
    const command = chosen.current;
    chosen.current = undefined;
    props.onClose();
    command?.run();
  };

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      returnFocus={false}
      scrollable
      maxHeight={460}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 2 }}
      attributes={{ content: { 'aria-label': text('commands.title') } }}
      classNames={{
        action: styles.action ?? '',
        search: styles.search ?? '',
        actionsGroup: styles.group ?? '',
      }}
      onSpotlightClose={closed}
    >
      <Spotlight.Search
        placeholder={text('commands.field')}
        aria-label={text('commands.field')}
        leftSection={<IconSearch size={19} aria-hidden />}
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(current ? { 'aria-activedescendant': idOf(current) } : {})}
      />
      <VisuallyHidden role="status">
        {query.trim() !== '' && text('commands.found', { count: all.length })}
      </VisuallyHidden>
      {all.length === 0 && (
        <Spotlight.Empty>{text('commands.none', { words: query.trim() })}</Spotlight.Empty>
      )}
      <Spotlight.ActionsList id={listId} role="listbox" aria-label={text('commands.list')}>
        {groups.map(({ group, commands }) => (
          <Spotlight.ActionsGroup
            key={group}
            label={text(`commands.group.${group}`)}
            role="group"
            aria-label={text(`commands.group.${group}`)}
          >
            {commands.map((command) => (
              <CommandRow
                key={command.id}
                id={idOf(command)}
                command={command}
                selected={command === current}
                onChoose={() => {
                  chosen.current = command;
                  spotlight.close();
                }}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
