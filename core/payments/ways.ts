import type { Currency } from '../money/money';

/** Stripe's names of the ways to pay that Busker offers. Anything else (loans, debits, vouchers, bank transfers) is never offered for a tip. */
export const wayTypes = [
  'card',
  'link',
  'ideal',
  'wero',
  'bancontact',
  'eps',
  'p24',
  'blik',
  'twint',
  'swish',
  'mobilepay',
  'mb_way',
  'cashapp',
  'amazon_pay',
  'revolut_pay',
  'pix',
  'upi',
] as const;
export type WayType = (typeof wayTypes)[number];

/** A way to pay, as Stripe describes it (docs/payments.md). */
export interface Way {
  readonly type: WayType;
  /** The currencies in which it can be charged. */
  readonly currencies: readonly Currency[] | 'all';
  /** `redirect`: the fan pays at a bank or wallet and comes back. `app-or-qr`: in an app, or with a code to scan on a wide screen. */
  readonly leaves: 'no' | 'redirect' | 'app-or-qr';
  /** Works in a Payment Element without a payment intent. If not, only Stripe's own page offers it. */
  readonly deferred: boolean;
  /** Stripe's payment page accepts its name. */
  readonly hosted: boolean;
  /** For how many days after the payment Stripe refunds it; null = no limit of its own. */
  readonly refundDays: number | null;
  /** A refund may stay pending at Stripe instead of being done at once. */
  readonly refundSlow: boolean;
  /** By when a slow refund has arrived, in days; null = at once, or not known. */
  readonly refundArrives: number | null;
  /** The fan can dispute the payment. */
  readonly disputable: boolean;
  /** It has a fee that is booked apart from the payment, so the net amount of a payment is not what is left. */
  readonly feeApart: boolean;
  /** Whose name is on the fan's statement. `other`: the one in `statementName`. */
  readonly statement: 'owner' | 'stripe' | 'other';
  /** What the statement shows when it is neither the owner's name nor Stripe's. */
  readonly statementName: string | null;
  /** Stripe's name of the account's capability, and which of its account APIs has it. */
  readonly capability: { readonly name: string; readonly api: 'v1' | 'v2' };
}

/** A bank's redirect in one currency: at once, no disputes, half a year for refunds. */
const bank = (
  type: WayType,
  currencies: Way['currencies'],
  change: Partial<Omit<Way, 'type' | 'currencies'>> = {},
): Way => ({
  type,
  currencies,
  leaves: 'redirect',
  deferred: true,
  hosted: true,
  refundDays: 180,
  refundSlow: false,
  refundArrives: null,
  disputable: false,
  feeApart: false,
  statement: 'owner',
  statementName: null,
  capability: { name: `${type}_payments`, api: 'v2' },
  ...change,
});

const onlyV1 = (type: WayType) => ({ name: `${type}_payments`, api: 'v1' }) as const;
const unlimited = { leaves: 'no', refundDays: null, disputable: true } as const;
const slow = (refundArrives: number | null) => ({ refundSlow: true, refundArrives });

/**
 * In this order fans and owners see them. Source: Stripe's pages of each method and its support tables, read in 2026; `refundArrives` and `refundDays`
 * null where a page names no limit.
 */
