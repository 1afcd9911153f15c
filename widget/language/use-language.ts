import { useMemo } from 'react';
import { en } from '../messages/en-card';
import { languageIn, loadTexts, writtenLocale, type Language } from './language';
import { useChunk } from '../hooks/use-chunk';

/** Null while the texts of another language than English load; English, amounts too, if they cannot be loaded. */
export function useLanguage(element: Element, setting: string | null): Language | null {
  const written = writtenLocale(element, setting);
  const { at } = useChunk(loadTexts, !languageIn(en, written));
  return useMemo(
    () => languageIn(en, written) ?? (at === 'failed' ? { locale: 'en', texts: en } : null),
    [written, at],
  );
}
