import type { ShippedLanguage } from '../../../core/base/language-tags';
import { privacyInGerman } from './privacy.de';
import { privacyInEnglish } from './privacy.en';
import type { Template } from './template';
import { termsInGerman } from './terms.de';
import { termsInEnglish } from './terms.en';

/** The date of the templates. Set it to the day on which you change what they say. */
export const templateVersion = '2026-11-28';

/** A template in the reader's language, or in English. */
export interface FoundTemplate {
  readonly language: ShippedLanguage;
  readonly template: Template;
}

const found = (language: ShippedLanguage, german: Template, english: Template): FoundTemplate =>
  language === 'de' ? { language, template: german } : { language: 'en', template: english };

export const termsTemplate = (language: ShippedLanguage): FoundTemplate =>
  found(language, termsInGerman, termsInEnglish);

export const privacyTemplate = (language: ShippedLanguage): FoundTemplate =>
  found(language, privacyInGerman, privacyInEnglish);
