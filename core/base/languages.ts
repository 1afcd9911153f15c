/** The languages of Busker's card, as BCP 47 tags. */
export const shippedLanguages = [
  'en',
  'es',
  'fr',
  'de',
  'pt',
  'it',
  'nl',
  'pl',
  'ja',
  'ko',
  'zh-Hans',
  'ar',
] as const;
export type ShippedLanguage = (typeof shippedLanguages)[number];

/**
 * The card's reader of language tags, in the few bytes that its first load has for it; language-tags.ts is the reader of everything else.
 * The shipped language that fits a requested tag best; English when none fits. Traditional Chinese gets English, not simplified Chinese.
 */
export function languageOf(locale: string): ShippedLanguage {
  const [language = '', ...rest] = locale.toLowerCase().split(/[-_]/);
  // The script decides before the region: zh-Hans-HK is simplified.
  if (language === 'zh')
    return !rest.includes('hans') && rest.some((part) => /^(hant|tw|hk|mo)$/.test(part)) ? 'en' : 'zh-Hans';
  return shippedLanguages.find((shipped) => shipped === language) ?? 'en';
}

export const isShippedLanguage = (tag: string | undefined): tag is ShippedLanguage =>
  shippedLanguages.some((shipped) => shipped === tag);
