import { languageOf, shippedLanguages, type ShippedLanguage } from '@busker/core/locale/language-tags';
import { cardTextsOf } from '../scripts/messages/card-texts.mjs';
import type { CardMessages } from '@busker/widget/messages/en-card';
import type { TipMessages } from '@busker/widget/messages/en-outcome';
import { plural } from '@busker/widget/messages/plural';
import type { TextsOf } from '@busker/widget/messages/text-types';

// The card's texts, made of the JSON files as the builds make them: Playwright knows nothing of their plug-ins.

const textsOf = <T>(language: string, part: string): T => cardTextsOf(language, part, plural) as T;

/** The texts of the card itself, in any language. */
export const cardTexts = (locale: string): CardMessages => textsOf(languageOf(locale), 'card');

export const en = cardTexts('en');
/** All texts of the tip sheet. */
export const enTip = textsOf<TipMessages>('en', 'tip');
export const deTip = textsOf<TipMessages>('de', 'tip');
export const arTip = textsOf<TipMessages>('ar', 'tip');

/** The texts of the buttons that copy a link. */
export const copyTexts = Object.fromEntries(
  shippedLanguages.map((language) => [language, textsOf<TextsOf<'copy'>>(language, 'copy')]),
) as Readonly<Record<ShippedLanguage, TextsOf<'copy'>>>;
