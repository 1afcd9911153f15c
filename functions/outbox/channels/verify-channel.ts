import type { MessageAnswer } from '../../../core/api/channel-api';
import { problem, fail, ok, type Result } from '../../../core/base/result';
import {
  sentOk,
  verified,
  publicTypes,
  type Audience,
  type Channel,
  type ChannelCredentials,
  type ChannelSecret,
} from '../../../core/outbox/channel';
import type { Deps } from '../../deps';
import type { Transaction } from '../../store/store';
import { stored } from '../../store/stored';
import { channelSecret } from '../channel-secrets';
import type { Sending } from '../channel-sender';
import { findTelegramChat } from '../chats/chat-senders';
import { notAnswering } from './add-channel';
import { ringForEvent, writeAdded } from './store-channel';
import { isCode, isOpen } from './verifying-message';
import { traitsOf, mayDo, findChannel, unlessLeaving, withChannel, type OwnChannel } from './own-channels';
import { noteSending, sendToChannel } from './send-to-channel';
import { messageAnswerOf, withoutMessage } from './shown-channel';

/** Confirms a channel in the way of its kind. Confirming it twice changes nothing. */
export async function verifyChannel(
  deps: Deps,
  uid: string,
  channelId: string,
  code: string,
): Promise<Result<MessageAnswer>> {
  const own = await findChannel(deps, uid, channelId);
  if (!own.ok) return own;
  const { channel } = own.value;
  if (channel.state !== 'unverified') return ok(withoutMessage(channelId, channel));
  const parts = { deps, uid, own: own.value };
  switch (traitsOf[channel.kind].verification) {
    case 'code':
      return byCode(parts, code);
    case 'send-code':
      return byChat(parts);
    case 'ping':
      return byAnswer(parts);
    case 'seen':
    case 'none':
      return settle(parts, () => ok({}));
  }
}

interface Parts {
  readonly deps: Deps;
  readonly uid: string;
  readonly own: OwnChannel;
}

/** What changes besides the state when a channel is confirmed. */
interface Confirmed {
  readonly credentials?: ChannelCredentials;
  readonly audience?: Audience;
}

const byCode = ({ deps, ...parts }: Parts, code: string): Promise<Result<MessageAnswer>> =>
  settle({ deps, ...parts }, (secret, tx) => {
    const open = secret.code;
    if (!isOpen(open, deps.clock.now())) return fail(problem('code-expired'));
    if (isCode(deps.config.secrets, parts.own.channelId, open, code)) return ok({});
    // A wrong code is counted in the transaction that refuses it.
    tx.write(channelSecret(deps, parts.own.channelId), {
      ...secret,
      code: { ...open, tries: open.tries + 1 },
    });
    return fail(problem('code-wrong'));
  });

/** The owner has sent the code to the bot: the chat that it came from is the channel's. */
async function byChat(parts: Parts): Promise<Result<MessageAnswer>> {
  const { deps, own } = parts;
  const may = await mayDo(deps, 'test', own.channelId);
  if (!may.ok) return may;
  const secret = await deps.store.read(channelSecret(deps, own.channelId));
  if (secret?.credentials.kind !== 'telegram') return fail(problem('channel-not-found'));
  const { credentials, code: open } = secret;
  if (!isOpen(open, deps.clock.now())) return fail(problem('code-expired'));
  const found = await findTelegramChat({
    post: deps.post,
    botToken: credentials.botToken,
    isCode: (word) => isCode(deps.config.secrets, own.channelId, open, word),
  });
  if (!found.ok) return found;
  const { chatId, audience } = found.value;
  return settle(parts, () => ok({ credentials: { ...credentials, chatId }, audience }));
}

/** The receiver must answer a test with 2xx. Before that the owner may have given it the secret, so it is sent again each time. */
async function byAnswer(parts: Parts): Promise<Result<MessageAnswer>> {
  const { deps, uid, own } = parts;
  const may = await mayDo(deps, 'test', own.channelId);
  if (!may.ok) return may;
  const secret = await deps.store.read(channelSecret(deps, own.channelId));
  if (secret === undefined) return fail(problem('channel-not-found'));
  const message = { kind: 'test', id: deps.ids.fresh() } as const;
  const sending = await sendToChannel(deps, uid, own, secret, message);
  if (!sending.ok) return sending;
  if (sending.value.kind === 'sent') return settle(parts, () => ok({}), sending.value);
  const noted = await noteSending(deps, uid, own.channelId, sending.value);
  return noted.ok ? fail(notAnswering(sending.value.attempt.status)) : noted;
}

interface Settled {
  readonly channel: Channel;
  /** Null when it was confirmed before. */
  readonly eventId: string | null;
}

type Judge = (secret: ChannelSecret, tx: Transaction) => Result<Confirmed>;

/** Switches the channel on in the commit that tells the others of it, if `judge` agrees. */
async function settle(
  { deps, uid, own: { channelId } }: Parts,
  judge: Judge,
  sending: Sending | null = null,
): Promise<Result<MessageAnswer>> {
  const settled = await unlessLeaving<Settled>(deps, uid, async (tx) => {
    const found = await findChannel({ store: tx }, uid, channelId);
    const secret = await tx.read(channelSecret(deps, channelId));
    if (!found.ok) return found;
    if (secret === undefined) return fail(problem('channel-not-found'));
    const { channel: before, all } = found.value;
    if (before.state !== 'unverified') return ok({ channel: before, eventId: null });
    const confirmed = judge(secret, tx);
    if (!confirmed.ok) return confirmed;
    const { credentials = secret.credentials, audience = before.audience } = confirmed.value;
    // Others can see the chat that was found: it hears of nothing that the owner did not choose.
    const isPublished = audience === 'public' && before.audience !== 'public';
    const events = isPublished ? publicTypes : before.events;
    const channel: Channel = { ...sentOk(verified(before), deps.clock.now()), audience, events };
    tx.write(stored.channels(uid), withChannel(all, channelId, channel));
    tx.write(channelSecret(deps, channelId), { ...secret, credentials, code: null });
    return ok({ channel, eventId: writeAdded(tx, deps, uid, { channelId, channel }) });
  });
  if (!settled.ok) return settled;
  const { channel, eventId } = settled.value;
  if (eventId !== null) await ringForEvent(deps, uid, eventId);
  return ok(
    sending === null ? withoutMessage(channelId, channel) : messageAnswerOf(channelId, channel, sending),
  );
}
