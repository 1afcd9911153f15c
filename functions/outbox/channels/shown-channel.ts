import type { ChannelsAnswer, MessageAnswer, ShownChannel } from '../../../core/api/channel-api';
import { channelKinds, type Channel, type ChannelKind, type Channels } from '../../../core/outbox/channel';
import type { Deps } from '../../deps';
import type { Sending } from '../channel-sender';

/** Only what the API names: a stored channel may hold more. */
export const shownChannel = (channelId: string, channel: Channel): ShownChannel => ({
  channelId,
  kind: channel.kind,
  label: channel.label,
  state: channel.state,
  end: channel.end,
  problem: channel.problem,
  events: [...channel.events],
  minimum: { ...channel.minimum },
  mode: channel.mode,
  audience: channel.audience,
  words: channel.words,
  hint: channel.hint,
  createdAt: channel.createdAt,
  lastOkAt: channel.lastOkAt,
  failures: channel.failures,
  failingSince: channel.failingSince,
});

/** The public key with which a browser subscribes to push; null = push is not offered. */
export const vapidKeyOf = ({ config }: Pick<Deps, 'config'>): string | null => config.push?.publicKey ?? null;

/** Whether this host can send to new channels of this kind. */
export const offers = (deps: Pick<Deps, 'config' | 'senders'>, kind: ChannelKind): boolean =>
  deps.senders[kind] !== null && (kind !== 'push' || vapidKeyOf(deps) !== null);

/** The owner's channels, oldest first, and what this host offers. */
export function shownChannels(
  deps: Pick<Deps, 'config' | 'senders'>,
  { zone, language, quiet, channels }: Channels,
): ChannelsAnswer {
  const shown = Object.entries(channels).map(([id, channel]) => shownChannel(id, channel));
  return {
    offered: channelKinds.filter((kind) => offers(deps, kind)),
    vapidKey: vapidKeyOf(deps),
    zone,
    language,
    quiet,
    channels: shown.toSorted((a, b) => a.createdAt - b.createdAt),
  };
}

function problemOf(sending: Sending): string | null {
  switch (sending.kind) {
    case 'sent':
      return null;
    case 'again':
      return sending.problem;
    case 'ended':
      return sending.end;
  }
}

/** How a message went, and the channel after it. */
export const messageAnswerOf = (channelId: string, channel: Channel, sending: Sending): MessageAnswer => ({
  channel: shownChannel(channelId, channel),
  arrived: sending.kind === 'sent',
  problem: problemOf(sending),
  ...sending.attempt,
});

/** For a channel that needs no message. */
export const withoutMessage = (channelId: string, channel: Channel): MessageAnswer => ({
  channel: shownChannel(channelId, channel),
  arrived: true,
  problem: null,
  status: null,
  ms: null,
  text: '',
});
