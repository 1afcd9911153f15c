import { Button, Popover, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { DraftChange } from '../../draft/draft-changes';
import { useText } from '../../messages/text';
import { changeText } from './change-text';
import styles from './publish.module.css';

interface ChangesNoteProps {
  readonly changes: readonly DraftChange[];
  /** The owner took the page down. */
  readonly isDown: boolean;
  /** Null = never published, so there is nothing to go back to. */
  readonly onDiscard: (() => void) | null;
}

/** What is not published yet, as a list to open. On a phone it has the button to discard, for which the bar has no room. */
export function ChangesNote({ changes, isDown, onDiscard }: ChangesNoteProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  if (onDiscard === null || changes.length === 0) {
    const says = onDiscard === null ? 'publish.never' : isDown ? 'publish.takenDown' : 'publish.upToDate';
    return (
      <Text size="sm" c="dimmed" className={styles.upToDate ?? ''}>
        {text(says)}
      </Text>
    );
  }
  const discard = () => {
    // The dialog gives the focus back to where it was, and this list is gone then.
    target.current?.focus();
    setOpen(false);
    onDiscard();
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      width={280}
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button ref={target} variant="subtle" size="compact-md" onClick={() => setOpen(!open)}>
          <span className={styles.long}>{text('publish.changes', { count: changes.length })}</span>
          <span className={styles.short} aria-hidden>
            {text('publish.changesShort', { count: changes.length })}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={600} size="sm" mb={4}>
          {text('publish.changesHeading')}
        </Text>
        {/* A long list scrolls, so the keyboard must reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className={styles.changes} tabIndex={0} aria-label={text('publish.changesHeading')}>
          {changes.map((change) => {
            const words = changeText(change, text);
            return (
              <li key={words}>
                <Text size="sm" component="span">
                  {words}
                </Text>
              </li>
            );
          })}
        </ul>
        <Button variant="default" fullWidth mt="sm" className={styles.discardHere ?? ''} onClick={discard}>
          {text('publish.discard')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
