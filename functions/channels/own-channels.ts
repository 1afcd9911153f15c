import { createHash } from 'node:crypto';
import type {
  ChannelsAnswer,
  MessageAnswer,
  ShownChannel,
  Verification,
} from '@busker/core/dashboard-api/channel-api';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import { isTimeZone } from '@busker/core/locale/zoned-day';
import { isLeaving } from '@busker/core/account/account-document';
import {
  channelKeysDocument,
  channelSecretDocument,
  type SealedChannelSecret,
  type StoredChannelSecret,
} from '@busker/core/outbox-documents/channels-document';
import { collections, paths } from '@busker/core/documents/documents';
import {
  channelKinds,
  endedBy,
  failedToSend,
  isListening,
  mostChannels,
  mostChannelsInAll,
  noChannels,
  sentOk,
  switchedOff,
  switchedOn,
  type Audience,
  type Channel,
  type ChannelKeys,
  type ChannelKind,
  type ChannelSecret,
  type Channels,
} from '@busker/core/outbox/channel';
import type { OutboxEvent } from '@busker/core/outbox/outbox-event';
import { notifiedTip, type Message, type NotifiedEvent } from '@busker/core/notification/notified-event';
import type { Deps } from '../deps';
import { may } from '../limits/limit-rules';
import type { Addressee, Sending } from '../senders/channel-sender';
import { writeEvent } from '../outbox/relay';
import { openSealedText, sealText, type Secrets } from '../signed-token';
import {
  allDocuments,
  document,
  stored,
  type Store,
  type Stored,
  type Transaction,
  type Writes,
} from '../store/store';

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

