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

/** The name of a way to pay that is no card; null = a card, nothing yet, or a type that Busker does not know. */
export const wayName = (type: string | null): string | null =>
  Object.entries(names).find(([known]) => known === type)?.[1] ?? null;
