import type { MonthlyTerms } from '@busker/core/fan-api/monthly-api';
import type { TipSession } from '@busker/core/fan-api/tip-api';
import {
  intervals,
  coverCosts,
  isWithinLimits,
  type Interval,
  type FeeRule,
  type AmountLimits,
} from '@busker/core/amounts/amount-limits';
import { currencies, isCurrency, knownLocale, type Currency } from '@busker/core/money/money';
import { parseAmount, pagePresets } from '@busker/core/amounts/parse-amount';
import type { PublicProfile } from '@busker/core/profile/profile';
import { tipTextLimits } from '@busker/core/tip/tip';

/** How the fan chose the amount. Typed text is kept, because the session may change the rules for it. */
export type AmountChoice =
  | { readonly by: 'none' }
  | { readonly by: 'preset'; readonly minorUnits: number }
  | { readonly by: 'typed'; readonly text: string };

/** How often the fan gives. */
export type Every = 'once' | Interval;

/** Everything that the fan enters outside the card form. */
export interface TipForm {
  /** Only the fan ever chooses another one than `once`. */
  readonly every: Every;
  readonly amount: AmountChoice;
  readonly name: string;
  readonly message: string;
  readonly coverCosts: boolean;
  /** Keeps name and message from others. The owner sees them. */
  readonly anonymous: boolean;
  /** The same of the message alone. */
  readonly privateMessage: boolean;
  /** The same of the amount. */
  readonly hideAmount: boolean;
  /** Sent to Stripe, never stored. */
  readonly receiptEmail: string;
}

export const emptyForm: TipForm = {
  every: 'once',
  amount: { by: 'none' },
  name: '',
  message: '',
  coverCosts: false,
  anonymous: false,
  privateMessage: false,
  hideAmount: false,
  receiptEmail: '',
};

/** The rules for amounts, first of the profile, then of the tip session. */
export interface AmountRules {
  readonly currency: Currency;
  readonly limits: AmountLimits;
  readonly presets: readonly number[];
  readonly fees: FeeRule | null;
  readonly locale: string;
}

/** The page's settings: its language, and its `amounts` in major units. */
interface Wishes {
  readonly locale: string;
  readonly wishedAmounts: string;
}

/** The owner's offer for a period; undefined for a single tip. */
export const offerOf = (
  session: TipSession | null,
  every: Every,
): MonthlyTerms['offers'][number] | undefined =>
  session?.monthly?.offers.find((offer) => offer.every === every);

/** The periods that the owner offers, without those that the page does not name. */
export const offeredPeriods = (
  { tips }: PublicProfile,
  session: TipSession | null,
  wished: string | null = null,
): readonly Interval[] => {
  // The profile's is not parsed (read-profile.ts).
  const offered: unknown = session
    ? session.monthly?.offers.map(({ every }) => every)
    : tips.monthly?.intervals;
  return intervals.filter(
    (every) =>
      Array.isArray(offered) && offered.includes(every) && (wished?.toLowerCase().includes(every) ?? true),
  );
};

/**
 * The rules for amounts: first the profile's, so that the sheet can show presets when it opens, then those of the tip session. The page's
 * `amounts` are limited to them, and are for single tips.
 */
export function amountRules(
  profile: PublicProfile,
  session: TipSession | null,
  { every }: Pick<TipForm, 'every'>,
  { locale, wishedAmounts }: Wishes,
): AmountRules {
  const offer = offerOf(session, every);
  const currency = session?.currency ?? (isCurrency(profile.tips.currency) ? profile.tips.currency : 'usd');
  if (offer) return { ...offer, currency, fees: session?.monthly?.fees ?? null, locale };
  const { min, max, presets } = profile.tips;
  const limits = session?.limits ?? { min, max, step: currencies[currency].step };
  return {
    currency,
    limits,
    presets: pagePresets(wishedAmounts, currency, limits, session?.presets ?? presets),
    fees: session?.fees ?? null,
    locale,
  };
}

/** Minor units. `total` is the charge. */
export interface Figures {
  readonly tipAmount: number;
  readonly coverAmount: number;
  readonly total: number;
}

