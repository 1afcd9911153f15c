import { problem } from '../../../core/base/problem';
import { fail, type Result } from '../../../core/base/result';
import type { Deps } from '../../deps';
import { findChannel, type OwnChannel } from './own-channels';

/** A channel of another kind is not a webhook, so it is not found. */
export async function findWebhook(
  deps: Pick<Deps, 'store'>,
  uid: string,
  channelId: string,
): Promise<Result<OwnChannel>> {
  const own = await findChannel(deps, uid, channelId);
  return own.ok && own.value.channel.kind !== 'webhook' ? fail(problem('channel-not-found')) : own;
}
