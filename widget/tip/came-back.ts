import { returningSecret } from '../return-address';
import { pendingTip } from './tip-memory';

let taken: string | null = null;

/**
 * Whether a bank's page has sent the fan back to this page, and this tab has an unfinished tip for this profile. The sheet then opens by
 * itself and shows the outcome. The function returns true once for each return of the fan, so that only one of an owner's cards opens its sheet.
 */
export function cameBack(handle: string): boolean {
  const secret = returningSecret();
  if (!secret || secret === taken || pendingTip()?.handle !== handle) return false;
  taken = secret;
  return true;
}

/** The unfinished tip is for another owner. */
export const isOthers = (handle: string): boolean => (pendingTip()?.handle ?? handle) !== handle;
