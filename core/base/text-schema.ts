import * as v from 'valibot';
import { cleanLine, cleanLines, characterLength } from './clean-text';
import { fault } from './field-faults';

/**
 * A text that comes back cleaned and is at most `max` characters long, as people count them. `empty`: the fault of an empty one.
 * `lines` keeps line breaks.
 */
export function cleanText(max: number, { empty = '', lines = false } = {}) {
  return v.pipe(
    v.string(empty || fault('text-missing')),
    v.transform(lines ? cleanLines : cleanLine),
    v.check((text) => text !== '' || empty === '', empty),
    v.check((text) => characterLength(text) <= max, fault('too-long', max)),
  );
}
