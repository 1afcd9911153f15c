import * as v from 'valibot';
import { cleanLine, cleanLines, codePointLength } from './clean-text';

/**
 * A text that comes back cleaned and is at most `max` characters (code points) long. `empty`: the sentence that refuses an empty one.
 * `lines` keeps line breaks.
 */
export function cleanText(max: number, { empty = '', lines = false } = {}) {
  return v.pipe(
    v.string(empty || 'Enter a text.'),
    v.transform(lines ? cleanLines : cleanLine),
    v.check((text) => text !== '' || empty === '', empty),
    v.check((text) => codePointLength(text) <= max, `Keep this to ${max} characters.`),
  );
}
