import type { ShippedLanguage } from '../../../core/base/language-tags';

export const stopPageAddress = (handle: string, language: ShippedLanguage): string =>
  `/@${handle}/monthly?lang=${language}`;
