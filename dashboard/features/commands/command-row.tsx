import { UnstyledButton } from '@mantine/core';
import type { Command } from './command';
import { Keys } from './keys';
import styles from './commands.module.css';

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
export function CommandRow({ id, command, selected, onChoose }: CommandRowProps) {
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
