import { Switch, Text, Title } from '@mantine/core';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { isApple, keyNames } from './key-names';
import { Keys } from './keys';
import { chooseShortcuts, useShortcutsOn } from './shortcut-choice';
import { isCharacters, shortcuts, type Shortcut } from './shortcuts';
import styles from './commands.module.css';

const goes = ({ act }: Shortcut): boolean => act.kind === 'go';
const parts = [
  { heading: 'keys.general', rows: shortcuts.filter((shortcut) => !goes(shortcut)) },
  { heading: 'keys.go', rows: shortcuts.filter(goes) },
] as const;

interface HelpSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** All shortcuts, from the table that the keyboard listener reads. */
export function HelpSheet({ open, onClose }: HelpSheetProps) {
  const text = useText();
  const on = useShortcutsOn();
  const chords = shortcuts.filter((shortcut) => !isCharacters(shortcut));
  const remaining = chords.flatMap(({ keys }) => keyNames(keys, isApple()).map((names) => names.join(' ')));
  return (
    <Dialog open={open} onClose={onClose} title={text('keys.title')}>
      {parts.map(({ heading, rows }) => (
        <section key={heading} className={styles.part}>
          <Title order={3}>{text(heading)}</Title>
          <dl className={styles.table}>
            {rows.map((shortcut) => (
              <div key={shortcut.keys} data-off={(!on && isCharacters(shortcut)) || undefined}>
                <dt>{text(shortcut.text)}</dt>
                <dd>
                  <Keys keys={shortcut.keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        mt="lg"
        checked={on}
        onChange={(event) => chooseShortcuts(event.currentTarget.checked)}
        label={text('keys.on')}
      />
      <Text size="xs" c="dimmed" mt={6}>
        {text('keys.note', { keys: remaining.join(', ') })}
      </Text>
    </Dialog>
  );
}
