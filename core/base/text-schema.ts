import * as v from 'valibot';
import { cleanLine, cleanLines, codePointLength } from './clean-text';
import { fault } from './field-faults';

/**
 * A text that comes back cleaned and is at most `max` characters (code points) long. `empty`: the fault of an empty one.
 * `lines` keeps line breaks.
 */
export function cleanText(max: number, { empty = '', lines = false } = {}) {
  return v.pipe(
    v.string(empty || fault('text-missing')),
    v.transform(lines ? cleanLines : cleanLine),
    v.check((text) => text !== '' || empty === '', empty),
    v.check((text) => codePointLength(text) <= max, fault('too-long', max)),
  );
}
