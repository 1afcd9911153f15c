import { expect, it } from 'vitest';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { en, loadTexts } from './load-texts';

it.each(shippedLanguages)('the texts of %s load', async (language) => {
  const texts = await loadTexts(language);
  expect(Object.keys(texts)).toEqual(Object.keys(en));
  expect(texts.sent === en.sent).toBe(language === 'en');
});
