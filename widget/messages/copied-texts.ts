import type { ShippedLanguage } from '../../core/base/languages';

/** What is said when a link was copied. It travels with the copy buttons, which few cards have. */
export const copiedTexts: Readonly<Record<ShippedLanguage, string>> = {
  en: 'Copied',
  es: 'Copiado',
  fr: 'Copié',
  de: 'Kopiert',
  pt: 'Copiado',
  it: 'Copiato',
  nl: 'Gekopieerd',
  pl: 'Skopiowano',
  ja: 'コピーしました',
  ko: '복사됨',
  'zh-Hans': '已复制',
  ar: 'تم النسخ',
};
