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
])('the requested language %j leads to %s', (wish, read) => {
  expect(languageOf(wish)).toBe(read);
});

it('every shipped language leads to itself', () => {
  expect(shippedLanguages.map(languageOf)).toEqual(shippedLanguages);
});

it('only the exact tags of shipped languages count as shipped', () => {
  expect(['zh-Hans', 'zh', 'de-AT', undefined].map(isShippedLanguage)).toEqual([true, false, false, false]);
});
