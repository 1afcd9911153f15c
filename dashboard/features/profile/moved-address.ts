import type { LinkHealth } from '../../../core/documents/link-health-document';
import { isWebAddress } from '../../../core/base/safe-url';

/** There is nothing at an address that answers so, or nothing now: no reason to lead fans there. */
const isDead = (status: number | null) =>
  status === 404 || status === 410 || (status !== null && status >= 500 && status < 600);

/** The address that may take a moved link's place; null = there is none, it is no web address, or its page is not there either. */
export function movedAddress({ state, movedTo, status }: LinkHealth): string | null {
  if (state !== 'moved' || movedTo === null || isDead(status)) return null;
  return isWebAddress(movedTo) ? movedTo : null;
}