const withoutChannels = (all: Channels, channelIds: readonly string[]): Channels => ({
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

/** The counter's name, and the id of an owner or a channel, or the fingerprint of an address or a client. */
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

/**
 * The keys of channels in the store. All of functions reads and writes them here, so that nothing readable is stored: signing secrets, addresses and
 * tokens are one sealed text. Documents of earlier releases, which are plain, are read too.
 */
type SealingDeps = { readonly config: Pick<Deps['config'], 'secrets'> };

/** Each channel has its own purpose: a text copied from one document to another cannot be opened. */
const purposeOf = (uid: string, channelId: string): string => `channel ${uid} ${channelId}`;

/** Recognises an off token. It has 160 random bits, so nobody finds it by its digest, and the digest needs no secret that may be replaced. */
export const offDigestOf = (offToken: string): string =>
  createHash('sha256').update(`off ${offToken}`).digest('base64url');

function sealedOf(
  secrets: Secrets,
  channelId: string,
  { uid, code, ...keys }: ChannelSecret,
): SealedChannelSecret {
  const sealed = sealText(
    secrets,
    purposeOf(uid, channelId),
    JSON.stringify(channelKeysDocument.encode(keys)),
  );
  return { v: 2, form: 'sealed', uid, sealed, offDigest: offDigestOf(keys.offToken), code };
}

const cannotOpen = fail(
  problem('document-unreadable', { fields: { sealed: 'No secret of BUSKER_SECRET opens it.' } }),
);

function keysOf(secrets: Secrets, channelId: string, stored: StoredChannelSecret): Result<ChannelKeys> {
  if (stored.form === 'plain') return ok(stored);
  const text = openSealedText(secrets, purposeOf(stored.uid, channelId), stored.sealed);
  return text === undefined ? cannotOpen : channelKeysDocument.decode(JSON.parse(text));
}

function opened(secrets: Secrets, channelId: string, stored: StoredChannelSecret): Result<ChannelSecret> {
  const keys = keysOf(secrets, channelId, stored);
  if (!keys.ok) return keys;
  const { credentials, offToken } = keys.value;
  return ok({ uid: stored.uid, credentials, offToken, code: stored.code });
}

/** A channel's keys, sealed by each write. One that no secret of the list opens is unreadable: putting the secret back mends it. */
export const channelSecret = ({ config }: SealingDeps, channelId: string): Stored<ChannelSecret> =>
  document(paths.channelSecret(channelId), {
    decode(data) {
      const read = channelSecretDocument.decode(data);
      return read.ok ? opened(config.secrets, channelId, read.value) : read;
    },
    encode: (secret) => channelSecretDocument.encode(sealedOf(config.secrets, channelId, secret)),
  });

/** A channel's keys, even if its secret has left the list. */
interface KnownSecret {
  readonly uid: string;
  readonly offDigest: string;
  /** null = no secret of the list opens it */
  readonly credentials: ChannelKeys['credentials'] | null;
}

/** The same document for who need not open it. It is only read. */
export const knownSecret = ({ config }: SealingDeps, channelId: string): Stored<KnownSecret> =>
  document(paths.channelSecret(channelId), {
    decode(data) {
      const read = channelSecretDocument.decode(data);
      if (!read.ok) return read;
      const { uid } = read.value;
      const keys = keysOf(config.secrets, channelId, read.value);
      const offDigest =
        read.value.form === 'sealed' ? read.value.offDigest : offDigestOf(read.value.offToken);
      return ok({ uid, offDigest, credentials: keys.ok ? keys.value.credentials : null });
    },
    encode() {
      throw new Error('A channel is written with its keys only');
    },
  });

/** The owners of all channels, each as often as they have channels. */
export async function* ownersOfSecrets(store: Pick<Store, 'find'>): AsyncGenerator<string> {
  for await (const { value } of allDocuments(store, collections.channelSecrets, channelSecretDocument.decode))
    yield value.uid;
}

/** A document as `store.find` answers it. */
interface FoundSecret {
  readonly channelId: string;
  readonly stored: StoredChannelSecret;
}

/** Whether it is still plain, or sealed with another secret than the first. */
export function needsSealing({ config }: SealingDeps, { channelId, stored }: FoundSecret): boolean {
  return stored.form === 'plain' || !keysOf(config.secrets.slice(0, 1), channelId, stored).ok;
}

/**
 * To whom a message of this channel goes; undefined = the channel or its secret is gone. One request. `known`: the channels, where
 * they have been read for a webhook. Only the messages of webhooks name the owner's handle, so the profile is read for those alone.
 */
export async function addresseeOf(
  deps: Pick<Deps, 'store' | 'config'>,
  uid: string,
  channelId: string,
  known?: Channels,
): Promise<Addressee | undefined> {
  const [secret, read, profile] = await deps.store.readVersioned([
    channelSecret(deps, channelId),
    stored.channels(uid),
    ...(known === undefined ? [] : [stored.profile(uid)]),
  ]);
  const channels = known ?? read.value;
  const channel = channels?.channels[channelId];
  if (channels === undefined || channel === undefined || secret.value?.uid !== uid) return undefined;
  const { language, zone } = channels;
  return {
    uid,
    channelId,
    channel,
    secret: secret.value,
    language,
    zone,
    handle: profile?.value?.handle ?? null,
  };
}

/** Sends a message; a kind that this host does not offer (any more) and a fault of ours are answers too. */
export async function sendSafely(
  { senders, log }: Pick<Deps, 'senders' | 'log'>,
  to: Addressee,
  message: Message,
): Promise<Sending> {
  const attempt = { status: null, ms: 0, text: '' };
  const sender = senders[to.channel.kind];
  if (sender === null)
    return { kind: 'again', problem: 'not-configured', after: null, rests: false, attempt };
  try {
    return await sender.send(to, message);
  } catch (error) {
    log.sendingFailed({ kind: to.channel.kind, channelId: to.channelId, error });
    return { kind: 'again', problem: 'server-error', after: null, rests: false, attempt };
  }
}

/**
 * The events with their tips as they are now, as far as the channel may get them: words that were erased, held or hidden since are not in them. One
 * request for all tips.
 */
export async function notifiedEvents(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  events: readonly OutboxEvent[],
  { audience, words }: Pick<Channel, 'audience' | 'words'>,
): Promise<readonly NotifiedEvent[]> {
  const ids = [...new Set(events.flatMap(({ tip }) => tip?.tipId ?? []))];
  const read = ids.length === 0 ? [] : await store.readAll(ids.map((tipId) => stored.tip(uid, tipId)));
  const tips = new Map(ids.map((tipId, index) => [tipId, read[index]]));
  return events.map(({ id, at, livemode, fact, tip }) => {
    const current = tip === null ? undefined : tips.get(tip.tipId);
    return {
      id,
      at,
      livemode,
      fact,
      tip: current === undefined ? null : notifiedTip(current, audience, words),
    };
  });
}

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

/** What to write, after the last read of the transaction, and the channels that it is about. */
interface Silence {
  readonly silenced: readonly string[];
  readonly write: () => void;
}

const changed = (all: Channels, ids: readonly string[], change: (channel: Channel) => Channel): Channels => ({
  ...all,
  channels: Object.fromEntries(
    Object.entries(all.channels).map(([id, channel]) => [id, ids.includes(id) ? change(channel) : channel]),
  ),
});

const idsIn = (all: Channels | undefined, fits: (id: string, channel: Channel) => boolean) =>
  Object.entries(all?.channels ?? {})
    .filter(([id, channel]) => fits(id, channel))
    .map(([id]) => id);

async function changing(
  tx: Transaction,
  uid: string,
  fits: (id: string, channel: Channel) => boolean,
  change: (channel: Channel) => Channel,
): Promise<Silence> {
  const all = await tx.read(stored.channels(uid));
  const silenced = idsIn(all, fits);
  const write = () => {
    if (all !== undefined && silenced.length > 0)
      tx.write(stored.channels(uid), changed(all, silenced, change));
  };
  return { silenced, write };
}

/** Switches off what works, so that nothing is sent any more while an account is being deleted. */
export const silenceChannels = (tx: Transaction, uid: string): Promise<Silence> =>
  changing(tx, uid, (_id, channel) => isListening(channel), switchedOff);

/** The deletion stopped: what it switched off works again. */
export const channelsReturn = (tx: Transaction, uid: string, silenced: readonly string[]): Promise<Silence> =>
  changing(tx, uid, (id, { end }) => silenced.includes(id) && end === 'owner', switchedOn);

/** Tells the owner's other channels that this one works now: somebody else may have added it. Answers the id of the event. */
export function writeAdded(
  writes: Writes,
  { clock, ids, config }: Pick<Deps, 'clock' | 'ids' | 'config'>,
  uid: string,
  { channelId, channel: { kind, label } }: { readonly channelId: string; readonly channel: Channel },
): string {
  const id = ids.fresh();
  const fact = { type: 'channel.added', channelId, kind, label } as const;
  writeEvent(writes, uid, { id, fact, at: clock.now(), livemode: config.livemode, tip: null });
  return id;
}

/** After the commit: without it the sweep sends the event a minute later. */
export const enqueueEvent = (
  { outboxQueue, clock }: Pick<Deps, 'outboxQueue' | 'clock'>,
  uid: string,
  eventId: string,
): Promise<void> => outboxQueue.enqueue({ kind: 'relay', uid, eventId }, clock.now());

export interface NewOwnChannel {
  readonly channelId: string;
  readonly channel: Channel;
  readonly secret: ChannelSecret;
  /** For an owner who has no channels yet. */
  readonly language: string;
}

interface Kept {
  readonly all: Channels;
  /** For a channel that works at once. */
  readonly eventId: string | null;
}

/** Stores a new channel beside the others. A push channel replaces the earlier one of the same device. */
export async function storeChannel(
  deps: Pick<Deps, 'store' | 'clock' | 'ids' | 'config' | 'outboxQueue'>,
  uid: string,
  { channelId, channel, secret, language }: NewOwnChannel,
): Promise<Result<OwnChannel>> {
  const kept = await unlessLeaving<Kept>(deps, uid, async (tx) => {
    const before = (await tx.read(stored.channels(uid))) ?? (await firstChannels(tx, uid, language));
    const replaced = await sameDevice(deps, tx, before, secret);
    const others = withoutChannels(before, replaced);
    const most = mostOf(others, channel);
    if (most !== null) return fail(problem('too-many-channels', { figures: { most } }));
    const all = withChannel(others, channelId, channel);
    tx.write(stored.channels(uid), all);
    tx.write(channelSecret(deps, channelId), secret);
    for (const id of replaced) tx.remove(paths.channelSecret(id));
    const eventId = isListening(channel) ? writeAdded(tx, deps, uid, { channelId, channel }) : null;
    return ok({ all, eventId });
  });
  if (!kept.ok) return kept;
  const { all, eventId } = kept.value;
  if (eventId !== null) await enqueueEvent(deps, uid, eventId);
  return ok({ channelId, channel, all });
}

/** The owner's zone and language, as far as they are known before the dashboard stores them. */
export async function firstChannels(tx: Transaction, uid: string, browsers: string): Promise<Channels> {
  const preferences = await tx.read(stored.preferences(uid));
  const { timeZone = 'auto', language = '' } = preferences ?? {};
  return {
    ...noChannels,
    zone: isTimeZone(timeZone) ? timeZone : noChannels.zone,
    language: language === '' || language === 'auto' ? browsers : language,
  };
}

const kindsIn = ({ channels }: Channels, counts: (kind: Channel['kind']) => boolean): number =>
  Object.values(channels).filter(({ kind }) => counts(kind)).length;

/** The limit that one more channel would break; null = none. */
function mostOf(others: Channels, { kind }: Channel): number | null {
  if (kindsIn(others, (each) => each === kind) >= mostChannels[kind]) return mostChannels[kind];
  const isFull = kindsIn(others, (each) => each !== 'push') >= mostChannelsInAll;
  return kind !== 'push' && isFull ? mostChannelsInAll : null;
}

/** The push channels that send to the same subscription. */
async function sameDevice(
  deps: Pick<Deps, 'config'>,
  tx: Transaction,
  { channels }: Channels,
  { credentials }: ChannelSecret,
): Promise<readonly string[]> {
  if (credentials.kind !== 'push') return [];
  const ids = Object.keys(channels).filter((id) => channels[id]?.kind === 'push');
  const secrets = await tx.readAll(ids.map((id) => knownSecret(deps, id)));
  return ids.filter((_id, index) => {
    const other = secrets[index]?.credentials;
    return other?.kind === 'push' && other.endpoint === credentials.endpoint;
  });
}
