import type { CardMessages } from '../messages/en-card';

/** The texts, and the language tag for numbers and dates. */
export interface Language<Texts = CardMessages> {
  /** BCP 47 with its region, always of the language of the texts: `de-CH`. */
  readonly locale: string;
  readonly texts: Texts;
}

/** The requested language: the tag's `locale`, else the page's around the element, else the browser's. `languageIn` reads it. */
export const writtenLocale = (element: Element, locale: string | null): string =>
  (locale !== 'auto' && locale) || element.closest<HTMLElement>('[lang]')?.lang || navigator.language || 'en';

const load = () => import('../messages/card-texts');
let arrived: Awaited<ReturnType<typeof load>> | null = null;

/** The texts of all languages but English, and the reader of tags. */
export const loadTexts = async (): Promise<void> => {
  arrived = await load();
};

/** English as nearly every page writes it, which needs no reader: `en`, `en-GB`. */
const isEnglish = (written: string): boolean => /^en(-[a-z]{2})?$/i.test(written);

/**
 * Null while the texts and the reader that it needs have not arrived. What names no language, or one that the card does not speak, gets the English
 * texts that are given.
 */
export const languageIn = <Texts>(english: Texts, written: string): Language<CardMessages | Texts> | null =>
  isEnglish(written)
    ? { locale: written, texts: english }
    : arrived && arrived.readLanguage(english, written);
