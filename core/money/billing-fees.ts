import type { FeeRule } from './cover-costs';

/** Stripe Billing's own fee for recurring payments, on top of the card's: 0.7 % (stripe.com/billing/pricing, 2026-10). */
export const billingBps = 70;

/** The estimate of the fee of a monthly or yearly payment. */
export const billingRule = (rule: FeeRule): FeeRule => ({ ...rule, bps: rule.bps + billingBps });
