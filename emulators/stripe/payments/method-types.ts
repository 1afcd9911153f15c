/**
 * The ways to pay besides cards: the buyer leaves for the page of a bank or a wallet, and comes back. `usual`: an account with the full dashboard has it
 * without doing anything. Currencies and limits of refunds: Stripe's page of each method, read in 2026.
 */
export const redirectMethods = {
  ideal: { name: 'iDEAL', currencies: ['eur'], usual: true, refundDays: 180, slowRefund: true },
  bancontact: { name: 'Bancontact', currencies: ['eur'], usual: true, refundDays: 180, slowRefund: false },
  eps: { name: 'EPS', currencies: ['eur'], usual: true, refundDays: 180, slowRefund: false },
  p24: { name: 'Przelewy24', currencies: ['eur', 'pln'], usual: true, refundDays: 180, slowRefund: false },
  amazon_pay: {
    name: 'Amazon Pay',
    currencies: ['usd', 'eur', 'gbp', 'aud', 'chf', 'dkk', 'hkd', 'jpy', 'nok', 'nzd', 'sek', 'zar'],
    usual: false,
    refundDays: 90,
    slowRefund: true,
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly name: string;
      readonly currencies: readonly string[];
      readonly usual: boolean;
      /** Later than this many days after the payment, Stripe refuses a refund. */
      readonly refundDays: number;
      /** A refund is pending at first. */
      readonly slowRefund: boolean;
    }
  >
>;
export type RedirectType = keyof typeof redirectMethods;

export const redirectTypes = Object.keys(redirectMethods) as readonly RedirectType[];

export const isRedirectType = (type: string): type is RedirectType => Object.hasOwn(redirectMethods, type);

/** Stripe's names that a list may contain. The sandbox offers those of `redirectMethods`, cards, and Link as a name. */
export const allowedTypeNames = [
  'card',
  'link',
  ...redirectTypes,
  'wero',
  'blik',
  'twint',
  'swish',
  'mobilepay',
  'mb_way',
  'cashapp',
  'revolut_pay',
  'pix',
  'upi',
  'klarna',
  'paypal',
  'sepa_debit',
] as const;
export type AllowedType = (typeof allowedTypeNames)[number];
