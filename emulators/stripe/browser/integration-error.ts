/** An error that Stripe.js throws when a page misuses its API. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}
