/** In which languages the dashboard speaks, each named in itself. The first one is spoken when no other is known. */
export const languageNames = { en: 'English', de: 'Deutsch', es: 'Español' } as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as readonly Language[];

const key = 'busker-language';

export const isLanguage = (given: string): given is Language => Object.hasOwn(languageNames, given);

/** The first of the wanted languages (BCP 47) that is spoken here. */
export function bestLanguage(wanted: readonly string[]): Language {
  const spoken = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage);
  return spoken ?? 'en';
}

/** What the owner chose on this device; null = like the browser. */
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
    // Storage is blocked: the choice holds until the page is left.
  }
}
