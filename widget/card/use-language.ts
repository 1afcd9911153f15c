import { useMemo } from 'react';
import { languageOf } from '../../core/base/languages';
import { en, type CardMessages } from '../messages/en';
import { useChunk } from './use-chunk';

const load = () => import('../messages/card-texts');

/** The texts, the tag for numbers and dates, and the way of writing. */
export interface Language {
  /** BCP 47, as wished: `de-CH`. */
  readonly locale: string;
  readonly texts: CardMessages;
}

/** The tag's word, else the language of the page around the element, else the reader's. */
const wished = (element: Element, locale: string | null): string =>
  (locale !== 'auto' && locale) || element.closest<HTMLElement>('[lang]')?.lang || navigator.language || 'en';

/**
 * English is there at once. Null while another language is fetched; when it cannot be, English until it can. The page's own links stay
 * visible meanwhile.
 */
export function useLanguage(element: Element, setting: string | null): Language | null {
  const locale = wished(element, setting);
  const isEnglish = languageOf(locale) === 'en';
  const { at, part } = { part: null, ...useChunk(load, !isEnglish) };
  return useMemo(() => {
    if (isEnglish || at === 'failed') return { locale, texts: en };
    return part && { locale, texts: part.cardTexts(locale) };
  }, [isEnglish, locale, at, part]);
}
