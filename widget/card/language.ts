import type { CardMessages } from '../messages/en';

/** The texts, and the language tag for numbers and dates. */
export interface Language<Texts = CardMessages> {
  /** BCP 47 with its region: `de-CH`. */
  readonly locale: string;
  readonly texts: Texts;
}

/** The tag's `locale`, else the language of the page around the element, else the browser's. */
export const localeOf = (element: Element, locale: string | null): string =>
  (locale !== 'auto' && locale) || element.closest<HTMLElement>('[lang]')?.lang || navigator.language || 'en';

const load = () => import('../messages/card-texts');
let arrived: Awaited<ReturnType<typeof load>> | null = null;

/** The texts of all languages but English. */
export const loadTexts = async (): Promise<void> => {
  arrived = await load();
};

const isEnglish = (locale: string): boolean => /^en(?![a-z])/i.test(locale);

/** Null for a language whose texts have not arrived. One that the card does not speak gets the English ones that are given. */
export const languageIn = <Texts>(english: Texts, locale: string): Language<CardMessages | Texts> | null =>
  isEnglish(locale) || arrived ? { locale, texts: arrived?.otherTexts(locale) ?? english } : null;
