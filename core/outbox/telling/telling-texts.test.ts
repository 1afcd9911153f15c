import { expect, test } from 'vitest';
import { shippedLanguages } from '../../base/languages';
import type { PluralForms, TellingTexts } from './telling-keys';
import { tellingTexts } from './telling-texts';

/** The fields of each sentence, by its key. */
const fieldsIn = (texts: TellingTexts) =>
  Object.entries(texts).flatMap(([key, text]: [string, string | PluralForms]) =>
    typeof text === 'string' ? [[key, (text.match(/\{\w+\}/g) ?? []).sort()]] : [],
  );

test.each(shippedLanguages)('%s has the fields of English in each sentence', (language) => {
  expect(Object.fromEntries(fieldsIn(tellingTexts[language]))).toEqual(
    Object.fromEntries(fieldsIn(tellingTexts.en)),
  );
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
