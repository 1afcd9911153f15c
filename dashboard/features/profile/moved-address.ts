import type { LinkHealth } from '../../../core/documents/link-health-document';
import { isWebAddress } from '../../../core/base/safe-url';

/** These answers mean that there is no page, so the link must not lead there. */
const isDead = (status: number | null) =>
  status === 404 || status === 410 || (status !== null && status >= 500 && status < 600);

/** The address that a moved link can get; null = none, not a web address, or not working either. */
export function movedAddress({ state, movedTo, status }: LinkHealth): string | null {
  if (state !== 'moved' || movedTo === null || isDead(status)) return null;
  return isWebAddress(movedTo) ? movedTo : null;
}
