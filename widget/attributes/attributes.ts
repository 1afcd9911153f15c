import type { AttributeName } from './attribute-names';
import { isOff, readerOf, readFirst, type FirstSettings, type Read } from './first-settings';

/** Attributes with an invalid value, each with that value. */
export type Misread = readonly (readonly [AttributeName, string])[];

/**
 * All that the tag says. Null = the attribute is absent, empty or not understood, so the owner's own look or the default holds. `amounts` are major units as typed ('' = absent), cut to the owner's limits where they are shown.
 */
export interface Settings extends FirstSettings {
  readonly amounts: string;
  /** Null = `in-page`. */
  readonly pay: 'in-page' | 'hosted' | null;
  /** Null = `page`. */
  readonly returnTo: 'page' | 'receipt' | null;
  readonly forText: string | null;
  readonly goal: boolean | null;
  /** As written; the wall limits it to 0 to 50. */
  readonly wall: number | null;
  readonly misread: Misread;
}

/** Reads the attributes through `read` (null = absent). Never fails: an invalid value is left out and listed in `misread`. */
export function readSettings(read: Read): Settings {
  const misread: [AttributeName, string][] = [];
  const { text, understood, oneOf } = readerOf(read, misread);
  const amounts = text('amounts') ?? '';
  // Unreadable amounts are left out where they are shown, by the rules of the currency. A word without a digit is no amount.
  if (/(^|[\s,;])[^\d\s,;]+([\s,;]|$)/.test(amounts)) misread.push(['amounts', amounts]);
  return {
    ...readFirst(read, misread),
    amounts,
    pay: oneOf('pay', ['in-page', 'hosted']),
    returnTo: oneOf('return', ['page', 'receipt']),
    forText: text('for'),
    goal: read('goal') === null ? null : !isOff(text('goal')),
    wall: understood('wall', (given) => (isNaN(+given) ? null : +given)),
    misread,
  };
}
