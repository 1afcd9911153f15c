import { enForm } from './en-form';
import type { SheetMessages, TipMessages } from './en-tip';
import { languageOf, type ShippedLanguage } from '../../core/locale/language-tags';

const others: Readonly<Record<Exclude<ShippedLanguage, 'en'>, () => Promise<TipMessages>>> = {
  es: async () => (await import('./es-tip')).esTip,
  fr: async () => (await import('./fr-tip')).frTip,
  de: async () => (await import('./de-tip')).deTip,
  pt: async () => (await import('./pt-tip')).ptTip,
  it: async () => (await import('./it-tip')).itTip,
  nl: async () => (await import('./nl-tip')).nlTip,
  pl: async () => (await import('./pl-tip')).plTip,
  ja: async () => (await import('./ja-tip')).jaTip,
  ko: async () => (await import('./ko-tip')).koTip,
  'zh-Hans': async () => (await import('./zh-hans-tip')).zhHansTip,
  ar: async () => (await import('./ar-tip')).arTip,
};

/** The sheet's texts in the nearest language. Each language is a chunk; English is in the chunks of the sheet and the pay step. */
export async function loadTipTexts(locale: string): Promise<SheetMessages> {
  const language = languageOf(locale);
  return language === 'en' ? enForm : others[language]();
}
