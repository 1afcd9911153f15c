import type { ShippedLanguage } from '../../../core/base/languages';
import { ar } from './ar';
import { de } from './de';
import { en, type LegalTexts } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { ja } from './ja';
import { ko } from './ko';
import { nl } from './nl';
import { pl } from './pl';
import { pt } from './pt';
import { zhHans } from './zh-hans';

const texts: Readonly<Record<ShippedLanguage, LegalTexts>> = {
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

/** The texts of the legal pages in one of the card's languages. */
export const legalTexts = (language: ShippedLanguage): LegalTexts => texts[language];
