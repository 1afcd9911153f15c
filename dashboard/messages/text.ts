import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { readFault } from '@busker/core/base/field-faults';
import type { FailureCode } from '../data/failure';
import { directionOf } from './language';
import type { MessageId, Placeholders } from './message-ids';

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

export type { MessageId };
/** A text without placeholders. */
export type PlainMessageId = Exclude<MessageId, keyof Placeholders>;

/**
 * Every failure code needs a sentence; a missing one does not compile.
 * @public checked by the compiler alone
 */
export const everyFailureHasAText: `failure.${FailureCode}` extends MessageId ? true : never = true;

type NamesIn<I extends MessageId> = I extends keyof Placeholders ? Placeholders[I] : never;
type Values<I extends MessageId> = { readonly [K in NamesIn<I>]: string | number };
type Given<I extends MessageId> = [NamesIn<I>] extends [never] ? [] : [values: Values<I>];

export type Say = <I extends MessageId>(id: I, ...values: Given<I>) => string;

type AnyValues = Readonly<Record<string, string | number>>;

const inOwnDirection = (values: AnyValues | undefined, language: string): AnyValues | undefined =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolated(value, language) : value,
    ]),
  );

/** Texts by id. A missing or misspelt placeholder does not compile. */
export function useText(): Say {
  const intl = useIntl();
  return useCallback(
    (id, ...values) => intl.formatMessage({ id: String(id) }, inOwnDirection(values[0], intl.locale)),
    [intl],
  );
}

/** The sentence of a fault code (`too-long:60`); anything else is returned unchanged. */
export function useFaultText(): (given: string) => string {
  const text = useText();
  return useCallback(
    (given) => {
      const read = readFault(given);
      return read ? text(`fault.${read.code}`, { max: read.max ?? 0, word: read.word ?? '' }) : given;
    },
    [text],
  );
}
