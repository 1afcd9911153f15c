import type { MessageAnswer } from '../../../core/api/channel-api';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import type { Message } from '../../../core/outbox/told-event';
import type { Deps, Owner } from '../../deps';
import { channelSecret } from '../channel-secrets';
import type { Caller } from '../../limits/caller';
import { mayDo, mayDoAll } from './channel-limits';
import { findChannel, unlessLeaving, type OwnChannel } from './own-channels';
import { noteSending, sendToChannel } from './send-to-channel';
import { messageAnswerOf, withoutMessage } from './shown-channel';
import { codeCounts, verifyingOf } from './verifying-message';

/** Sends the message that verifies a channel once more, with a new code: an earlier one does not work any more. */
export async function sendCode(
  deps: Deps,
  owner: Pick<Owner, 'uid' | 'emailVerified'>,
  channelId: string,
  caller: Caller,
): Promise<Result<MessageAnswer>> {
  const { uid } = owner;
  const own = await findChannel(deps, uid, channelId);
  if (!own.ok) return own;
  const { channel } = own.value;
  if (channel.state !== 'unverified') return ok(withoutMessage(channelId, channel));
  const secret = await deps.store.read(channelSecret(deps, channelId));
  if (secret === undefined) return fail(problem('channel-not-found'));
  const may = await mayDoAll(deps, [
    ['test', channelId],
    ...codeCounts(deps, owner, caller, secret.credentials),
  ]);
  if (!may.ok) return may;
  const verifying = verifyingOf(deps, channelId, channel.kind);
  const kept = await unlessLeaving(deps, uid, async (tx) => {
    const now = await tx.read(channelSecret(deps, channelId));
    if (now === undefined) return fail(problem('channel-not-found'));
    tx.write(channelSecret(deps, channelId), { ...now, code: verifying.stored });
    return ok(null);
  });
  if (!kept.ok) return kept;
  // Nothing is sent to a bot that has no chat yet: the owner sends this code to it.
  if (verifying.message === null)
    return ok({ ...withoutMessage(channelId, channel), text: verifying.shown ?? '' });
  return sendAndNote(deps, uid, own.value, verifying.message);
}

/** Sends a test. A channel that is off may be tested, too: the owner wants to know whether it would work. */
export async function testChannel(
  deps: Deps,
  uid: string,
  channelId: string,
): Promise<Result<MessageAnswer>> {
  const own = await findChannel(deps, uid, channelId);
  if (!own.ok) return own;
  if (own.value.channel.state === 'unverified') return fail(problem('channel-not-verified'));
  const may = await mayDo(deps, 'test', channelId);
  return may.ok ? sendAndNote(deps, uid, own.value, { kind: 'test', id: deps.ids.fresh() }) : may;
}

async function sendAndNote(
  deps: Deps,
  uid: string,
  own: OwnChannel,
  message: Message,
): Promise<Result<MessageAnswer>> {
  const { channelId } = own;
  const secret = await deps.store.read(channelSecret(deps, channelId));
  if (secret === undefined) return fail(problem('channel-not-found'));
  const sending = await sendToChannel(deps, uid, own, secret, message);
  if (!sending.ok) return sending;
  const noted = await noteSending(deps, uid, channelId, sending.value);
  return noted.ok ? ok(messageAnswerOf(channelId, noted.value.channel, sending.value)) : noted;
}
