import type { ShippedLanguage } from '../../core/locale/language-tags';

/** Messages after copying a link. In the chunk of the copy buttons, which few cards need. */
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