export type AmountFaultKind = 'not-a-number' | 'too-precise' | 'too-small' | 'too-large' | 'not-a-step';

export type ReadAmount =
  | { readonly at: 'none' }
  | { readonly at: 'fault'; readonly fault: AmountFaultKind }
  | { readonly at: 'good'; readonly figures: Figures; readonly possibleCover: number };

/** Evaluates the chosen amount. `possibleCover` is what covering the costs adds or would add. */
export function readAmount(form: TipForm, rules: AmountRules): ReadAmount {
  const chosen = chosenMinorUnits(form.amount, rules);
  if (typeof chosen !== 'number') return chosen;
  const { limits, fees, currency } = rules;
  if (!isWithinLimits(chosen, limits)) {
    if (chosen < limits.min) return { at: 'fault', fault: 'too-small' };
    return { at: 'fault', fault: chosen > limits.max ? 'too-large' : 'not-a-step' };
  }
  const possibleCover = fees ? coverCosts(chosen, fees, currency).cover : 0;
  const coverAmount = form.coverCosts ? possibleCover : 0;
  return {
    at: 'good',
    figures: { tipAmount: chosen, coverAmount, total: chosen + coverAmount },
    possibleCover,
  };
}

function chosenMinorUnits(amount: AmountChoice, { currency, locale }: AmountRules): number | ReadAmount {
  if (amount.by === 'none') return { at: 'none' };
  if (amount.by === 'preset') return amount.minorUnits;
  const parsed = parseAmount(amount.text, currency, locale);
  if (parsed.ok) return parsed.value.minorUnits;
  return parsed.problem === 'empty' ? { at: 'none' } : { at: 'fault', fault: parsed.problem };
}

/** The text as it is sent; null if it is empty. The server has the full cleaning rules. */
export const sentText = (typed: string): string | null => typed.replace(/\s+/g, ' ').trim() || null;

/**
 * Whether this can be an email address. Empty is valid, because the address is optional. The whole rule (`readEmailAddress`) has 220 bytes more than the
 * sheet may have: this one takes all that it takes, and the server refuses the rest by the name of the field.
 */
export const isSendable = (email: string): boolean =>
  /^([\w.!#$%&'*+/=?^`{|}~-]+@[^\s@,;:]+\.[^\s@,;:]+)?$/.test(email.trim());

/** Characters as people and the server count them (`characterLength`, with Valibot's texts beside it): a flag or a family is one. */
function lengthOf(text: string): number {
  const { length } = Array.from(text);
  return 'Segmenter' in Intl
    ? Math.max(Array.from(new Intl.Segmenter().segment(text)).length, Math.ceil(length / 3))
    : length;
}

/** How many characters are left; negative if there are too many. The server never counts more than this. */
export const charactersLeft = (typed: string, field: 'name' | 'message'): number =>
  tipTextLimits[field] - lengthOf(sentText(typed)?.normalize('NFC') ?? '');

/** Whether nothing in the form but the amount prevents the payment. */
export const isFilledWell = (form: TipForm): boolean =>
  charactersLeft(form.name, 'name') >= 0 &&
  charactersLeft(form.message, 'message') >= 0 &&
  (form.every !== 'once' || isSendable(form.receiptEmail));

/**
 * The amount of `openTip`: major units with a decimal point, as in `amounts`, in every language. It selects the preset of that amount, or is
 * written into the field in the fan's notation. An invalid amount is written as it is and shows its error.
 */
export function wishedAmount(text: string, { currency, locale, presets }: AmountRules): AmountChoice {
  const read = parseAmount(text, currency, 'en');
  if (!read.ok) return { by: 'typed', text };
  const { minorUnits } = read.value;
  if (presets.includes(minorUnits)) return { by: 'preset', minorUnits };
  const { exponent } = currencies[currency];
  const format = new Intl.NumberFormat(knownLocale(locale), {
    useGrouping: false,
    maximumFractionDigits: exponent,
  });
  return { by: 'typed', text: format.format(minorUnits / 10 ** exponent) };
}
