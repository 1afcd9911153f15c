export const secretName = 'payment_intent_client_secret';

/** The client secret that a bank's own page has added to this page's address; null if the fan does not come from there. */
export const returningSecret = (): string | null => new URLSearchParams(location.search).get(secretName);