export const ways: readonly Way[] = [
  bank('card', 'all', unlimited),
  bank('link', 'all', unlimited),
  bank('ideal', ['eur'], slow(7)),
  // Stands beside iDEAL, which becomes Wero in 2026 and 2027. Stripe's payment page does not know the name yet.
  bank('wero', ['eur'], { hosted: false, refundDays: 730, capability: onlyV1('wero') }),
  bank('bancontact', ['eur']),
  bank('eps', ['eur']),
  bank('p24', ['pln', 'eur']),
  bank('blik', ['pln'], { ...unlimited, deferred: false }),
  bank('twint', ['chf'], { leaves: 'app-or-qr', disputable: true }),
  bank('swish', ['sek'], { leaves: 'app-or-qr', refundDays: 365, statement: 'stripe' }),
  bank('mobilepay', ['dkk', 'eur', 'nok', 'sek'], { ...unlimited, leaves: 'app-or-qr', feeApart: true }),
  bank('mb_way', ['eur'], {
    ...unlimited,
    refundDays: 365,
    statement: 'stripe',
    capability: onlyV1('mb_way'),
  }),
  bank('cashapp', ['usd'], {
    leaves: 'app-or-qr',
    refundDays: 90,
    ...slow(null),
    disputable: true,
    statement: 'other',
    statementName: 'CashApp*',
  }),
  bank('amazon_pay', ['usd', 'eur', 'gbp', 'aud', 'chf', 'dkk', 'hkd', 'jpy', 'nok', 'nzd', 'sek', 'zar'], {
    refundDays: 90,
    ...slow(14),
    disputable: true,
  }),
  bank('revolut_pay', ['gbp', 'eur', 'ron', 'huf', 'pln', 'dkk'], { refundDays: null, disputable: true }),
  bank('pix', ['brl'], {
    leaves: 'no',
    refundDays: 90,
    disputable: true,
    statement: 'other',
    statementName: 'Ebanx',
    capability: onlyV1('pix'),
  }),
  bank('upi', ['inr'], {
    leaves: 'app-or-qr',
    refundDays: 60,
    ...slow(7),
    disputable: true,
    capability: onlyV1('upi'),
  }),
];

/** The row of a type that Stripe named; undefined = not one of ours (a test specimen, or added by the owner at Stripe). */
export const wayOf = (type: string | null): Way | undefined => ways.find((way) => way.type === type);

/**
 * What the fan's statement shows where the way to pay decides that, in the same words in every language; null = the owner's text, or nobody here knows. A
 * name that ends with `*` is followed by more, which the way to pay fills in.
 */
export function statementText(type: string | null): string | null {
  const way = wayOf(type);
  switch (way?.statement) {
    case 'stripe':
      return 'Stripe';
    case 'other':
      return way.statementName?.replace(/\*$/, '*…') ?? null;
    case 'owner':
    case undefined:
      return null;
  }
}

/** Proper names: the same in every language. Cards have their brand and last digits instead. */
const names: Readonly<Record<Exclude<WayType, 'card'>, string>> = {
  link: 'Link',
  ideal: 'iDEAL',
  wero: 'Wero',
  bancontact: 'Bancontact',
  eps: 'EPS',
  p24: 'Przelewy24',
  blik: 'BLIK',
  twint: 'TWINT',
  swish: 'Swish',
  mobilepay: 'MobilePay',
  mb_way: 'MB WAY',
  cashapp: 'Cash App Pay',
  amazon_pay: 'Amazon Pay',
  revolut_pay: 'Revolut Pay',
  pix: 'Pix',
  upi: 'UPI',
};

/** Wallets that hold a card, by Stripe's name. Older ones have no name here: nobody can pay with them any more. */
const walletNames: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  samsung_pay: 'Samsung Pay',
  link: 'Link',
};

/** The name of a wallet that holds a card; null = none, or one that Busker does not know. */
export const walletName = (wallet: string | null): string | null =>
  Object.entries(walletNames).find(([known]) => known === wallet)?.[1] ?? null;

/** The name of a way to pay that is no card; null = a card, nothing yet, or a type that Busker does not know. */
export const wayName = (type: string | null): string | null =>
  Object.entries(names).find(([known]) => known === type)?.[1] ?? null;

/** What a tip was paid with, where that has a name of its own: a way that is no card, or the wallet of the card. */
export const paidWithName = (paid: {
  readonly paymentMethodType: string | null;
  readonly wallet?: string;
}): string | null => wayName(paid.paymentMethodType) ?? walletName(paid.wallet ?? null);

