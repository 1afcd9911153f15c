const secretName = 'payment_intent_client_secret';
const names = [secretName, 'payment_intent', 'redirect_status'];

/** What a bank that insisted on its own page has put into this page's address; null when nobody comes back. */
export const returningSecret = (): string | null => new URLSearchParams(location.search).get(secretName);

/** Takes it out again: it must not be shared, reloaded or read by others. */
export function withoutReturn(): void {
  const url = new URL(location.href);
  for (const name of names) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}
