import type { ShippedLanguage } from '../../core/base/languages';
import { en, type OverlayTexts } from './en';

export { en, type OverlayTexts } from './en';

const others: Readonly<Record<Exclude<ShippedLanguage, 'en'>, () => Promise<OverlayTexts>>> = {
  es: async () => (await import('./es')).es,
  fr: async () => (await import('./fr')).fr,
  de: async () => (await import('./de')).de,
  pt: async () => (await import('./pt')).pt,
  it: async () => (await import('./it')).it,
  nl: async () => (await import('./nl')).nl,
  pl: async () => (await import('./pl')).pl,
  ja: async () => (await import('./ja')).ja,
  ko: async () => (await import('./ko')).ko,
  'zh-Hans': async () => (await import('./zh-hans')).zhHans,
  ar: async () => (await import('./ar')).ar,
};

/** English when the file of a language does not load: an alert must not wait for it. */
export async function loadTexts(language: ShippedLanguage): Promise<OverlayTexts> {
  return language === 'en' ? en : others[language]().catch(() => en);
}
