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

/** Apart from `directionOf`, which reads tags of every kind: the overlay has its language as one of these. */
export const directionOfShipped = (language: ShippedLanguage): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr';

/** Tags that say that a text has no language, has several, or that nobody knows it. */
const namesNone = /^(und|mul|mis|zxx)\b/i;

/**
 * The one reader of language tags: what pages, browsers, settings and other software write, as a tag that `Intl` takes. It reads underscores (`de_DE`), any
 * case, and POSIX (`de_DE.UTF-8`, `en-US@posix`). Null where no language is named: empty, a template that was not filled in (`{{lang}}`), `x-default`,
 * private use alone, `C`, and words such as `english`. What follows a part that cannot be read is left out: `es-MEX` is `es`.
 */
export function readLanguageTag(given: string): string | null {
  const [written = ''] = given.trim().split(/[.@]/);
  if (!/^[a-z]{2,3}([-_][a-z\d]*)*$/i.test(written) || namesNone.test(written)) return null;
  // Registries of old wrote Mandarin as an extension of Chinese, and Cantonese too, which is another language.
  const parts = written
    .replace(/^zh[-_](?=yue|cmn)/i, '')
    .replace(/([-_]+x[-_].*|[-_]+)$/i, '')
    .split(/[-_]+/);
  for (; parts.length > 1; parts.pop()) {
    try {
      return new Intl.Locale(parts.join('-')).toString();
    } catch {
      // The last part is none of a tag.
    }
  }
  // Two or three letters alone are always a tag.
  return new Intl.Locale(parts.join('-')).toString();
}

/** The shipped language of what was written; null when none is named, or none that we ship. Traditional Chinese is not simplified Chinese. */
export function shippedLanguage(given: string): ShippedLanguage | null {
  const [language = '', ...rest] = (readLanguageTag(given) ?? '').toLowerCase().split('-');
  // The script decides before the region: zh-Hans-HK is simplified.
  if (language === 'zh')
    return !rest.includes('hans') && rest.some((part) => /^(hant|tw|hk|mo)$/.test(part)) ? null : 'zh-Hans';
  return shippedLanguages.find((shipped) => shipped === language) ?? null;
}

/** The shipped language that fits what was written best; English when none fits. */
export const languageOf = (given: string): ShippedLanguage => shippedLanguage(given) ?? 'en';

/** The tag for amounts, dates and the payment form, always of the language of the texts: with its own region (`de-CH`) where the texts are in that language. */
export function localeOf(given: string): string {
  return (shippedLanguage(given) && readLanguageTag(given)) ?? 'en';
}

export const directionOf = (language: string): 'ltr' | 'rtl' => directionOfShipped(languageOf(language));

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * A name or an amount inside a sentence of the other direction, isolated: otherwise the punctuation and the numbers beside it change places.
 * Invisible characters do it (U+2068, U+2069), because a message has no elements. Elsewhere they are left out.
 */
export function isolated(value: string, direction: 'ltr' | 'rtl'): string {
  const isMixed = direction === 'rtl' ? /[a-z0-9@]/iu.test(value) : rightToLeft.test(value);
  return isMixed ? `\u2068${value}\u2069` : value;
}

/** Each value of a sentence, isolated where it has to be. */
export const eachIsolated = <K extends string>(
  values: Readonly<Record<K, string>>,
  direction: 'ltr' | 'rtl',
): Readonly<Record<K, string>> =>
  Object.fromEntries(
    Object.entries<string>(values).map(([name, value]) => [name, isolated(value, direction)]),
  ) as Record<K, string>;
