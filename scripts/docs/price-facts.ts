import type { WayType } from '../../core/ways/ways';

/** A price that the product does not use, with the day, month or year of its source. */
interface PriceFact {
  readonly what: string;
  readonly price: string;
  readonly asOf: string;
  readonly source: string;
}

const eeaUpdate = { asOf: '2023-04', source: 'Stripe' } as const;

/** What Stripe takes in the EEA for other cards than a standard one, in basis points. The fixed part is the same. */
export const eeaCards: readonly { readonly card: string; readonly bps: number }[] = [
  { card: 'premium card of the EEA', bps: 190 },
  { card: 'card of the United Kingdom', bps: 250 },
  { card: 'card of another country', bps: 325 },
];

export const otherCardPrices: readonly PriceFact[] = [
  ...eeaCards.map(({ card, bps }) => ({
    what: `account in the EEA: ${card}`,
    price: `${bps / 100} % and the same fixed part`,
    ...eeaUpdate,
  })),
  { what: 'account in the EEA: conversion of the currency', price: '2 % more', ...eeaUpdate },
  {
    what: 'account in the United States: card of another country; conversion',
    price: '1.5 % more; 1 % more',
    asOf: '2026',
    source: 'other sites that agree; not verified at Stripe',
  },
];

/** What is known about the prices of other ways. All others: nothing. */
export const wayPrices: Readonly<Partial<Record<WayType, Omit<PriceFact, 'what'>>>> = {
  mobilepay: {
    price:
      "the card's price, and MobilePay's own fee for each payment, which Stripe books once a day apart from the tips, and 35 DKK a month for accounts in Denmark",
    asOf: '2026-05',
    source: '[Stripe](https://docs.stripe.com/payments/mobilepay)',
  },
  pix: {
    price: "not verified; for an account abroad the fan's bank adds 3.5 % tax (IOF), which the fan pays",
    asOf: '2026-05-06',
    source: '[Stripe](https://docs.stripe.com/payments/pix)',
  },
};
