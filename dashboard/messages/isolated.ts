import { directionOf } from './language';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const [isolate, pop] = ['\u2068', '\u2069'];

/**
 * A name or an address inside a sentence of the other direction, isolated: otherwise the punctuation and the numbers beside it change places.
 * Invisible characters do it, because a label or an announcement has no elements. Elsewhere they are left out, so that texts stay as they are.
 */
export function isolated(value: string, language: string): string {
  const isMixed = directionOf(language) === 'rtl' ? /[a-z0-9@]/iu.test(value) : rightToLeft.test(value);
  return isMixed ? `${isolate}${value}${pop}` : value;
}
