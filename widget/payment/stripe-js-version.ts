/** The release train of Stripe.js that @stripe/stripe-js 10 speaks. A page that runs another one keeps it, and our fan pays elsewhere. */
export const stripeJsVersion = 'endive';

export function runsOtherVersion(): boolean {
  const version = (window.Stripe as { readonly version?: unknown } | undefined)?.version;
  return window.Stripe !== undefined && version !== stripeJsVersion;
}
