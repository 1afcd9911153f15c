import { readdirSync, readFileSync } from 'node:fs';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * A file of messages: the text by its id, in ICU's syntax (formatjs.github.io/docs/core-concepts/icu-syntax). In English an entry can also be
 * `{ "defaultMessage": …, "description": … }`, as FormatJS writes it; the description tells translators what the text alone does not.
 */
export const textsOf = (file) =>
  Object.fromEntries(
    Object.entries(file).map(([id, entry]) => [id, typeof entry === 'string' ? entry : entry.defaultMessage]),
  );

/** The texts of one language of a folder. */
export const readTexts = (folder, language) =>
  textsOf(JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf8')));

/** The languages of a folder of messages, whose files are named by BCP 47 tags: `uk`, `pt-BR`, `zh-Hans`. */
export const languagesOf = (folder) =>
  readdirSync(folder).flatMap((name) =>
    /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?\.json$/.test(name) ? [name.slice(0, -5)] : [],
  );

/** `nav.*` is every id that begins with `nav.`; anything else is one id. */
export function isOnFirstPage(patterns) {
  const ids = new Set(patterns);
  const starts = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  return (id) => ids.has(id) || starts.some((start) => id.startsWith(start));
}

const partsOf = (element) => [
  ...(element.options ? Object.values(element.options).flatMap(({ value }) => value) : []),
  ...(element.children ?? []),
];

const hasName = new Set([
  TYPE.argument,
  TYPE.number,
  TYPE.date,
  TYPE.time,
  TYPE.select,
  TYPE.plural,
  TYPE.tag,
]);

function* elementsOf(elements) {
  for (const element of elements) {
    yield element;
    yield* elementsOf(partsOf(element));
  }
}

/** The placeholders of a text, sorted. */
export function placeholdersOf(text) {
  const names = [...elementsOf(parse(text))].flatMap(({ type, value }) => (hasName.has(type) ? [value] : []));
  return [...new Set(names)].toSorted();
}

/** The plural forms that the counts of a screen can have. Some languages have another one for fractions or millions. */
export function formsOf(language) {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)))].toSorted();
}

/** Every plural form of a language. A mail can tell of a million. */
const everyFormOf = (language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/** What the languages of a folder lack, with their names. */
export function faultsIn(folder) {
  const english = readTexts(folder, 'en');
  return languagesOf(folder).flatMap((language) => {
    const forms = /^(dashboard|widget)\//.test(folder) ? formsOf(language) : everyFormOf(language);
    const texts = readTexts(folder, language);
    const faults = faultsOf(english, texts, forms);
    return [...faults, ...tooMuchForOverlay(texts)].map((fault) => `${folder}/${language}.json: ${fault}`);
  });
}

/** Files, and groups of ten ids and more, of which at least half is word for word as in English: somebody has begun to translate. */
export function mostlyEnglish(folder) {
  const english = Object.entries(readTexts(folder, 'en'));
  const groups = new Set(english.map(([id]) => `${id.split('.')[0]}.`));
  return languagesOf(folder).flatMap((language) => {
    if (language === 'en') return [];
    const texts = readTexts(folder, language);
    return ['', ...groups].flatMap((group) => {
      const own = english.filter(([id]) => id.startsWith(group));
      const alike = own.filter(([id, text]) => texts[id] === text).length;
      return alike * 2 < own.length || (group !== '' && own.length < 10)
        ? []
        : [`${folder}/${language}.json: ${alike} of ${own.length} texts ${group}… are as in English`];
    });
  });
}

/** The overlay puts elements in the place of placeholders itself, and knows nothing else of ICU's syntax. */
export const tooMuchForOverlay = (texts) =>
  Object.entries(texts).flatMap(([id, text]) =>
    id.startsWith('overlay.') && /[{}<>']/.test(text.replaceAll(/\{\w+\}/g, ''))
      ? [`${id} has more than text and placeholders`]
      : [],
  );

/** What a translation lacks beside English, a sentence for each fault: ids, placeholders, plural forms. */
export function faultsOf(english, texts, forms) {
  const missing = Object.keys(english).flatMap((id) => (texts[id] ? [] : [`${id} is missing`]));
  const extra = Object.keys(texts).flatMap((id) => (id in english ? [] : [`${id} is not in English`]));
  const wrong = Object.entries(texts).flatMap(([id, text]) => {
    if (!text || !(id in english)) return [];
    try {
      const wantedNames = placeholdersOf(english[id]).join(', ');
      const names = placeholdersOf(text).join(', ');
      const plurals = [...elementsOf(parse(text))].filter(({ type }) => type === TYPE.plural);
      return [
        ...(names === wantedNames
          ? []
          : [`${id} has the placeholders "${names}" instead of "${wantedNames}"`]),
        ...plurals.flatMap(({ options }) =>
          forms.flatMap((form) => (form in options ? [] : [`${id} has no plural form "${form}"`])),
        ),
      ];
    } catch (error) {
      return [`${id} cannot be read: ${error.message}`];
    }
  });
  return [...missing, ...extra, ...wrong];
}
