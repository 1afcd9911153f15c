import type { Currency } from '../money/currency-codes';

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
