import { languageOf, localeOf } from '@busker/core/locale/language-tags';
import type { CardMessages } from './en-card';
import { texts } from './en.json?card-card-others';

// The card's texts in every language but English, which is in the entry file. One chunk, because all of them are smaller than one picture.

/** Null for English, and for a language that the card does not speak. */
export function otherTexts(locale: string): CardMessages | null {
  const language = languageOf(locale);
  return language === 'en' ? null : texts[language];
}

/** The language of what was written, with the given texts where those are English. */
export const readLanguage = <Texts>(english: Texts, written: string) => ({
  locale: localeOf(written),
  texts: otherTexts(written) ?? english,
});