/** Where a fan pays. `in-frame`: in a page inside another site's frame, where banks refuse to open. */
export const wayPlaces = ['in-page', 'in-frame', 'hosted'] as const;
export type WayPlace = (typeof wayPlaces)[number];

/** The list of cards that do not say where they are, and of tips that were stored before there was a list. */
export const usualWays: readonly string[] = ['card', 'link'];

/** Whether an owner with this currency can be paid this way. */
const worksIn = (currency: Currency, { currencies }: Way): boolean =>
  currencies === 'all' || currencies.includes(currency);

const worksAt = (where: WayPlace, way: Way): boolean => {
  if (where === 'hosted') return way.hosted;
  return way.deferred && (where === 'in-page' || way.leaves === 'no');
};

/**
 * The types of payment method that Stripe may offer a fan, for `allowed_payment_method_types`. Stripe itself leaves out what the owner's account has
 * not switched on, so the account needs no look. The card form and the payment intent must get the same list. `table`: the one of this release.
 */
export const waysFor = (
  currency: Currency,
  where: WayPlace,
  table: readonly Way[] = ways,
): readonly string[] =>
  table.filter((way) => worksIn(currency, way) && worksAt(where, way)).map(({ type }) => type);

/** Every type of Stripe's own page, for fans who may pay in their own currency there: Stripe offers what fits the currency in which they pay. */
export const hostedWays = (table: readonly Way[] = ways): readonly string[] =>
  table.filter(({ hosted }) => hosted).map(({ type }) => type);

/** The list of an account that has no Link: Stripe refuses to show its button there. */
export const withoutLink = (list: readonly string[], link: boolean): readonly string[] =>
  link ? list : list.filter((type) => type !== 'link');

/** Wallets: at Stripe they have a setting of their own and pay as cards. */
export const walletTypes = ['apple_pay', 'google_pay'] as const;

/** What an owner sees in the list of ways to pay. */
export const ownWayTypes = ['card', ...walletTypes, ...wayTypes.filter((type) => type !== 'card')] as const;
export type OwnWayType = (typeof ownWayTypes)[number];

/**
 * - `on`: fans can pay this way.
 * - `waiting`: Stripe checks the account; the owner need do nothing.
 * - `missing`: the account lacks the capability; Stripe asks the owner for more.
 * - `off`: switched off in Stripe's settings.
 * - `other-currency`: it cannot be charged in the account's currency, nor in the fan's own.
 */
export const wayStates = ['on', 'waiting', 'missing', 'off', 'other-currency'] as const;
export type WayState = (typeof wayStates)[number];

/** What Stripe says about a way at an account. */
export interface WayFacts {
  /** `none`: nobody requested it. `refused`: Stripe does not allow it on this account. */
  readonly capability: 'active' | 'pending' | 'restricted' | 'refused' | 'none';
  /** Whether the account shows it; null = it has no such setting. */
  readonly shown: boolean | null;
}

/** Whether fans can only pay this way where they pay in their own currency, on Stripe's page. `currency`: the account's; null = not known yet. */
export const needsFanCurrency = (currency: Currency | null, way: Way | null): boolean =>
  way !== null && currency !== null && !worksIn(currency, way);

/**
 * The state of a way for an owner. `currency`: the account's; null = not known yet. `way`: null for wallets, which work in every currency.
 * `fanCurrency`: whether fans may pay in their own currency, which opens every way of Stripe's page.
 */
export function wayState(
  currency: Currency | null,
  way: Way | null,
  facts: WayFacts,
  fanCurrency: boolean,
): WayState {
  if (needsFanCurrency(currency, way) && !(fanCurrency && way?.hosted === true)) return 'other-currency';
  if (facts.shown === false) return 'off';
  switch (facts.capability) {
    case 'active':
      return 'on';
    case 'pending':
      return 'waiting';
    case 'restricted':
      return 'missing';
    case 'refused':
      return 'off';
    case 'none':
      return facts.shown === null ? 'off' : 'missing';
  }
}
