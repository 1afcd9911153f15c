/** The dashboard's languages, each by its own name. The first one is the fallback. */
export const languageNames = { en: 'English', de: 'Deutsch', es: 'Español' } as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as readonly Language[];

const key = 'busker-language';

export const isLanguage = (given: string): given is Language => Object.hasOwn(languageNames, given);

/** The first supported language of the given ones (BCP 47). */
export function bestLanguage(wanted: readonly string[]): Language {
  const spoken = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage);
  return spoken ?? 'en';
}

/** The owner's choice on this device; null = the browser's. */
export function rememberedLanguage(): Language | null {
  try {
    const kept = localStorage.getItem(key) ?? '';
    return isLanguage(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function rememberLanguage(language: Language | null): void {
  try {
    if (language) localStorage.setItem(key, language);
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}
