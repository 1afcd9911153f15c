import { destinations } from '../../shared/navigation/destinations';
import type { PlainMessageId } from '../../messages/text';

type Screen = (typeof destinations)[number]['to'];

export type ShortcutAct =
  | { readonly kind: 'commands' }
  | { readonly kind: 'help' }
  | { readonly kind: 'search' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  | { readonly kind: 'go'; readonly to: Screen };

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
