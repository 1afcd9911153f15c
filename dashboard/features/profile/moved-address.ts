import type { LinkHealth } from '../../../core/documents/link-health-document';
import { isWebAddress } from '../../../core/base/safe-url';

/** These answers mean that there is no page, so the link must not lead there. */
const isDead = (status: number | null) =>
  status === 404 || status === 410 || (status !== null && status >= 500 && status < 600);

/** The new address of a moved link; null if there is none, if it is not a web address, or if it does not work either. */
export function movedAddress({ state, movedTo, status }: LinkHealth): string | null {
  if (state !== 'moved' || movedTo === null || isDead(status)) return null;
  return isWebAddress(movedTo) ? movedTo : null;
}
