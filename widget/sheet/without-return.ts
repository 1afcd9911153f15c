import { returnMark } from '../tip/came-back';
import { secretName } from '../return-address';

const names = [returnMark, secretName, 'payment_intent', 'redirect_status'];

/** Removes what a bank's own page has added to the address, so that the secret is not shared, reloaded or read by others. */
export function withoutReturn(): void {
  const url = new URL(location.href);
  for (const name of names) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}
