import { languageOf, shippedLanguage } from '../../../core/base/language-tags';
import type { ShippedLanguage } from '../../../core/base/languages';
import { ar } from './ar';
import { de } from './de';
import { en, type PageTexts } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { ja } from './ja';
import { ko } from './ko';
import { nl } from './nl';
import { pl } from './pl';
import { pt } from './pt';
import { zhHans } from './zh-hans';

export type { PageTexts } from './en';

const texts: Readonly<Record<ShippedLanguage, PageTexts>> = {
  en,
  es,
  fr,
  de,
  pt,
  it,
  nl,
  pl,
  ja,
  ko,
  'zh-Hans': zhHans,
  ar,
};

/** The texts of the server's pages in one of the card's languages. */
export const pageTexts = (language: ShippedLanguage): PageTexts => texts[language];

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
