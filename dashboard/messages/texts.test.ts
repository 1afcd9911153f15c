import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { bestLanguage, languages, type Language } from './language';
import { loadTexts, type Texts } from './load-texts';

const english: Texts = en;

/** The placeholders of a text. What follows `one`, `other` or `=0` is a branch, not a placeholder. */
const placeholders = (text: string): string =>
  [...text.matchAll(/(zero|one|two|few|many|other|=\d+)?\s*\{\s*(\w+)\s*[,}]/g)]
    .flatMap(([, branch, name]) => (branch ? [] : [name]))
    .toSorted()
    .filter((name, at, all) => all[at - 1] !== name)
    .join();

/** Without the English fallback. */
const own: Readonly<Record<Language, Texts>> = { en, de, es };

// Holds dash-101.
test.each(languages)('has every text in %s, with the placeholders of the English one', (language) => {
  const texts = own[language];
  expect(Object.keys(english).filter((id) => !texts[id])).toEqual([]);
  const different = Object.keys(english).filter(
    (id) => placeholders(texts[id] ?? '') !== placeholders(english[id] ?? ''),
  );
  expect(different).toEqual([]);
});

test.each(languages)('has all texts of the first page in %s without the rest', async (language) => {
  const texts = await loadTexts(language, 'first');
  expect(Object.keys(texts).toSorted()).toEqual(Object.keys(await loadTexts('en', 'first')).toSorted());
  expect(texts['signIn.submit']).toBe(own[language]['signIn.submit']);
});

test('no two parts use the same id', async () => {
  const names = readdirSync('dashboard/messages/en').filter((file) => !/^(index|first)\./.test(file));
  const parts = await Promise.all(
    names.map((name) => import(`./en/${name.replace('.ts', '')}.ts`) as Promise<Record<string, Texts>>),
  );
  const ids = parts.flatMap((part) => Object.values(part).flatMap((texts) => Object.keys(texts)));
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids.length).toBe(Object.keys(english).length);
});

test('finds the placeholders of a text', () => {
  expect(placeholders('{count, plural, =0 {Nothing} one {# tip} other {{count} tips of {name}}}')).toBe(
    'count,name',
  );
});

test('uses the browser’s first supported language, else English', () => {
  expect(bestLanguage(['xx', 'es-MX', 'en'])).toBe('es');
  expect(bestLanguage(['de-AT'])).toBe('de');
  expect(bestLanguage(['xx'])).toBe('en');
  expect(bestLanguage([])).toBe('en');
});
