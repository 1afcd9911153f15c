import type { ShippedLanguage } from '../../../core/base/languages';

export const stopPageAddress = (handle: string, language: ShippedLanguage): string =>
  `/@${handle}/monthly?lang=${language}`;
