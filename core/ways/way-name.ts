import type { WayType } from './ways';

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
