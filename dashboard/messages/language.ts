import { shippedLanguage, type ShippedLanguage } from '@busker/core/locale/language-tags';
import { keptText } from '../data/failure';

/** The dashboard's languages, which are those of the card, each by its own name. English is the fallback. */
export const languageNames = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  ar: 'العربية',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
} as const satisfies Readonly<Record<ShippedLanguage, string>>;

export type Language = keyof typeof languageNames;

export const isLanguage = (given: string): given is Language => Object.hasOwn(languageNames, given);

export const languages: readonly Language[] = Object.keys(languageNames).filter(isLanguage);

/** The direction in which the language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

const stored = keptText('busker-language');

/** The first supported language of the given ones (BCP 47): `zh-CN` is simplified Chinese, `pt-PT` is Portuguese. */
export function bestLanguage(wanted: readonly string[]): Language {
  return wanted.map(shippedLanguage).find((language) => language !== null) ?? 'en';
}

/** The owner's choice on this device; null = the browser's. */
export function rememberedLanguage(): Language | null {
  const language = stored.read() ?? '';
  return isLanguage(language) ? language : null;
}

export const rememberLanguage = (language: Language | null): void =>
  language ? stored.keep(language) : stored.drop();
