import { wayName } from '../ways/way-name';
import { wayOf } from '../ways/ways';
import type { Tip } from './tip';

/** The fee of Stripe Billing for what is charged every month or year (core/money/billing-fees.ts). */
const billing = 'stripe_billing';

/**
 * What has a fee that Stripe books apart from the tip: Stripe Billing for a monthly or yearly tip, else its way to pay. Null = what Stripe booked for the
 * tip is all of its cost.
 */
export function feeApartOf({ cycle, stripe }: Pick<Tip, 'cycle' | 'stripe'>): string | null {
  if (cycle !== undefined) return billing;
  return wayOf(stripe.paymentMethodType)?.feeApart === true ? stripe.paymentMethodType : null;
}

/** A proper name, the same in every language. Null: a later release knows it. */
export const feeApartName = (type: string | null): string | null =>
  type === billing ? 'Stripe Billing' : wayName(type);
