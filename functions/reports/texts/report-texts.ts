import type { ShippedLanguage } from '../../../core/base/languages';
import { ar } from './ar';
import { de } from './de';
import { en, type ReportTexts } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { ja } from './ja';
import { ko } from './ko';
import { nl } from './nl';
import { pl } from './pl';
import { pt } from './pt';
import { zhHans } from './zh-hans';

const texts: Readonly<Record<ShippedLanguage, ReportTexts>> = {
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

/** The texts of the report form in one of the card's languages. */
export const reportTexts = (language: ShippedLanguage): ReportTexts => texts[language];
