import { expect, test } from 'vitest';
import { faultSentences } from '../../core/base/field-faults';
import { shippedLanguages } from '../../core/locale/language-tags';
import { problemKinds } from '../../core/base/problem-codes';
import en from './en.json?all';
import { bestLanguage, directionOf, languageNames, languages } from './language';
import { loadTexts } from './load-texts';

const english: Readonly<Record<string, string>> = en;

test.each(languages)('has all texts of the first page in %s without the rest', async (language) => {
  const first = await loadTexts(language, 'first');
  const all = await loadTexts(language, 'all');
  expect(Object.keys(first).toSorted()).toEqual(Object.keys(await loadTexts('en', 'first')).toSorted());
  expect(Object.keys(all).toSorted()).toEqual(Object.keys(en).toSorted());
  expect(Object.keys(first).length).toBeLessThan(Object.keys(all).length / 5);
  expect(first['signIn.submit']).toBe(all['signIn.submit']);
});

test('says in English what the server says of each refusal and of each field', () => {
  const said = [
    ...Object.entries(problemKinds).map(([code, { detail }]) => [`failure.api/${code}`, detail] as const),
    ...Object.entries(faultSentences).map(([code, sentence]) => [`fault.${code}`, sentence] as const),
  ];
  expect(Object.fromEntries(said.map(([id]) => [id, english[id]]))).toEqual(Object.fromEntries(said));
});

test.each(languages)(
  'in %s the note under Insights names the sums as their column does',
  async (language) => {
    const texts = await loadTexts(language, 'all');
    expect(texts['insights.notFees']).toContain(texts['insights.received']);
  },
);

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
