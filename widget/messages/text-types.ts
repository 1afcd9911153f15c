import type { Arguments, MessageId } from './message-ids';

type Text<I extends string> = I extends keyof Arguments ? (...values: Arguments[I]) => string : string;
type Below<G extends string, I extends string> = I extends `${G}.${infer Rest}` ? Rest : never;
type FirstPart<Path extends string> = Path extends `${infer Part}.${string}` ? Part : Path;

/**
 * The texts of a group of ids, one level a dot. What has placeholders is a function of them, in the order in which the English text has them. The build makes
 * these objects of the JSON files (scripts/messages/card-texts.mjs), so that the card need not read ICU's syntax.
 */
export type TextsOf<G extends string> = {
  readonly [K in FirstPart<Below<G, MessageId>>]: `${G}.${K}` extends MessageId
    ? Text<`${G}.${K}`>
    : TextsOf<`${G}.${K}`>;
};

/** The language that a set of texts is in. */
export interface TextsLanguage {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
}
