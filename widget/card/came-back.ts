import { returningSecret } from '../return-address';
import { pendingTip } from '../tip/pending-tip';

/**
 * A bank's own page has sent the fan back to this page, and this tab has an unfinished tip for this profile. The sheet then opens by itself
 * and shows the outcome.
 */
export const cameBack = (handle: string): boolean => Boolean(returningSecret() && pendingTip(handle));
