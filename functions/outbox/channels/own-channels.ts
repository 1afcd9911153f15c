import { isLeaving } from '../../../core/documents/leaving-document';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import { noChannels, type Channel, type Channels } from '../../../core/outbox/channel';
import type { Deps } from '../../deps';
import type { Store, Transaction } from '../../store/store';
import { stored } from '../../store/stored';

/** A channel and the settings around it. */
export interface OwnChannel {
  readonly channelId: string;
  readonly channel: Channel;
  readonly all: Channels;
}

/** Undefined when the owner has no channel of this id. */
export function channelIn({ channels }: Channels, channelId: string): Channel | undefined {
  return Object.hasOwn(channels, channelId) ? channels[channelId] : undefined;
}

export const withChannel = (all: Channels, channelId: string, channel: Channel): Channels => ({
  ...all,
  channels: { ...all.channels, [channelId]: channel },
});

export const withoutChannels = (all: Channels, channelIds: readonly string[]): Channels => ({
  ...all,
  channels: Object.fromEntries(Object.entries(all.channels).filter(([id]) => !channelIds.includes(id))),
});

export const channelsOf = async ({ store }: { readonly store: Pick<Store, 'read'> }, uid: string) =>
  (await store.read(stored.channels(uid))) ?? noChannels;

/** Refused when the owner has no channel of this id, so also for another owner's. */
export async function findChannel(
  deps: { readonly store: Pick<Store, 'read'> },
  uid: string,
  channelId: string,
): Promise<Result<OwnChannel>> {
  const all = await channelsOf(deps, uid);
  const channel = channelIn(all, channelId);
  return channel === undefined ? fail(problem('channel-not-found')) : ok({ channelId, channel, all });
}

/** Runs `work` in a transaction, unless the account is being deleted or is deleted: nothing may come back after it. */
export function unlessLeaving<T>(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  work: (tx: Transaction) => Promise<Result<T>>,
): Promise<Result<T>> {
  return store.transaction(async (tx) => {
    const leaving = await tx.read(stored.leaving(uid));
    const deleted = await tx.read(stored.deletion(uid));
    if (isLeaving(leaving) || deleted !== undefined) return fail(problem('account-leaving'));
    return work(tx);
  });
}

/** Changes one channel as it is now. */
export function changeChannel(
  deps: Pick<Deps, 'store'>,
  uid: string,
  channelId: string,
  change: (channel: Channel) => Result<Channel>,
): Promise<Result<OwnChannel>> {
  return unlessLeaving(deps, uid, async (tx) => {
    const found = await findChannel({ store: tx }, uid, channelId);
    if (!found.ok) return found;
    const changed = change(found.value.channel);
    if (!changed.ok) return changed;
    const all = withChannel(found.value.all, channelId, changed.value);
    tx.write(stored.channels(uid), all);
    return ok({ channelId, channel: changed.value, all });
  });
}
