import { expect, it } from 'vitest';
import { shippedLanguages } from '../../core/base/languages';
import { en, loadTexts, type OverlayTexts } from './load-texts';

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).toSorted();

it.each(shippedLanguages)('%s has every text, with the same placeholders as English', async (language) => {
  const texts = await loadTexts(language);
  for (const [key, text] of Object.entries(en)) {
    const other = texts[key as keyof OverlayTexts];
    expect([key, placeholders(other)]).toEqual([key, placeholders(text)]);
    expect(other.trim()).not.toBe('');
  }
  expect(texts.sent === en.sent).toBe(language === 'en');
});
