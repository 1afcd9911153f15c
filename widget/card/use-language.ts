import { useMemo } from 'react';
import { languageOf } from '../../core/base/languages';
import { en, type CardMessages } from '../messages/en';
import { useChunk } from './use-chunk';

const load = () => import('../messages/card-texts');

/** The texts, and the language tag for numbers and dates. */
export interface Language {
  /** BCP 47 with its region: `de-CH`. */
  readonly locale: string;
  readonly texts: CardMessages;
}

/** The tag's `locale`, else the language of the page around the element, else the browser's. */
const wished = (element: Element, locale: string | null): string =>
  (locale !== 'auto' && locale) || element.closest<HTMLElement>('[lang]')?.lang || navigator.language || 'en';

/** English is in the entry file. Null while another language loads; English if it cannot be loaded. The page's own links stay visible meanwhile. */
export function useLanguage(element: Element, setting: string | null): Language | null {
  const locale = wished(element, setting);
  const isEnglish = languageOf(locale) === 'en';
  const { at, part } = { part: null, ...useChunk(load, !isEnglish) };
  return useMemo(() => {
    if (isEnglish || at === 'failed') return { locale, texts: en };
    return part && { locale, texts: part.cardTexts(locale) };
  }, [isEnglish, locale, at, part]);
}
