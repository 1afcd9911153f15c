import { destinations } from '../../shared/navigation/destinations';
import type { MessageId } from '../../messages/text';

type Screen = (typeof destinations)[number]['to'];

export type ShortcutAct =
  | { readonly kind: 'commands' }
  | { readonly kind: 'help' }
  | { readonly kind: 'search' }
  | { readonly kind: 'go'; readonly to: Screen };

export interface Shortcut {
  /** Strokes one after the other, parted by spaces; `mod` is ⌘ on Apple's machines and Ctrl elsewhere. */
  readonly keys: string;
  readonly text: MessageId;
  readonly act: ShortcutAct;
}

/** Every shortcut: what listens to the keyboard, the help sheet and the marks beside the commands all read this table. */
export const shortcuts: readonly Shortcut[] = [
  { keys: 'mod+k', text: 'keys.commands', act: { kind: 'commands' } },
  { keys: '?', text: 'keys.help', act: { kind: 'help' } },
  { keys: '/', text: 'keys.search', act: { kind: 'search' } },
  ...destinations.map(({ key, label, to }): Shortcut => ({
    keys: `g ${key}`,
    text: label,
    act: { kind: 'go', to },
  })),
];

/** A single character may be meant for something else (speech input, a slip): those, unlike chords, can be switched off. */
export const isCharacters = ({ keys }: Shortcut): boolean => !keys.startsWith('mod+');
