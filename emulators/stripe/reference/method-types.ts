/** The version of the API that the sandbox speaks, and of the script that goes with it. The pages' scripts need them too, so nothing is imported here. */
export const API_VERSION = '2026-10-28.endive';
export const STRIPE_JS_VERSION = 'endive';

/**
 * How the buyer confirms. `page`: on a page in the place of the shop's. `app`: in an app, which a code opens that Stripe.js shows on a wide screen, and a
 * page on a narrow one. `scan`: with a code above the shop's page on every screen. `push`: in an app that rings by itself, within so many seconds.
 */
type Confirming =
  | { readonly kind: 'page' | 'app' | 'scan' }
  | {
      readonly kind: 'push';
      readonly seconds: number;
      /**
       * The buyer types a code from the bank's app first. Stripe has no deferred form for that, and the sandbox offers it on its hosted page alone.
       */
      readonly asksCode: boolean;
    };

interface RedirectMethod {
  readonly name: string;
  readonly currencies: readonly string[];
  /** An account with the full dashboard has it without doing anything. */
  readonly usual: boolean;
  /** Later than this many days after the payment, Stripe refuses a refund; null = no limit. */
  readonly refundDays: number | null;
  /** A refund is pending for this many days, the longest time that Stripe's page of the way names; null = it is done at once. */
  readonly refundPendingDays: number | null;
  readonly confirming: Confirming;
  /** Outside of these amounts, in minor units, Stripe does not offer it; absent = the currency's limits alone. */
  readonly limits?: { readonly least?: number; readonly most?: number };
}

const redirect = (
  method: Pick<RedirectMethod, 'name' | 'currencies'> & Partial<RedirectMethod>,
): RedirectMethod => ({
  usual: false,
  refundDays: null,
  refundPendingDays: null,
  confirming: { kind: 'page' },
  ...method,
});

const inApp = { confirming: { kind: 'app' } } as const;
const pushed = (seconds: number, asksCode = false) => ({
  confirming: { kind: 'push', seconds, asksCode } as const,
});

/**
 * The ways to pay besides cards: the buyer confirms at a bank, a wallet or an app. Currencies and limits of refunds: Stripe's page of each method, read in
 * 2026.
 */
export const redirectMethods = {
  ideal: redirect({ name: 'iDEAL', currencies: ['eur'], usual: true, refundDays: 180, refundPendingDays: 7 }),
  wero: redirect({ name: 'Wero', currencies: ['eur'], refundDays: 730, limits: { least: 50 } }),
  bancontact: redirect({ name: 'Bancontact', currencies: ['eur'], usual: true, refundDays: 180 }),
  eps: redirect({ name: 'EPS', currencies: ['eur'], usual: true, refundDays: 180 }),
  p24: redirect({ name: 'Przelewy24', currencies: ['eur', 'pln'], usual: true, refundDays: 180 }),
  blik: redirect({ name: 'BLIK', currencies: ['pln'], ...pushed(60, true) }),
  twint: redirect({
    name: 'TWINT',
    currencies: ['chf'],
    refundDays: 180,
    limits: { most: 500_000 },
    ...inApp,
  }),
  swish: redirect({ name: 'Swish', currencies: ['sek'], refundDays: 365, ...inApp }),
  mobilepay: redirect({ name: 'MobilePay', currencies: ['dkk', 'eur', 'nok', 'sek'], ...inApp }),
  // Four minutes: github.com/stripe/stripe-ios/pull/6837.
  mb_way: redirect({ name: 'MB WAY', currencies: ['eur'], refundDays: 365, ...pushed(240) }),
  // Stripe asks a platform that collects tips for its approval first, so no account begins with it.
  cashapp: redirect({
    name: 'Cash App Pay',
    currencies: ['usd'],
    refundDays: 90,
    // The page says that it takes some time, and not how long.
    refundPendingDays: 1,
    ...inApp,
  }),
  amazon_pay: redirect({
    name: 'Amazon Pay',
    currencies: ['usd', 'eur', 'gbp', 'aud', 'chf', 'dkk', 'hkd', 'jpy', 'nok', 'nzd', 'sek', 'zar'],
    refundDays: 90,
    refundPendingDays: 14,
  }),
  revolut_pay: redirect({ name: 'Revolut Pay', currencies: ['gbp', 'eur', 'ron', 'huf', 'pln', 'dkk'] }),
  // Its most is 3,000 USD: here at five reais for a dollar.
  pix: redirect({
    name: 'Pix',
    currencies: ['brl'],
    limits: { least: 50, most: 1_500_000 },
    refundDays: 90,
    confirming: { kind: 'scan' },
  }),
  upi: redirect({
    name: 'UPI',
    currencies: ['inr'],
    limits: { least: 100, most: 10_000_000 },
    refundDays: 60,
    refundPendingDays: 7,
    ...inApp,
  }),
} as const;
export type RedirectType = keyof typeof redirectMethods;

