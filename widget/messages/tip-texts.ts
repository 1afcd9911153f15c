import { enForm } from './en-form';
import type { SheetMessages, TipMessages } from './en-tip';
import { languageOf, type ShippedLanguage } from '@busker/core/locale/language-tags';

const others: Readonly<Record<Exclude<ShippedLanguage, 'en'>, () => Promise<TipMessages>>> = {
  es: async () => (await import('./es.json?card-tip')).texts,
  fr: async () => (await import('./fr.json?card-tip')).texts,
  de: async () => (await import('./de.json?card-tip')).texts,
  pt: async () => (await import('./pt.json?card-tip')).texts,
  it: async () => (await import('./it.json?card-tip')).texts,
  nl: async () => (await import('./nl.json?card-tip')).texts,
  pl: async () => (await import('./pl.json?card-tip')).texts,
  ja: async () => (await import('./ja.json?card-tip')).texts,
  ko: async () => (await import('./ko.json?card-tip')).texts,
  'zh-Hans': async () => (await import('./zh-Hans.json?card-tip')).texts,
  ar: async () => (await import('./ar.json?card-tip')).texts,
};

/** The sheet's texts in the nearest language. Each language is a chunk; English is in the chunks of the sheet and the pay step. */
export async function loadTipTexts(locale: string): Promise<SheetMessages> {
  const language = languageOf(locale);
  return language === 'en' ? enForm : others[language]();
}
