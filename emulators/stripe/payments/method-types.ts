interface RedirectMethod {
  readonly name: string;
  readonly currencies: readonly string[];
  /** An account with the full dashboard has it without doing anything. */
  readonly usual: boolean;
  /** Later than this many days after the payment, Stripe refuses a refund; null = no limit. */
  readonly refundDays: number | null;
  /** A refund is pending at first. */
  readonly slowRefund: boolean;
  /** The buyer pays in an app: on a wide screen Stripe.js shows a code to scan, on a narrow one it opens the app's page. */
  readonly inApp: boolean;
  /**
   * The buyer types a code from the bank's app, and confirms there within a minute. Stripe has no deferred form for it, and the sandbox offers it on its
   * hosted page alone.
   */
  readonly asksCode: boolean;
}

const redirect = (
  method: Pick<RedirectMethod, 'name' | 'currencies'> & Partial<RedirectMethod>,
): RedirectMethod => ({
  usual: false,
  refundDays: null,
  slowRefund: false,
  inApp: false,
  asksCode: false,
  ...method,
});

/**
 * The ways to pay besides cards: the buyer leaves for the page of a bank, a wallet or an app, and comes back. Currencies and limits of refunds: Stripe's
 * page of each method, read in 2026.
 */
export const redirectMethods = {
  ideal: redirect({ name: 'iDEAL', currencies: ['eur'], usual: true, refundDays: 180, slowRefund: true }),
  wero: redirect({ name: 'Wero', currencies: ['eur'], refundDays: 730 }),
  bancontact: redirect({ name: 'Bancontact', currencies: ['eur'], usual: true, refundDays: 180 }),
  eps: redirect({ name: 'EPS', currencies: ['eur'], usual: true, refundDays: 180 }),
  p24: redirect({ name: 'Przelewy24', currencies: ['eur', 'pln'], usual: true, refundDays: 180 }),
  blik: redirect({ name: 'BLIK', currencies: ['pln'], asksCode: true }),
  twint: redirect({ name: 'TWINT', currencies: ['chf'], refundDays: 180, inApp: true }),
  swish: redirect({ name: 'Swish', currencies: ['sek'], refundDays: 365, inApp: true }),
  mobilepay: redirect({ name: 'MobilePay', currencies: ['dkk', 'eur', 'nok', 'sek'], inApp: true }),
  // Stripe asks a platform that collects tips for its approval first, so no account begins with it.
  cashapp: redirect({
    name: 'Cash App Pay',
    currencies: ['usd'],
    refundDays: 90,
    slowRefund: true,
    inApp: true,
  }),
  amazon_pay: redirect({
    name: 'Amazon Pay',
    currencies: ['usd', 'eur', 'gbp', 'aud', 'chf', 'dkk', 'hkd', 'jpy', 'nok', 'nzd', 'sek', 'zar'],
    refundDays: 90,
    slowRefund: true,
  }),
  revolut_pay: redirect({ name: 'Revolut Pay', currencies: ['gbp', 'eur', 'ron', 'huf', 'pln', 'dkk'] }),
} as const;
export type RedirectType = keyof typeof redirectMethods;

export const redirectTypes = Object.keys(redirectMethods) as readonly RedirectType[];

/** What a form on the shop's own page may offer. */
export const canBeDeferred = (type: string): boolean =>
  !isRedirectType(type) || !redirectMethods[type].asksCode;

export const isRedirectType = (type: string): type is RedirectType => Object.hasOwn(redirectMethods, type);

/** Stripe's names that a list may contain. The sandbox offers those of `redirectMethods`, cards, and Link as a name. */
export const allowedTypeNames = [
  'card',
  'link',
  ...redirectTypes,
  'mb_way',
  'pix',
  'upi',
  'klarna',
  'paypal',
  'sepa_debit',
] as const;
export type AllowedType = (typeof allowedTypeNames)[number];
