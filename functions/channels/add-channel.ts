import type { NewChannelAnswer, NewChannelBody } from '@busker/core/dashboard-api/channel-api';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import type { ChannelSecret } from '@busker/core/outbox/channel';
import type { Deps, Owner } from '../deps';
import type { Caller } from '../http/caller';
import {
  codeCounts,
  draftOf,
  newChannel,
  newSecret,
  verifyingOf,
  type ChannelDraft,
  type Verifying,
} from './channel-draft';
import {
  mayDoAll,
  noteSending,
  offers,
  removeChannels,
  sendToChannel,
  storeChannel,
  traitsOf,
  type OwnChannel,
} from './own-channels';

/** `language`: the browser's, as a BCP 47 tag. */
interface AskedFrom {
  readonly userAgent: string | undefined;
  readonly language: string;
  readonly caller: Caller;
}

/** Adds a channel, unverified, and sends its one message. It gets nothing else until it is verified. */
export async function addChannel(
  deps: Deps,
  owner: Owner,
  body: NewChannelBody,
  from: AskedFrom,
): Promise<Result<NewChannelAnswer>> {
  const { uid, guest } = owner;
  if (guest) return fail(problem('account-needed'));
  if (!offers(deps, body.kind)) return fail(problem('channel-not-offered'));
  const draft = await draftOf(deps, { uid, userAgent: from.userAgent }, body);
  if (!draft.ok) return draft;
  const may = await mayAdd(deps, owner, from.caller, draft.value);
  if (!may.ok) return may;
  const channelId = deps.ids.fresh();
  const verifying = draft.value.isVerified ? null : verifyingOf(deps, channelId, body.kind);
  const secret = newSecret(uid, draft.value, verifying);
  const channel = newChannel(body, draft.value, deps.clock.now());
  const added = await storeChannel(deps, uid, { channelId, channel, secret, language: from.language });
  if (!added.ok) return added;
  const arrived = await sendFirst(deps, uid, added.value, secret, verifying);
  return arrived.ok ? ok(answerOf(channelId, secret, verifying)) : arrived;
}

const mayAdd = (
  deps: Pick<Deps, 'limits' | 'config' | 'clock'>,
  owner: Owner,
  caller: Caller,
  { credentials, isVerified }: ChannelDraft,
): Promise<Result<null>> =>
  mayDoAll(deps, [
    ['change', owner.uid],
    ...(isVerified ? [] : codeCounts(deps, owner, caller, credentials)),
  ]);

/**
 * A channel whose message does not arrive is removed again: nobody could confirm it. A webhook stays: its receiver may refuse messages until it knows
 * the secret, which is in the answer.
 */
async function sendFirst(
  deps: Deps,
  uid: string,
  own: OwnChannel,
  secret: ChannelSecret,
  verifying: Verifying | null,
): Promise<Result<null>> {
  const message = verifying?.message ?? null;
  if (message === null) return ok(null);
  const sending = await sendToChannel(deps, uid, own, secret, message);
  if (!sending.ok) return sending;
  if (sending.value.kind === 'sent' || own.channel.kind === 'webhook') {
    const noted = await noteSending(deps, uid, own.channelId, sending.value);
    return noted.ok ? ok(null) : noted;
  }
  await removeChannels(deps, uid, (channelId) => channelId === own.channelId);
  return fail(notAnswering(sending.value.attempt.status));
}

/** `figures.status`: what the receiver answered; 0 = nothing. */
export const notAnswering = (status: number | null) =>
  problem('address-not-answering', { figures: { status: status ?? 0 } });

function answerOf(
  channelId: string,
  { credentials }: ChannelSecret,
  verifying: Verifying | null,
): NewChannelAnswer {
  const { kind } = credentials;
  return {
    channelId,
    verification: verifying === null ? 'none' : traitsOf[kind].verification,
    secret: kind === 'webhook' ? (credentials.secrets[0]?.secret ?? null) : null,
    code: verifying?.shown ?? null,
    topicUrl: kind === 'ntfy' ? `${credentials.server}/${credentials.topic}` : null,
  };
}
