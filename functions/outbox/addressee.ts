import type { Channel, Channels } from '../../core/outbox/channel';
import type { OutboxEvent } from '../../core/outbox/outbox-event';
import { toldTip, type Message, type ToldEvent } from '../../core/outbox/told-event';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { channelSecret } from './channel-secrets';
import type { Addressee, Sending } from './channel-sender';

/** To whom a message of this channel goes; undefined = the channel or its secret is gone. One request. */
export async function addresseeOf(
  deps: Pick<Deps, 'store' | 'config'>,
  uid: string,
  channelId: string,
  known?: Channels,
): Promise<Addressee | undefined> {
  const [secret, profile, read] = await deps.store.readVersioned([
    channelSecret(deps, channelId),
    stored.profile(uid),
    stored.channels(uid),
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
    handle: profile.value?.handle ?? null,
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
 * The events with their tips as they are now, as far as the channel may tell them: words that were erased, held or hidden since are not in them. One
 * request for all tips.
 */
export async function toldEvents(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  events: readonly OutboxEvent[],
  { audience, words }: Pick<Channel, 'audience' | 'words'>,
): Promise<readonly ToldEvent[]> {
  const ids = [...new Set(events.flatMap(({ tip }) => tip?.tipId ?? []))];
  const read = ids.length === 0 ? [] : await store.readAll(ids.map((tipId) => stored.tip(uid, tipId)));
  const tips = new Map(ids.map((tipId, index) => [tipId, read[index]]));
  return events.map(({ id, at, livemode, fact, tip }) => {
    const current = tip === null ? undefined : tips.get(tip.tipId);
    return { id, at, livemode, fact, tip: current === undefined ? null : toldTip(current, audience, words) };
  });
}