export const redirectTypes = Object.keys(redirectMethods) as readonly RedirectType[];

export const confirmingOf = (type: RedirectType): Confirming => redirectMethods[type].confirming;

/** Whether the buyer types a code from the bank's app. */
export const asksCode = (type: string): boolean => {
  const confirming = isRedirectType(type) ? confirmingOf(type) : null;
  return confirming?.kind === 'push' && confirming.asksCode;
};

/** What a form on the shop's own page may offer. */
export const canBeDeferred = (type: string): boolean => !asksCode(type);

/** Whether a way takes this amount, in minor units of its currency. */
export function takesAmount(type: RedirectType, amount: number): boolean {
  const { least = 0, most = Infinity }: NonNullable<RedirectMethod['limits']> =
    redirectMethods[type].limits ?? {};
  return amount >= least && amount <= most;
}

export const isRedirectType = (type: string): type is RedirectType => Object.hasOwn(redirectMethods, type);

/** Stripe's names that a list may contain. The sandbox offers those of `redirectMethods`, cards, and Link as a name. */
export const allowedTypeNames = ['card', 'link', ...redirectTypes, 'klarna', 'paypal', 'sepa_debit'] as const;
export type AllowedType = (typeof allowedTypeNames)[number];

/**
 * The buttons of a row of wallets, by Stripe.js's name: Stripe's name, the way that they pay by, and the words of the button and of the dialog. Apple Pay
 * and Google Pay pay with a card; Link and Amazon Pay are ways of their own.
 */
export const wallets = {
  applePay: { type: 'apple_pay', way: 'card', button: 'Tip with Apple Pay', name: 'Apple Pay' },
  googlePay: { type: 'google_pay', way: 'card', button: 'Google Pay', name: 'Google Pay' },
  link: { type: 'link', way: 'link', button: 'Pay with Link', name: 'Link' },
  amazonPay: { type: 'amazon_pay', way: 'amazon_pay', button: 'Pay with Amazon Pay', name: 'Amazon Pay' },
} as const;
export type WalletName = keyof typeof wallets;
export type WalletType = (typeof wallets)[WalletName]['type'];

export const walletNames = Object.keys(wallets) as readonly WalletName[];

/** The wallets that a card can be taken from. */
const cardWallets = ['apple_pay', 'google_pay'] as const satisfies readonly WalletType[];
export type CardWallet = (typeof cardWallets)[number];

/** The wallets whose dialog asks for consent here. Amazon Pay asks on its own page. */
export const consentTypes = [...cardWallets, 'link'] as const satisfies readonly WalletType[];

/** The bank's answer to an authorization. */
export type BankAnswer =
  | {
      readonly kind: 'approved';
      readonly risk: 'normal' | 'elevated';
      readonly cvcCheck: 'pass' | 'fail';
      readonly later: Aftereffect;
      readonly availableAtOnce: boolean;
    }
  | {
      readonly kind: 'declined';
      readonly code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';
      readonly declineCode: string | null;
    }
  | { readonly kind: 'blocked' };

/** What happens later to a successful charge. */
export type Aftereffect =
  | 'nothing'
  | 'fraud-dispute'
  | 'not-received-dispute'
  | 'inquiry'
  | 'early-fraud-warning'
  | 'refund-pending-first'
  | 'refund-fails-later';

/** `lookup-error`: the card requires authentication, but its bank does not answer. */
type Authentication = 'none' | 'frictionless' | 'challenge' | 'lookup-error';

export interface CardBehaviour {
  readonly authentication: Authentication;
  readonly bank: BankAnswer;
  /** What differs when the saved card is charged without its owner. Absent: a confirmed card is not asked again. */
  readonly offSession?: 'asks' | 'fails';
}
