import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { FailureCode } from '../shared/failure';
import type { en } from './en';
import { isolated } from './isolated';

export type Messages = typeof en;
export type MessageId = keyof Messages;

/**
 * Every failure code needs a sentence; a missing one does not compile.
 * @public checked by the compiler alone
 */
export const everyFailureHasAText: `failure.${FailureCode}` extends MessageId ? true : never = true;

type UpTo<S extends string, End extends string> = S extends `${infer Head}${End}${string}` ? Head : S;
/** `{name}` and `{count, plural, …}`. A plural branch contains a space or `#`, so it is no name. */
type NameAt<S extends string> =
  UpTo<UpTo<S, '}'>, ','> extends infer N extends string
    ? N extends '' | `${string} ${string}` | `${string}#${string}`
      ? never
      : N
    : never;
type Placeholders<S extends string> = S extends `${string}{${infer Rest}`
  ? NameAt<Rest> | Placeholders<Rest>
  : never;

type Values<I extends MessageId> = { readonly [K in Placeholders<Messages[I]>]: string | number };
type Given<I extends MessageId> = [Placeholders<Messages[I]>] extends [never] ? [] : [values: Values<I>];

export type Text = <I extends MessageId>(id: I, ...values: Given<I>) => string;

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
export function useText(): Text {
  const intl = useIntl();
  return useCallback(
    (id, ...values) => intl.formatMessage({ id: String(id) }, inOwnDirection(values[0], intl.locale)),
    [intl],
  );
}
