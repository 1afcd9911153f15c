/**
 * Countries whose accounts pay a host's share only to a platform of the same country. Stripe refuses the payment otherwise. Stripe documents Brazil
 * (https://docs.stripe.com/connect/saas/tasks/app-fees); the others are known from the same refusal, which others have reported. Whether a platform
 * inside one of them may take a share there is not confirmed either.
 */
export const shareOnlyAtHome = ['BR', 'IN', 'MX', 'MY', 'SG', 'TH'] as const;

/** Whether the host's own country decides about the share of an account in this country. */
export const asksForHostCountry = (country: string | null): boolean =>
  shareOnlyAtHome.some((each) => each === country);

/** The host's share of an account's tips, in basis points: none where Stripe would refuse the payment. `hostCountry` null = not known. */
export const hostShareBps = (
  platformBps: number,
  country: string | null,
  hostCountry: string | null,
): number => (asksForHostCountry(country) && country !== hostCountry ? 0 : platformBps);
