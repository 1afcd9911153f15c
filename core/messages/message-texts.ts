import { IntlMessageFormat } from 'intl-messageformat';
import type { ShippedLanguage } from '../locale/language-tags';

/** A file of messages: a text in ICU's syntax by its id. In English an entry can have a description for translators beside it. */
type MessageFile<I extends string> = Readonly<Record<I, string | { readonly defaultMessage: string }>>;

type Text<I extends string, P> = I extends keyof P
  ? (values: { readonly [K in P[I] & string]: string | number }) => string
  : string;
type Below<G extends string, I extends string> = I extends `${G}.${infer Rest}` ? Rest : never;
type FirstPart<Path extends string> = Path extends `${infer Part}.${string}` ? Part : Path;

/** The texts of a group by their ids without it, one level a dot: `receipt.rows.tip` of `receipt` is `rows.tip`. A text with placeholders is a function of them. */
export type TextsOf<G extends string, I extends string, P> = {
  readonly [K in FirstPart<Below<G, I>>]: `${G}.${K}` extends I
    ? Text<`${G}.${K}`, P>
    : TextsOf<`${G}.${K}`, I, P>;
};

/**
 * A program's messages, of which a page or a mail takes a group: `messagesOf(files)('receipt')('de')`. `I` are the ids and `P` their placeholders, both generated
 * (`npm run messages`); `L` are the languages. A group is read once a language, when it is first asked for.
 */
export const messagesOf =
  <I extends string, P, L extends string = ShippedLanguage>(files: Readonly<Record<L, MessageFile<I>>>) =>
  <G extends FirstPart<I>>(group: G): ((language: L) => TextsOf<G, I, P>) => {
    const known = new Map<L, TextsOf<G, I, P>>();
    return (language) => {
      const texts = known.get(language) ?? (readGroup(files[language], group, language) as TextsOf<G, I, P>);
      known.set(language, texts);
      return texts;
    };
  };

type Values = Readonly<Record<string, string | number>>;
interface Tree {
  [part: string]: string | ((values: Values) => string) | Tree;
}

function readGroup(file: MessageFile<string>, group: string, language: string): unknown {
  const tree: Tree = {};
  for (const [id, entry] of Object.entries(file)) {
    if (!id.startsWith(`${group}.`)) continue;
    const folders = id.split('.').slice(1);
    const name = folders.pop() ?? '';
    let folder = tree;
    for (const part of folders) folder = (folder[part] ??= {}) as Tree;
    folder[name] = readText(typeof entry === 'string' ? entry : entry.defaultMessage, language);
  }
  return tree;
}

/** A name within a sentence keeps whatever it has of ICU's syntax: only the message itself is read. */
function readText(message: string, language: string): string | ((values: Values) => string) {
  const compiled = new IntlMessageFormat(message, language);
  const text = (values?: Values) => String(compiled.format(values));
  // 0: a part without a placeholder.
  return compiled.getAst().every(({ type }) => type === 0) ? text() : text;
}
