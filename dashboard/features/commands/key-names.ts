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
