/** A mistake of the page's author, in Stripe.js's words. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
