import { problem, fail, ok, type Result } from '../../../core/base/result';
import {
  endedBy,
  failedToSend,
  sentOk,
  type Channel,
  type ChannelSecret,
} from '../../../core/outbox/channel';
import type { Message } from '../../../core/outbox/told-event';
import type { Deps } from '../../deps';
import { stored } from '../../store/stored';
import type { Sending } from '../channel-sender';
import { sendSafely } from '../addressee';
import { changeChannel, type OwnChannel } from './own-channels';

/** Sends one message to one channel. Refused when the host does not offer its kind (any more). */
export async function sendToChannel(
  { store, senders, log }: Pick<Deps, 'store' | 'senders' | 'log'>,
  uid: string,
  { channelId, channel, all }: OwnChannel,
  secret: ChannelSecret,
  message: Message,
): Promise<Result<Sending>> {
  if (senders[channel.kind] === null) return fail(problem('channel-not-offered'));
  const handle = (await store.read(stored.profile(uid)))?.handle ?? null;
  const { language, zone } = all;
  const to = { uid, channelId, channel, secret, language, zone, handle };
  return ok(await sendSafely({ senders, log }, to, message));
}

/** The channel after a message. */
export function afterSending(channel: Channel, sending: Sending, now: number): Channel {
  switch (sending.kind) {
    case 'sent':
      return sentOk(channel, now);
    case 'again':
      return failedToSend(channel, sending.problem, now);
    case 'ended':
      return endedBy(channel, sending.state, sending.end);
  }
}

/** Notes at the channel how a message went. */
export const noteSending = (
  deps: Pick<Deps, 'store' | 'clock'>,
  uid: string,
  channelId: string,
  sending: Sending,
): Promise<Result<OwnChannel>> =>
  changeChannel(deps, uid, channelId, (channel) => ok(afterSending(channel, sending, deps.clock.now())));
