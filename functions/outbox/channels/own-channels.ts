import type { Verification } from '../../../core/api/channel-api';
import { fail, ok, problem, type Result } from '../../../core/base/result';
import { isLeaving } from '../../../core/documents/account-document';
import { paths } from '../../../core/documents/documents';
import {
  noChannels,
  type Audience,
  type Channel,
  type ChannelKind,
  type Channels,
} from '../../../core/outbox/channel';
import type { Deps } from '../../deps';
import { may } from '../../limits/owner-limits';
import type { Store, Transaction } from '../../store/store';
import { stored } from '../../store/stored';

/** A channel and the settings around it. */
export interface OwnChannel {
  readonly channelId: string;
  readonly channel: Channel;
  readonly all: Channels;
}

/** Undefined when the owner has no channel of this id. */
function channelIn({ channels }: Channels, channelId: string): Channel | undefined {
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

/** A channel of another kind is not a webhook, so it is not found. */
export async function findWebhook(
  deps: Pick<Deps, 'store'>,
  uid: string,
  channelId: string,
): Promise<Result<OwnChannel>> {
  const own = await findChannel(deps, uid, channelId);
  return own.ok && own.value.channel.kind !== 'webhook' ? fail(problem('channel-not-found')) : own;
}

/** How the owner confirms a new channel, and who can read what is sent there. A Telegram group turns public when its chat is found. */
export const traitsOf: Readonly<
  Record<ChannelKind, { readonly verification: Verification; readonly audience: Audience }>
> = {
  mail: { verification: 'code', audience: 'private' },
  push: { verification: 'seen', audience: 'private' },
  webhook: { verification: 'ping', audience: 'private' },
  discord: { verification: 'code', audience: 'public' },
  slack: { verification: 'code', audience: 'public' },
  telegram: { verification: 'send-code', audience: 'private' },
  matrix: { verification: 'code', audience: 'public' },
  ntfy: { verification: 'code', audience: 'private' },
};

const hour = 60 * 60_000;
const day = 24 * hour;

/** How often an owner may do what sends messages, or what a stolen session could abuse. */
const rules = {
  /** New channels and new secrets. */
  change: (uid: string) => ({ key: `channel-changes-${uid}`, points: 20, windowMs: day }),
  /** Labels, switches, quiet hours: enough for every switch of the table of events, several times. */
  setting: (uid: string) => ({ key: `channel-settings-${uid}`, points: 300, windowMs: hour }),
  /** `hash` is the fingerprint of an address. The address may be a stranger's, so all owners are counted together. */
  code: (hash: string) => ({ key: `channel-codes-${hash}`, points: 3, windowMs: day }),
  /** Accounts are free, and one whose address is not confirmed may be anybody's: what such accounts send is counted by the client, too. */
  codeFrom: (client: string) => ({ key: `channel-codes-from-${client}`, points: 10, windowMs: day }),
  test: (channelId: string) => ({ key: `channel-tests-${channelId}`, points: 10, windowMs: hour }),
  replay: (uid: string) => ({ key: `channel-replays-${uid}`, points: 3, windowMs: day }),
  resend: (uid: string) => ({ key: `channel-resends-${uid}`, points: 60, windowMs: hour }),
} as const;

/** What is counted, and for whom: an owner, a channel, or the fingerprint of an address or of a client. */
export type ChannelCount = readonly [what: keyof typeof rules, by: string];

/** Counts one of `what` for an owner, a channel, or the fingerprint of an address. */
export const mayDo = (
  deps: Pick<Deps, 'limits' | 'config'>,
  ...[what, by]: ChannelCount
): Promise<Result<null>> => may(deps, rules[what](by));

/** Counts all of them together, or none. */
export const mayDoAll = (
  deps: Pick<Deps, 'limits' | 'config'>,
  counts: readonly ChannelCount[],
): Promise<Result<null>> => may(deps, ...counts.map(([what, by]) => rules[what](by)));

/** Removes channels with their secrets, and answers how many. What is on its way to them ends when it finds no channel. */
export function removeChannels(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  isGone: (channelId: string, channel: Channel) => boolean,
): Promise<number> {
  return store.transaction(async (tx) => {
    const all = await tx.read(stored.channels(uid));
    if (all === undefined) return 0;
    const gone = Object.entries(all.channels)
      .filter(([channelId, channel]) => isGone(channelId, channel))
      .map(([channelId]) => channelId);
    if (gone.length === 0) return 0;
    tx.write(stored.channels(uid), withoutChannels(all, gone));
    for (const channelId of gone) tx.remove(paths.channelSecret(channelId));
    return gone.length;
  });
}

/** After every sign-in was ended: what is pushed to a device must not go on without one. */
export const removePushChannels = (deps: Pick<Deps, 'store'>, uid: string): Promise<number> =>
  removeChannels(deps, uid, (_channelId, { kind }) => kind === 'push');
