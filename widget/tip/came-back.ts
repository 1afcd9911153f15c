import { returningSecret } from '../return-address';
import { pendingTip } from './tip-memory';

let taken: string | null = null;

/**
 * A bank's own page has sent the fan back to this page, and this tab has an unfinished tip for this profile. The sheet then opens by itself
 * and shows the outcome. It is true once for each return: one of several cards of an owner opens its sheet.
 */
export function cameBack(handle: string): boolean {
  const secret = returningSecret();
  if (!secret || secret === taken || pendingTip()?.handle !== handle) return false;
  taken = secret;
  return true;
}

/** The unfinished tip is for another owner. */
export const isOthers = (handle: string): boolean => (pendingTip()?.handle ?? handle) !== handle;
