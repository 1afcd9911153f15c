import { Switch, Title } from '@mantine/core';
import { loaded, usePublished } from '../../session/owner-documents';
import { useText } from '../../messages/text';
import { DiscardDialog } from '../../publish/publish';
import { SignOutDialog, useSignOut } from '../../device/sign-out-dialog';
import { Dialog } from '../../dialog/dialog';
import { chooseShortcuts, useShortcutsOn } from '../../preferences/preferences';
import styles from './commands.module.css';
import { isApple, keyNames, Keys, isCharacters, shortcuts, type ShortcutAct } from './shortcuts';
import { Palette } from './palette';
import { PauseDialog } from './pause-dialog';
import { Note } from '../../theme/owner-parts';

const ofKind = (kind: ShortcutAct['kind']) => shortcuts.filter(({ act }) => act.kind === kind);
const parts = [
  {
    heading: 'keys.general',
    rows: shortcuts.filter(({ act }) => act.kind !== 'go' && act.kind !== 'press'),
  },
  { heading: 'review.title', rows: ofKind('press') },
  { heading: 'keys.go', rows: ofKind('go') },
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
      <Note mt={6}>{text('keys.note', { keys: remaining.join(', ') })}</Note>
    </Dialog>
  );
}

export type Opened = 'commands' | 'help' | 'discard' | 'pause' | 'leave';

interface CommandLayerProps {
  readonly open: Opened | null;
  readonly onOpen: (open: Opened) => void;
  readonly onClose: () => void;
}

/** The palette, the help sheet and the dialogs that commands open. Loaded at first use. */
export function CommandLayer({ open, onOpen, onClose }: CommandLayerProps) {
  const published = loaded(usePublished());
  const { leave, leaveIfSafe } = useSignOut(() => onOpen('leave'));
  return (
    <>
      <Palette
        open={open === 'commands'}
        onClose={onClose}
        onDiscard={() => onOpen('discard')}
        onPause={() => onOpen('pause')}
        onHelp={() => onOpen('help')}
        onLeave={leaveIfSafe}
      />
      <HelpSheet open={open === 'help'} onClose={onClose} />
      {published && open === 'discard' && <DiscardDialog published={published} onClose={onClose} />}
      {published && <PauseDialog published={published} open={open === 'pause'} onClose={onClose} />}
      <SignOutDialog open={open === 'leave'} onClose={onClose} onLeave={() => void leave()} />
    </>
  );
}
