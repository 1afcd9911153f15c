import { languageOf } from './language-tags';
import { directionOfShipped } from './languages';

export const directionOf = (language: string): 'ltr' | 'rtl' => directionOfShipped(languageOf(language));

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * A name or an amount inside a sentence of the other direction, isolated: otherwise the punctuation and the numbers beside it change places.
 * Invisible characters do it (U+2068, U+2069), because a message has no elements. Elsewhere they are left out.
 */
export function isolated(value: string, direction: 'ltr' | 'rtl'): string {
  const isMixed = direction === 'rtl' ? /[a-z0-9@]/iu.test(value) : rightToLeft.test(value);
  return isMixed ? `\u2068${value}\u2069` : value;
}

/** Each value of a sentence, isolated where it has to be. */
export const eachIsolated = <K extends string>(
  values: Readonly<Record<K, string>>,
  direction: 'ltr' | 'rtl',
): Readonly<Record<K, string>> =>
  Object.fromEntries(
    Object.entries<string>(values).map(([name, value]) => [name, isolated(value, direction)]),
  ) as Record<K, string>;
