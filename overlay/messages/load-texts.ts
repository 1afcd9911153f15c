import type { ShippedLanguage } from '@busker/core/locale/language-tags';
import englishTexts from './en.json?all';
import type { MessageId } from './message-ids';

export type OverlayTexts = Readonly<Record<MessageId, string>>;

/** `npm run messages` writes the ids from this very file. */
export const en = englishTexts as OverlayTexts;

type Loaded = Promise<{ readonly default: Readonly<Record<string, string>> }>;

const others: Readonly<Record<Exclude<ShippedLanguage, 'en'>, () => Loaded>> = {
  es: () => import('./es.json?all'),
  fr: () => import('./fr.json?all'),
  de: () => import('./de.json?all'),
  pt: () => import('./pt.json?all'),
  it: () => import('./it.json?all'),
  nl: () => import('./nl.json?all'),
  pl: () => import('./pl.json?all'),
  ja: () => import('./ja.json?all'),
  ko: () => import('./ko.json?all'),
  'zh-Hans': () => import('./zh-Hans.json?all'),
  ar: () => import('./ar.json?all'),
};

/** English when the file of a language does not load: an alert must not wait for it. */
export async function loadTexts(language: ShippedLanguage): Promise<OverlayTexts> {
  if (language === 'en') return en;
  return others[language]().then(
    (texts) => ({ ...en, ...texts.default }),
    () => en,
  );
}
