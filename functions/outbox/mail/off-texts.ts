import type { ShippedLanguage } from '../../../core/base/languages';
import { en, type OffTexts } from './off-texts/en';
import { de } from './off-texts/de';
import { es } from './off-texts/es';
import { fr } from './off-texts/fr';
import { pt } from './off-texts/pt';
import { it } from './off-texts/it';
import { nl } from './off-texts/nl';
import { pl } from './off-texts/pl';
import { ja } from './off-texts/ja';
import { ko } from './off-texts/ko';
import { zhHans } from './off-texts/zh-hans';
import { ar } from './off-texts/ar';

const texts: Readonly<Record<ShippedLanguage, OffTexts>> = {
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

/** The texts of the unsubscribe page in one of the card's languages. */
export const offTexts = (language: ShippedLanguage): OffTexts => texts[language];
