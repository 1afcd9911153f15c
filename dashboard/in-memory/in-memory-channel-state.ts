import {
  channelKinds,
  noChannels,
  type Channel,
  type Channels,
  type ChannelKind,
} from '../../core/outbox/channel';
import type { Delivery } from '../../core/outbox/delivery';
import { Watched } from '../data/watched';

/** The code of every message that verifies a channel. */
export const inMemoryCode = '123456';

/** The channels and the delivery log of a world. */
export class InMemoryChannelState {
  /** null = the owner never had a channel. */
  readonly stored = new Watched<Channels | null>(null);
  readonly deliveries = new Watched<readonly Delivery[]>([]);
  offered: readonly ChannelKind[] = channelKinds.filter((kind) => kind !== 'push');
  vapidKey: string | null = null;
  /** How a receiver answers the next messages. */
  receiver: { readonly status: number; readonly text: string } = { status: 200, text: 'ok' };
  /** What was sent to whom, newest last. */
  readonly sent: string[] = [];
  /** The channels whose code is too old. */
  readonly expired = new Set<string>();

  get all(): Channels {
    return this.stored.value ?? noChannels;
  }

  put(channelId: string, channel: Channel): void {
    this.stored.set({ ...this.all, channels: { ...this.all.channels, [channelId]: channel } });
  }

  remove(channelId: string): void {
    const { [channelId]: _gone, ...channels } = this.all.channels;
    this.stored.set({ ...this.all, channels });
  }
}
