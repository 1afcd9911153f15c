import { isRecord } from '../server/http-answer';

/**
 * What a page stores of an unfinished tip, so that the sheet can mention it after a reload: its profile and ids. Never a secret, a text or an
 * amount.
 */
export interface PendingTip {
  readonly handle: string;
  readonly tipId: string | null;
  readonly clientRequestId: string;
}

/** Its name in the tab's storage. */
export const pendingKey = 'busker-tip';

/** The tip of the last press on Pay in this tab, while it is unfinished; null if there is none, or the page has no storage. */
export function pendingTip(): PendingTip | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(pendingKey) ?? 'null');
    if (!isRecord(kept)) return null;
    const { handle, clientRequestId, tipId } = kept;
    if (typeof handle !== 'string' || typeof clientRequestId !== 'string') return null;
    return { handle, clientRequestId, tipId: typeof tipId === 'string' ? tipId : null };
  } catch {
    return null;
  }
}

export const secretName = 'payment_intent_client_secret';

/** The client secret that a bank's own page has added to this page's address; null if the fan does not come from there. */
const returningSecret = (): string | null => new URLSearchParams(location.search).get(secretName);

/** The name of our own part of the address to which banks return (pay-here.ts). Its value is the handle. */
export const returnMark = 'busker_tip';

let taken: string | null = null;

/**
 * Whether a bank's page has sent the fan back to this page for this profile. The sheet then opens by itself and shows the outcome. The function
 * returns true once for each return of the fan, so that only one of an owner's cards opens its sheet.
 */
export function cameBack(handle: string): boolean {
  const secret = secretFor(handle);
  if (!secret || secret === taken) return false;
  taken = secret;
  return true;
}

/**
 * The secret in the address, if the payment is for this profile: the address says so, or this tab has an unfinished tip for it. Any other secret may
 * be of the page's own payments, and is nobody's business here.
 */
export const secretFor = (handle: string): string | null =>
  (new URLSearchParams(location.search).get(returnMark) ?? pendingTip()?.handle) === handle
    ? returningSecret()
    : null;
