/** The major version of Stripe.js that @stripe/stripe-js 10 uses. A page with another version keeps it, and the fan pays on the hosted page. */
export const stripeJsVersion = 'endive';

export function runsOtherVersion(): boolean {
  const version = (window.Stripe as { readonly version?: unknown } | undefined)?.version;
  return window.Stripe !== undefined && version !== stripeJsVersion;
}
