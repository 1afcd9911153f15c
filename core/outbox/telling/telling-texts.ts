import { languageOf } from '../../base/language-tags';
import type { ShippedLanguage } from '../../base/languages';
import { ar } from './messages/ar';
import { de } from './messages/de';
import { en } from './messages/en';
import { es } from './messages/es';
import { fr } from './messages/fr';
import { it } from './messages/it';
import { ja } from './messages/ja';
import { ko } from './messages/ko';
import { nl } from './messages/nl';
import { pl } from './messages/pl';
import { pt } from './messages/pt';
import { zhHans } from './messages/zh-hans';
import type { TellingTexts } from './telling-keys';

export const tellingTexts: Readonly<Record<ShippedLanguage, TellingTexts>> = {
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

export const textsOf = (language: string): TellingTexts => tellingTexts[languageOf(language)];
