import type {
  ChannelsAnswer,
  MessageAnswer,
  NewChannel,
  NewChannelAnswer,
  QuietBody,
  ReplayBody,
  SecretAnswer,
  ShownChannel,
} from '../../core/api/channel-api';
import type { Channel } from '../../core/outbox/channel';
import type { Answer } from './answer';

/** What is left out stays. `on`: switches a confirmed channel on or off. */
export type ChannelChanges = Partial<
  Pick<Channel, 'label' | 'events' | 'minimum' | 'mode' | 'words'> & { readonly on: boolean }
>;

/** The owner's notification channels at the server. What changes also arrives by the store's listeners. Amounts in minor units, times in epoch milliseconds. */
export interface OwnerChannels {
  /** The channels, the quiet hours, and the kinds that this host offers. */
  read(): Answer<ChannelsAnswer>;
  /** Secrets are in this answer and nowhere else. Needs a sign-in of the last five minutes, else `api/recent-sign-in-required`. */
  add(wanted: NewChannel): Answer<NewChannelAnswer>;
  change(channelId: string, changes: ChannelChanges): Answer<ShownChannel>;
  remove(channelId: string): Answer;
  /** Sends another code. The earlier one does not work any more. */
  sendCode(channelId: string): Answer<MessageAnswer>;
  /** `code` is empty for channels that are not verified by one. */
  verify(channelId: string, code: string): Answer<MessageAnswer>;
  test(channelId: string): Answer<MessageAnswer>;
  /** A new signing secret of a webhook, in this answer only. Needs a recent sign-in. */
  renewSecret(channelId: string): Answer<SecretAnswer>;
  /** Sends the events of this time to the webhook again and answers their number. Needs a recent sign-in. */
  replay(channelId: string, wanted: ReplayBody): Answer<number>;
  resend(deliveryId: string): Answer;
  keepQuiet(wanted: QuietBody): Answer;
}
