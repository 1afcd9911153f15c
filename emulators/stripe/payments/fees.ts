import type { FeeDetailEntity } from '../state/payment-entities';

interface Rate {
  readonly basisPoints: number;
  /** Minor units of the country's currency. A charge in another currency has the same number. */
  readonly fixed: number;
}

/** Stripe's published card prices of 2026, simplified. The exact fee is in Stripe's balance transaction. */
const RATES: Readonly<Record<string, Rate>> = {
  US: { basisPoints: 290, fixed: 30 },
  CA: { basisPoints: 290, fixed: 30 },
  GB: { basisPoints: 150, fixed: 20 },
  AU: { basisPoints: 170, fixed: 30 },
  SG: { basisPoints: 340, fixed: 50 },
  JP: { basisPoints: 360, fixed: 0 },
};
const EUROPE: Rate = { basisPoints: 150, fixed: 25 };

/**
 * Ways that do not cost what a card costs. The figures are the sandbox's own: they only differ from each other, so that a fee that was taken from the
 * wrong row is seen. Stripe's price page of the account's country has the true ones.
 */
const WAY_RATES: Readonly<Record<string, Rate>> = {
  ideal: { basisPoints: 0, fixed: 29 },
  bancontact: { basisPoints: 0, fixed: 39 },
  eps: { basisPoints: 160, fixed: 35 },
  p24: { basisPoints: 220, fixed: 30 },
  twint: { basisPoints: 190, fixed: 30 },
  swish: { basisPoints: 100, fixed: 180 },
};

/** What MobilePay costs for each payment beside the card's fee. The sandbox's own figure, in minor units. */
export const MOBILEPAY_FEE = 8;

/** `way`: Stripe's name of the way to pay; most cost what a card costs. The fee is never larger than the charge. */
export function stripeFee(country: string, amount: number, way = 'card'): FeeDetailEntity {
  const rate = WAY_RATES[way] ?? RATES[country] ?? EUROPE;
  const fee = Math.floor((amount * rate.basisPoints + 5000) / 10_000) + rate.fixed;
  return { type: 'stripe_fee', amount: Math.min(fee, amount), description: 'Stripe processing fees' };
}

/** Stripe Billing's 0.7 % of a paid invoice of a subscription, to the nearest unit. Stripe does not say how it rounds. */
export const billingFee = (amount: number): number => Math.floor((amount * 70 + 5000) / 10_000);
