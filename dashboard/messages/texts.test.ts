import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedLanguages } from '../../core/base/languages';
import { en } from './en';
import { bestLanguage, directionOf, languageNames, languages } from './language';
import { loadTexts, type Texts } from './load-texts';

const english: Texts = en;
const ids = Object.keys(english);

/** Each language's texts without the English fallback. The name of the export is that of the folder, without a hyphen. */
const own = new Map(
  await Promise.all(
    languages.map(async (language) => {
      const texts = (await import(`./${language}/index.ts`)) as Readonly<Record<string, Texts>>;
      return [language, texts[language.replace('-', '')] ?? {}] as const;
    }),
  ),
);

/** Every fault of every language in one list, so that one run shows all that is left to do. */
const faultsOf = (fault: (id: string, texts: Texts, language: string) => boolean): readonly string[] =>
  [...own].flatMap(([language, texts]) =>
    ids.filter((id) => fault(id, texts, language)).map((id) => `${language} ${id}`),
  );

/** The placeholders of a text. What follows `one`, `other` or `=0` is a branch, not a placeholder. */
const placeholders = (text: string): string =>
  [...text.matchAll(/(\b(?:zero|one|two|few|many|other)|=\d+)?\s*\{\s*(\w+)\s*[,}]/g)]
    .flatMap(([, branch, name]) => (branch ? [] : [name]))
    .toSorted()
    .filter((name, at, all) => all[at - 1] !== name)
    .join();

/** The plural forms that the counts of a screen can have. Some languages have another one for fractions or millions. */
const forms = (language: string): readonly string[] => {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)))];
};

const isWritten = (text: string, form: string): boolean => new RegExp(`\\b${form}\\s*\\{`).test(text);

// Holds dash-101.
test('every language has every text', () => {
  expect(faultsOf((id, texts) => !texts[id])).toEqual([]);
});

test('no language has a text that English does not have', () => {
  const more = [...own].flatMap(([language, texts]) =>
    Object.keys(texts).flatMap((id) => (english[id] === undefined ? [`${language} ${id}`] : [])),
  );
  expect(more).toEqual([]);
});

test('every text has the placeholders of the English one', () => {
  expect(faultsOf((id, texts) => placeholders(texts[id] ?? '') !== placeholders(english[id] ?? ''))).toEqual(
    [],
  );
});

test('every text with a count has the plural forms of its language', () => {
  expect(
    faultsOf((id, texts, language) => {
      const text = texts[id] ?? '';
      return text.includes(', plural,') && forms(language).some((form) => !isWritten(text, form));
    }),
  ).toEqual([]);
});

test.each(languages)('has all texts of the first page in %s without the rest', async (language) => {
  const texts = await loadTexts(language, 'first');
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(await loadTexts('en', 'first')).toSorted());
  expect(texts['signIn.submit']).toBe(own.get(language)?.['signIn.submit']);
});

test('no two parts use the same id', async () => {
  const names = readdirSync('dashboard/messages/en').filter((file) => !/^(index|first)\./.test(file));
  const parts = await Promise.all(
    names.map((name) => import(`./en/${name.replace('.ts', '')}.ts`) as Promise<Record<string, Texts>>),
  );
  const found = parts.flatMap((part) => Object.values(part).flatMap((texts) => Object.keys(texts)));
  expect(found.filter((id, at) => found.indexOf(id) !== at)).toEqual([]);
  expect(found.length).toBe(ids.length);
});

test('finds the placeholders and the plural forms of a text', () => {
  expect(placeholders('{count, plural, =0 {Nothing} one {# tip} other {{count} tips of {name}}}')).toBe(
    'count,name',
  );
  expect(forms('ar').toSorted()).toEqual(['few', 'many', 'one', 'other', 'two', 'zero']);
  expect(forms('ja')).toEqual(['other']);
});

test('the dashboard has the languages of the card, each by its own name', () => {
  expect(languages.toSorted()).toEqual(shippedLanguages.toSorted());
  for (const language of languages) {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? '';
    expect(languageNames[language].toLowerCase()).toBe(name.toLowerCase());
  }
});

test('only Arabic is written from right to left', () => {
  expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
});

test.each([
  [['xx', 'es-MX', 'en'], 'es'],
  [['de-AT'], 'de'],
  [['xx'], 'en'],
  [[], 'en'],
  [['zh'], 'zh-Hans'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-Hans-HK'], 'zh-Hans'],
  [['zh-TW', 'ja'], 'ja'],
  [['pt-PT'], 'pt'],
  [['pt-BR'], 'pt'],
  [['ar-EG'], 'ar'],
  [['en-GB', 'fr'], 'en'],
] as const)('for a browser that asks for %j, chooses %s', (wanted, language) => {
  expect(bestLanguage(wanted)).toBe(language);
});
