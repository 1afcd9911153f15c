import { noChannels, type Channel, type Channels } from '../../core/outbox/channel';
import { useLive, type Live } from './use-live';
import { useOwner } from './use-session';
import { useStore } from './use-store';

export interface OwnChannel extends Channel {
  readonly channelId: string;
}

/** The stored channels; null = the owner never had one. */
export function useStoredChannels(): Live<Channels | null> {
  const store = useStore();
  const { uid } = useOwner();
  return useLive<Channels | null>(['channels', uid], (watcher) => store.watchChannels(watcher));
}

/** Oldest first, so that a row stays where it is. */
export const listed = ({ channels }: Channels = noChannels): readonly OwnChannel[] =>
  Object.entries(channels)
    .map(([channelId, channel]) => ({ ...channel, channelId }))
    .toSorted((a, b) => a.createdAt - b.createdAt || a.channelId.localeCompare(b.channelId));
