import { fail, ok, problem, type Result } from '../../../core/base/result';
import { isTimeZone } from '../../../core/base/zoned-day';
import { paths } from '../../../core/documents/documents';
import {
  isListening,
  mostChannels,
  mostChannelsInAll,
  noChannels,
  type Channel,
  type ChannelSecret,
  type Channels,
} from '../../../core/outbox/channel';
import type { Deps } from '../../deps';
import type { Transaction, Writes } from '../../store/store';
import { stored } from '../../store/stored';
import { channelSecret, knownSecret } from '../channel-secrets';
import { writeEvent } from '../write-event';
import { unlessLeaving, withChannel, withoutChannels, type OwnChannel } from './own-channels';

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

/** After the commit: without it the sweep tells them a minute later. */
export const ringForEvent = (
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
  /** Of a channel that works at once. */
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
  if (eventId !== null) await ringForEvent(deps, uid, eventId);
  return ok({ channelId, channel, all });
}

/** The owner's zone and language, as far as they are known before the dashboard tells them. */
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
