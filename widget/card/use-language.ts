import { useMemo } from 'react';
import { en } from '../messages/en';
import { languageIn, loadTexts, localeOf, type Language } from './language';
import { useChunk } from './use-chunk';

/** Null while the texts of another language than English load; English if they cannot be loaded. */
export function useLanguage(element: Element, setting: string | null): Language | null {
  const locale = localeOf(element, setting);
  const { at } = useChunk(loadTexts, !languageIn(en, locale));
  return useMemo(
    () => languageIn(en, locale) ?? (at === 'failed' ? { locale, texts: en } : null),
    [locale, at],
  );
}
