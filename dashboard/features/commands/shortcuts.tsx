import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import { useText, type PlainMessageId } from '../../messages/text';
import { destinations, reviewKeys } from '../../navigation/destinations';
import styles from './commands.module.css';

type Screen = (typeof destinations)[number]['to'];

export type ShortcutAct =
  | { readonly kind: 'commands' }
  | { readonly kind: 'help' }
  | { readonly kind: 'search' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  | { readonly kind: 'go'; readonly to: Screen }
  /** Presses the button of the screen that names this key (`aria-keyshortcuts`). */
  | { readonly kind: 'press'; readonly key: string };

export interface Shortcut {
  /** Strokes in sequence, separated by spaces. `mod` is ⌘ on Apple devices and Ctrl elsewhere. */
  readonly keys: string;
  readonly text: PlainMessageId;
  readonly act: ShortcutAct;
}

/** All shortcuts. The keyboard listener, the help sheet and the palette read this table. */
export const shortcuts: readonly Shortcut[] = [
  { keys: 'mod+k', text: 'keys.commands', act: { kind: 'commands' } },
  { keys: 'mod+z', text: 'undo.undo', act: { kind: 'undo' } },
  { keys: 'mod+shift+z', text: 'undo.redo', act: { kind: 'redo' } },
  { keys: 'mod+y', text: 'undo.redo', act: { kind: 'redo' } },
  { keys: '?', text: 'keys.help', act: { kind: 'help' } },
  { keys: '/', text: 'keys.search', act: { kind: 'search' } },
  ...reviewKeys.map(({ key, text }): Shortcut => ({ keys: key, text, act: { kind: 'press', key } })),
  ...destinations.map(({ key, label, to }): Shortcut => ({
    keys: `g ${key}`,
    text: label,
    act: { kind: 'go', to },
  })),
];

/** Single characters can conflict with speech input (WCAG 2.1.4), so they can be turned off; chords cannot. */
export const isCharacters = ({ keys }: Shortcut): boolean => !keys.startsWith('mod+');

/** A text field undoes its typing by itself. */
export const isForTextField = ({ kind }: ShortcutAct): boolean => kind === 'undo' || kind === 'redo';

/** Whether the keyboard has ⌘ instead of Ctrl. */
export const isApple = (): boolean => /mac|iphone|ipad|ipod/i.test(navigator.platform);

const named = (key: string, apple: boolean): string => {
  if (key === 'mod') return apple ? '⌘' : 'Ctrl';
  if (key === 'shift') return apple ? '⇧' : 'Shift';
  return key.toUpperCase();
};

/** The names of the keys as printed on the keyboard: strokes, each of keys held together. */
export const keyNames = (keys: string, apple: boolean): readonly (readonly string[])[] =>
  keys.split(' ').map((stroke) => stroke.split('+').map((key) => named(key, apple)));

/** The keys of a shortcut, as printed on this keyboard. */
export function Keys({ keys }: { readonly keys: string }) {
  const text = useText();
  return (
    <span className={styles.keys}>
      {keyNames(keys, isApple()).map((stroke, at) => (
        <Fragment key={stroke.join('+')}>
          {at > 0 && <span className={styles.then}>{text('keys.then')}</span>}
          {stroke.map((name) => (
            <Kbd key={name} size="xs">
              {name}
            </Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
