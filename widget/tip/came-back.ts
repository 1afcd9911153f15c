import type { Controls } from '../element/controls';
import { pendingTip } from './tip-memory';

/** The name under which Stripe adds the payment's secret to the address. */
export const secretName = 'payment_intent_client_secret';

/** The name of our own part of the address to which banks return (return-url.ts). Its value is the handle. */
export const returnMark = 'busker_tip';

let taken: string | null = null;

/**
 * Opens the sheet if a bank's page has sent the fan back to this page for this profile: it shows the outcome. Once for each return of the fan, so
 * that only one of an owner's cards opens its sheet.
 */
export function cameBack(handle: string, controls: Pick<Controls, 'set'>): void {
  const secret = secretFor(handle);
  if (!secret || secret === taken) return;
  taken = secret;
  controls.set({ sheet: { open: true, amount: null } });
}

/**
 * The secret in the address, if the payment is for this profile: the address says so, or this tab has an unfinished tip for it. Any other secret may
 * be of the page's own payments, and is nobody's business here.
 */
export function secretFor(handle: string): string | null {
  const address = new URLSearchParams(location.search);
  return (address.get(returnMark) ?? pendingTip()?.handle) === handle ? address.get(secretName) : null;
}
