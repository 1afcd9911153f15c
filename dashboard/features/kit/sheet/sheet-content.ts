import type { ShippedLanguage } from '../../../../core/base/language-tags';
import { formatMoney, type Currency } from '../../../../core/money/money';
import { tipLinkAddress, type TipLink } from '../../../../core/tip/tip-link';

/** Everything that a sheet shows. */
export interface SheetContent {
  readonly name: string;
  /** The owner's own words; empty = none. */
  readonly line: string;
  /** The address that the code contains. */
  readonly link: string;
  /** The owner's page in letters: fans compare it with what their phone opens, so that a stranger's sticker over the code is noticed. */
  readonly address: string;
  readonly languages: readonly ShippedLanguage[];
  /** As written on the sheet; empty = none are shown. */
  readonly amounts: readonly string[];
  /** `#rrggbb`; null = black and white. */
  readonly accent: string | null;
}

/** The owner's page as people type it. */
export const addressInLetters = (host: string, handle: string): string =>
  `${host.replace(/^https?:\/\//, '')}/@${handle}`;

export const linkOf = (host: string, handle: string, link: TipLink): string =>
  tipLinkAddress(`${host}/@${handle}/tip`, link);

/** An amount in the code is the only one on the sheet: others would promise a choice that the code does not suggest. */
export function amountsOnSheet(
  presets: readonly number[],
  coded: number | null,
  currency: Currency,
  language: ShippedLanguage,
): readonly string[] {
  const shown = coded === null ? presets : [coded];
  return shown.map((minorUnits) => formatMoney({ minorUnits, currency }, language));
}
