const secretName = 'payment_intent_client_secret';
const names = [secretName, 'payment_intent', 'redirect_status'];

/** The client secret that a bank's own page has added to this page's address; null if the fan does not come from there. */
export const returningSecret = (): string | null => new URLSearchParams(location.search).get(secretName);

/** Removes the secret from the address, so that it is not shared, reloaded or read by others. */
export function withoutReturn(): void {
  const url = new URL(location.href);
  for (const name of names) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}
