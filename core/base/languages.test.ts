import { expect, it } from 'vitest';
import { isShippedLanguage, languageOf, shippedLanguages } from './languages';

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['pt_BR', 'pt'],
  ['AR', 'ar'],
  ['zh', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-Hans-HK', 'zh-Hans'],
  ['zh-TW', 'en'],
  ['zh-Hant-MY', 'en'],
  ['tlh', 'en'],
  ['', 'en'],
])('who wishes %j reads %s', (wish, read) => {
  expect(languageOf(wish)).toBe(read);
});

it('every shipped language is its own nearest', () => {
  expect(shippedLanguages.map(languageOf)).toEqual(shippedLanguages);
});

it('knows what is shipped by its tag alone', () => {
  expect(['zh-Hans', 'zh', 'de-AT', undefined].map(isShippedLanguage)).toEqual([true, false, false, false]);
});
