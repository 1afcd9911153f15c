import { describe, expect, it } from 'vitest';
import { cardWords } from './card-words';

describe('card words', () => {
  /** The languages that the tip card requests from Stripe.js. */
  const locales = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'ja', 'ko', 'zh-Hans', 'ar'];

  describe('card form translations', () => {
    it.each(locales)('are complete in %s, and differ from every other language', (locale) => {
      const { words, language } = cardWords(locale, 'sv');
      expect(language).toBe(locale);
      expect(Object.keys(words)).toEqual(Object.keys(cardWords('en', 'sv').words));
      for (const text of Object.values(words)) expect(text.trim()).not.toBe('');
      const alike = locales.filter((other) => cardWords(other, 'sv').words.note === words.note);
      expect(alike).toEqual([locale]);
    });

    it('are written right to left only in Arabic', () => {
      expect(locales.filter((locale) => cardWords(locale, 'en').direction === 'rtl')).toEqual(['ar']);
    });

    it("use the browser's language for “auto”, and English for an unsupported language", () => {
      expect(cardWords('auto', 'pl-PL').words).toBe(cardWords('pl', 'en').words);
      for (const unsupported of ['sv', 'zh-TW', 'zh-Hant'])
        expect(cardWords(unsupported, 'de')).toEqual(cardWords('en', 'de'));
    });
  });
});
