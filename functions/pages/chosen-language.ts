import { languageOf, shippedLanguage, type ShippedLanguage } from '../../core/base/language-tags';

/** The name of a language in that language. */
export const languageNames: Readonly<Record<ShippedLanguage, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
  ar: 'العربية',
};

/** The language of `?lang=` if it is one of ours, however it is written, else the language nearest to the fallback. */
export function chosenLanguage(asked: string | undefined, fallback: string): ShippedLanguage {
  return shippedLanguage(asked ?? '') ?? languageOf(fallback);
}
