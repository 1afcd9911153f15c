import { returningSecret } from '../return-address';
import { pendingTip } from '../tip/pending-tip';

/**
 * A bank that insisted on its own page has sent the fan back to this one, with a tip of this profile under way: the sheet then opens by itself
 * and says how it stands.
 */
export const cameBack = (handle: string): boolean => Boolean(returningSecret() && pendingTip(handle));
