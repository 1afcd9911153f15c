/**
 * As much of a text as fits into `most` after each character was escaped. No character and no escape is cut in two. `size` measures what is sent:
 * UTF-16 units, as most services count, or bytes.
 */
export function withinLimit(
  text: string,
  most: number,
  escape: (character: string) => string = (character) => character,
  size: (written: string) => number = (written) => written.length,
): string {
  const written = Array.from(text, escape);
  if (size(written.join('')) <= most) return written.join('');
  const room = most - size('…');
  let used = 0;
  const kept: string[] = [];
  for (const character of written) {
    used += size(character);
    if (used > room) break;
    kept.push(character);
  }
  return `${kept.join('')}…`;
}

export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

const noMention = '@\u200b';

/** After an invisible space, no service recognises a mention. */
export const withoutMention = (character: string): string => (character === '@' ? noMention : character);
