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

/** The fee is never larger than the charge. */
export function stripeFee(country: string, amount: number): FeeDetailEntity {
  const rate = RATES[country] ?? EUROPE;
  const fee = Math.floor((amount * rate.basisPoints + 5000) / 10_000) + rate.fixed;
  return { type: 'stripe_fee', amount: Math.min(fee, amount), description: 'Stripe processing fees' };
}
