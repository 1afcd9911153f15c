import { languageOf, type ShippedLanguage } from '../../../core/base/language-tags';
import { tipAmounts } from '../../../core/money/amount-limits';
import type { Currency } from '../../../core/money/currency-codes';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import { placeOfText, readPlace } from '../../../core/tip/tip-link';
import type { PaperName, SheetKind } from './sheet/paper';
import { addressInLetters, amountsOnSheet, linkOf, type SheetContent } from './sheet/sheet-content';

/** A line longer than this is too small to read in passing. */
export const maxLineLength = 80;

/** What the owner chose for a sheet. */
export interface KitChoices {
  readonly kind: SheetKind;
  readonly paper: PaperName;
  readonly line: string;
  /** One for each place on the sheet; empty = none. Two places can have the same one, which is then printed once. */
  readonly languages: readonly (ShippedLanguage | '')[];
  readonly showsAmounts: boolean;
  /** The amount in the code, in minor units of today's currency; null = none. */
  readonly coded: number | null;
  /** As typed. */
  readonly place: string;
  readonly isBlack: boolean;
}

/** Where most printers have Letter. */
const letterRegions = /-(?:US|CA|MX|PR|GT|CR|PA|SV|NI|HN|DO|CO|VE|CL|PH)\b/;

export function firstChoices(profile: StoredProfile, browserLanguage: string): KitChoices {
  const own = languageOf(profile.language);
  return {
    kind: 'sign',
    paper: letterRegions.test(browserLanguage) ? 'letter' : 'a4',
    line: '',
    languages: own === 'en' ? ['en', '', ''] : [own, 'en', ''],
    showsAmounts: true,
    coded: null,
    place: 'hat',
    isBlack: false,
  };
}

export interface KitOwner {
  readonly profile: StoredProfile;
  /** Origin of the server. */
  readonly host: string;
  /** Null = payments are not set up, so there are no amounts. */
  readonly currency: Currency | null;
}

/** The amounts that a code can contain. */
export const presetsOf = ({ profile, currency }: KitOwner): readonly number[] =>
  currency === null ? [] : tipAmounts(currency, profile.tips).presets;

/** What these choices print. */
export function contentOf(owner: KitOwner, choices: KitChoices): SheetContent {
  const { profile, host, currency } = owner;
  const { line, showsAmounts, coded, place, isBlack } = choices;
  const languages = [...new Set(choices.languages)].filter((language) => language !== '');
  const amount = coded === null || currency === null ? null : { minorUnits: coded, currency };
  const written = languages[0] ?? languageOf(profile.language);
  return {
    name: profile.name,
    line: line.trim(),
    link: linkOf(host, profile.handle, { amount, at: readPlace(placeOfText(place)) }),
    address: addressInLetters(host, profile.handle),
    languages,
    amounts:
      showsAmounts && currency !== null ? amountsOnSheet(presetsOf(owner), coded, currency, written) : [],
    accent: isBlack ? null : profile.look.accent,
  };
}
