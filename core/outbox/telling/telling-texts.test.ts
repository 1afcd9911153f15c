import { expect, test } from 'vitest';
import { shippedLanguages } from '../../base/languages';
import { tellingTexts } from './telling-texts';

const fieldsOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test.each(shippedLanguages)('%s has the fields of English in each sentence', (language) => {
  for (const [key, text] of Object.entries(tellingTexts[language])) {
    const english = Object.entries(tellingTexts.en).find(([name]) => name === key)?.[1];
    if (typeof text === 'string' && typeof english === 'string')
      expect([key, fieldsOf(text)]).toEqual([key, fieldsOf(english)]);
  }
});

test.each(shippedLanguages)('%s has a text for each plural category of its counts', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const plurals = Object.values(tellingTexts[language]).filter((text) => typeof text === 'object');
  expect(plurals.length).toBeGreaterThan(0);
  // English, German and Dutch have no category of their own for a million; others do.
  for (const forms of plurals) expect(Object.keys(forms)).toEqual(expect.arrayContaining(pluralCategories));
});

test.each(shippedLanguages)('%s leaves no text empty', (language) => {
  for (const text of Object.values(tellingTexts[language]))
    for (const form of typeof text === 'string' ? [text] : Object.values(text))
      expect(form.trim()).not.toBe('');
});
