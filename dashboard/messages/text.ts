import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { FailureCode } from '../data/failure';
import { isolated } from './isolated';
import type { MessageId, Placeholders } from './message-ids';

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
