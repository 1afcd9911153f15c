import type { OwnWayType } from '../../../core/ways/ways';

/** The countries in which people know a way to pay (ISO 3166 alpha-2). Ways that are known in many have none. */
const homes: Partial<Readonly<Record<OwnWayType, readonly string[]>>> = {
  ideal: ['NL'],
  wero: ['DE'],
  bancontact: ['BE'],
  eps: ['AT'],
  p24: ['PL'],
  blik: ['PL'],
  twint: ['CH'],
  swish: ['SE'],
  mobilepay: ['DK', 'FI'],
  mb_way: ['PT'],
  cashapp: ['US'],
  pix: ['BR'],
  upi: ['IN'],
};

/** The names of those countries in a language, as a list; null = in many countries. */
export function homeOf(type: OwnWayType, locale: string): string | null {
  const codes = homes[type];
  if (codes === undefined) return null;
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(
    codes.map((code) => names.of(code) ?? code),
  );
}
