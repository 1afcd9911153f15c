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

export const isShippedLanguage = (tag: string | undefined): tag is ShippedLanguage =>
  shippedLanguages.some((shipped) => shipped === tag);

/** Apart from direction.ts, which reads tags of every kind: the overlay has its language as one of these. */
export const directionOfShipped = (language: ShippedLanguage): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr';
