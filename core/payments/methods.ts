import type { Currency } from '../money/money';

/** Stripe's names of the payment methods that Busker offers. Anything else (loans, debits, vouchers, bank transfers) is never offered for a tip. */
export const paymentMethodTypes = [
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
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

/** A payment method, as Stripe describes it (docs/developers/payments.md). */
export interface PaymentMethod {
  readonly type: PaymentMethodType;
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
  /** The name on the fan's statement. `other`: the one in `statementName`. */
  readonly statement: 'owner' | 'stripe' | 'other';
  /** The name on the statement when it is neither the owner's nor Stripe's. */
  readonly statementName: string | null;
  /** Stripe's name of the account's capability, and which of its account APIs has it. */
  readonly capability: { readonly name: string; readonly api: 'v1' | 'v2' };
}

/** A bank's redirect in one currency: at once, no disputes, half a year for refunds. */
const bank = (
  type: PaymentMethodType,
  currencies: PaymentMethod['currencies'],
  change: Partial<Omit<PaymentMethod, 'type' | 'currencies'>> = {},
): PaymentMethod => ({
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

const onlyV1 = (type: PaymentMethodType) => ({ name: `${type}_payments`, api: 'v1' }) as const;
const unlimited = { leaves: 'no', refundDays: null, disputable: true } as const;
const slow = (refundArrives: number | null) => ({ refundSlow: true, refundArrives });

/**
 * In this order fans and owners see them. Source: Stripe's pages of each method and its support tables, read in 2026; `refundArrives` and `refundDays`
 * null where a page names no limit.
 */
export const methods: readonly PaymentMethod[] = [
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
export const methodOf = (type: string | null): PaymentMethod | undefined =>
  methods.find((method) => method.type === type);

/**
 * What the fan's statement shows where the payment method decides that, in the same words in every language; null = the owner's text, or nobody here knows. A
 * name that ends with `*` is followed by more, which the payment method fills in.
 */
export function statementText(type: string | null): string | null {
  const method = methodOf(type);
  switch (method?.statement) {
    case 'stripe':
      return 'Stripe';
    case 'other':
      return method.statementName?.replace(/\*$/, '*…') ?? null;
    case 'owner':
    case undefined:
      return null;
  }
}

/** Proper names: the same in every language. Cards have their brand and last digits instead. */
const names: Readonly<Record<Exclude<PaymentMethodType, 'card'>, string>> = {
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

/** The name of a payment method that is no card; null = a card, nothing yet, or a type that Busker does not know. */
export const methodName = (type: string | null): string | null =>
  Object.entries(names).find(([known]) => known === type)?.[1] ?? null;

/** The name of the payment method if it is not a card, or of the card's wallet. */
export const paidWithName = (paid: {
  readonly paymentMethodType: string | null;
  readonly wallet?: string;
}): string | null => methodName(paid.paymentMethodType) ?? walletName(paid.wallet ?? null);

/** Where a fan pays. `in-frame`: in a page inside another site's frame, where banks refuse to open. */
export const methodPlaces = ['in-page', 'in-frame', 'hosted'] as const;
export type MethodPlace = (typeof methodPlaces)[number];

/** The list of cards that do not say where they are, and of tips that were stored before there was a list. */
export const usualMethods: readonly string[] = ['card', 'link'];

/** Whether an owner with this currency can be paid this way. */
const worksIn = (currency: Currency, { currencies }: PaymentMethod): boolean =>
  currencies === 'all' || currencies.includes(currency);

const worksAt = (where: MethodPlace, method: PaymentMethod): boolean => {
  if (where === 'hosted') return method.hosted;
  return method.deferred && (where === 'in-page' || method.leaves === 'no');
};

/**
 * The types of payment method that Stripe may offer a fan, for `allowed_payment_method_types`. Stripe itself leaves out what the owner's account has
 * not switched on, so the account needs no check. The card form and the payment intent must get the same list. `table`: the one of this release.
 */
export const methodsFor = (
  currency: Currency,
  where: MethodPlace,
  table: readonly PaymentMethod[] = methods,
): readonly string[] =>
  table.filter((method) => worksIn(currency, method) && worksAt(where, method)).map(({ type }) => type);

/** Every type of Stripe's own page, for fans who may pay in their own currency there: Stripe offers what fits the currency in which they pay. */
export const hostedMethods = (table: readonly PaymentMethod[] = methods): readonly string[] =>
  table.filter(({ hosted }) => hosted).map(({ type }) => type);

/** The list of an account that has no Link: Stripe refuses to show its button there. */
export const withoutLink = (list: readonly string[], link: boolean): readonly string[] =>
  link ? list : list.filter((type) => type !== 'link');

/** Wallets: at Stripe they have a setting of their own and pay as cards. */
export const walletTypes = ['apple_pay', 'google_pay'] as const;

/** The rows of an owner's list of payment methods. */
export const ownMethodTypes = [
  'card',
  ...walletTypes,
  ...paymentMethodTypes.filter((type) => type !== 'card'),
] as const;
export type OwnMethodType = (typeof ownMethodTypes)[number];

/**
 * - `on`: fans can pay this way.
 * - `waiting`: Stripe checks the account; the owner need do nothing.
 * - `missing`: the account lacks the capability; Stripe asks the owner for more.
 * - `off`: switched off in Stripe's settings.
 * - `other-currency`: it cannot be charged in the account's currency, nor in the fan's own.
 */
export const methodStates = ['on', 'waiting', 'missing', 'off', 'other-currency'] as const;
export type MethodState = (typeof methodStates)[number];

/** The state of a payment method at an account, from Stripe. */
export interface MethodFacts {
  /** `none`: nobody requested it. `refused`: Stripe does not allow it on this account. */
  readonly capability: 'active' | 'pending' | 'restricted' | 'refused' | 'none';
  /** Whether the account shows it; null = it has no such setting. */
  readonly shown: boolean | null;
}

/** Whether fans can only pay this way where they pay in their own currency, on Stripe's page. `currency`: the account's; null = not known yet. */
export const needsFanCurrency = (currency: Currency | null, method: PaymentMethod | null): boolean =>
  method !== null && currency !== null && !worksIn(currency, method);

/**
 * The state of a way for an owner. `currency`: the account's; null = not known yet. `way`: null for wallets, which work in every currency.
 * `fanCurrency`: whether fans may pay in their own currency, which opens every way of Stripe's page.
 */
export function methodState(
  currency: Currency | null,
  method: PaymentMethod | null,
  facts: MethodFacts,
  fanCurrency: boolean,
): MethodState {
  if (needsFanCurrency(currency, method) && !(fanCurrency && method?.hosted === true))
    return 'other-currency';
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
