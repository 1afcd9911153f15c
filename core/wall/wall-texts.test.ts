import { expect, it } from 'vitest';
import { shippedLanguages } from '../locale/language-tags';
import { wallTexts } from './wall-texts';

it.each(shippedLanguages)('says in %s what was reached of what, with both amounts', (language) => {
  const { supporters, someone, reached } = wallTexts(language);
  expect(supporters && someone).not.toBe('');
  const sentence = reached('$12.00', '$50.00');
  expect(sentence).toContain('$12.00');
  expect(sentence).toContain('$50.00');
});

it.each(shippedLanguages)('has in %s a word for monthly and another one for yearly', (language) => {
  const { month, year } = wallTexts(language);
  expect(month && year).not.toBe('');
  expect(month).not.toBe(year);
});

it('uses the language of a regional tag, and English for an unknown language', () => {
  expect(wallTexts('de-CH')).toBe(wallTexts('de'));
  expect(wallTexts('sw')).toBe(wallTexts('en'));
});
