import '@mantine/spotlight/styles.css';
import { VisuallyHidden } from '@mantine/core';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../messages/text';
import { commandGroups, type Command } from './command';
import { foundCommands } from './found-commands';
import { CommandRow } from './command-row';
import { createPalette } from './palette-store';
import { useActCommands } from './use-act-commands';
import { useFindCommands } from './use-find-commands';
import { useGoCommands } from './use-go-commands';
import { useSettingCommands } from './use-setting-commands';
import styles from './commands.module.css';

/** A short search can match many tips. This keeps the list readable. */
const mostOfAKind = 8;

/** The best matches; the command that searches all tips always stays. */
function shortened(commands: readonly Command[]): readonly Command[] {
  const always = commands.filter((command) => command.always === true);
  const others = commands.filter((command) => command.always !== true);
  return [...others.slice(0, mostOfAKind - always.length), ...always];
}

export interface PaletteProps {
  readonly open: boolean;
  /** Called when the palette has closed and the focus can move. */
  readonly onClose: () => void;
  readonly onDiscard: () => void;
  readonly onHelp: () => void;
  readonly onLeave: () => void;
}

function useCommands(typed: string, { onDiscard, onHelp, onLeave }: PaletteProps) {
  const acts = useActCommands(onDiscard);
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

/** Finds every action and every screen by a few letters. */
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
