/** The parts of a keyboard event that matter. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'repeat'
>;

/** `k`, `?`, `mod+k`, `mod+shift+z`; null = no shortcut key. Shift makes a letter another stroke, but not a symbol that needs Shift. */
export function strokeOf(press: KeyPress, apple: boolean): string | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing, repeat } = press;
  if (isComposing || repeat || altKey || key.length !== 1) return null;
  const letter = key.toLowerCase();
  const [mod, other] = apple ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (other) return null;
  if (shiftKey && letter !== key.toUpperCase()) return mod ? `mod+shift+${letter}` : null;
  return mod ? `mod+${letter}` : letter;
}

/** The strokes of a sequence in progress, and the time of the last one (milliseconds). */
export interface Begun {
  readonly strokes: string;
  readonly at: number;
}

export const nothingBegun: Begun = { strokes: '', at: 0 };

/** After a longer pause the sequence starts again. */
export const restMillis = 1500;

/** Adds a stroke. `hit`: the shortcut that it completes. A stroke that matches nothing may start a new sequence. */
export function withStroke(
  begun: Begun,
  stroke: string,
  at: number,
  known: readonly string[],
): { readonly begun: Begun; readonly hit: string | null } {
  const before = at - begun.at <= restMillis ? begun.strokes : '';
  for (const strokes of before === '' ? [stroke] : [`${before} ${stroke}`, stroke]) {
    if (known.includes(strokes)) return { begun: nothingBegun, hit: strokes };
    if (known.some((keys) => keys.startsWith(`${strokes} `))) return { begun: { strokes, at }, hit: null };
  }
  return { begun: nothingBegun, hit: null };
}

const takers =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"], [role="textbox"]';

/** Whether the keys are input for a text field or a menu. `path`: the event's, so that fields in a shadow root count. */
export const isTyping = (path: readonly EventTarget[]): boolean =>
  path.some((target) => target instanceof Element && target.matches(takers));

const textFields =
  'textarea, [contenteditable]:not([contenteditable="false"]), [role="textbox"], input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"], [type="file"], [type="button"], [type="submit"])';

/** Whether the keys are for a field with text, which the browser can undo by itself. */
export const isInText = (path: readonly EventTarget[]): boolean =>
  path.some((target) => target instanceof Element && target.matches(textFields));
