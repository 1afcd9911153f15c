/**
 * `sandbox`: everything on one machine. `single`: one owner with their own Stripe account. `connect`: many owners, each with a connected account.
 */
export const paymentsModes = ['sandbox', 'single', 'connect'] as const;

export type PaymentsMode = (typeof paymentsModes)[number];
