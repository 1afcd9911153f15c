import type { ShippedLanguage } from '@busker/core/locale/language-tags';
import en from '@busker/core/messages/en.json?overlay-en';

export { en };
export type OverlayTexts = typeof en;

const others: Readonly<Record<Exclude<ShippedLanguage, 'en'>, () => Promise<{ default: OverlayTexts }>>> = {
  es: () => import('@busker/core/messages/en.json?overlay-es'),
  fr: () => import('@busker/core/messages/en.json?overlay-fr'),
  de: () => import('@busker/core/messages/en.json?overlay-de'),
  pt: () => import('@busker/core/messages/en.json?overlay-pt'),
  it: () => import('@busker/core/messages/en.json?overlay-it'),
  nl: () => import('@busker/core/messages/en.json?overlay-nl'),
  pl: () => import('@busker/core/messages/en.json?overlay-pl'),
  ja: () => import('@busker/core/messages/en.json?overlay-ja'),
  ko: () => import('@busker/core/messages/en.json?overlay-ko'),
  'zh-Hans': () => import('@busker/core/messages/en.json?overlay-zh-Hans'),
  ar: () => import('@busker/core/messages/en.json?overlay-ar'),
};

/** English when the file of a language does not load: an alert must not wait for it. */
export async function loadTexts(language: ShippedLanguage): Promise<OverlayTexts> {
  if (language === 'en') return en;
  return others[language]().then(
    (texts) => texts.default,
    () => en,
  );
}
