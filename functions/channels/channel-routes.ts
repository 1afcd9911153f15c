import type { Context } from 'hono';
import type * as v from 'valibot';
import {
  changeChannelBody,
  newChannelBody,
  quietBody,
  replayBody,
  verifyChannelBody,
  type ChangeChannelBody,
  type MessageAnswer,
  type QuietBody,
  type ReplayBody,
  type SecretAnswer,
  type channelAnswer,
} from '@busker/core/dashboard-api/channel-api';
import { withMinimums } from '@busker/core/money/money';
import { localeOf } from '@busker/core/locale/language-tags';
import type { ProblemCode } from '@busker/core/base/problem-codes';
import { fail, ok, problem, refusedField, type Result } from '@busker/core/base/result';
import { readDocumentId, type DocumentId } from '@busker/core/text/text';
import { paths } from '@busker/core/documents/documents';
import { eventDocument } from '@busker/core/outbox-documents/event-document';
import {
  isListening,
  noChannels,
  publicTypes,
  sentOk,
  switchedOff,
  switchedOn,
  verified,
  withSwitches,
  type Audience,
  type Channel,
  type ChannelCredentials,
  type ChannelSecret,
  type EventType,
} from '@busker/core/outbox/channel';
import {
  deliveryLifetime,
  noPace,
  eventLifetime,
  type Delivery,
  type OutboxEvent,
} from '@busker/core/outbox/outbox-event';
import { batchWith, wakeAt, withBatch } from '@busker/core/outbox/pace';
import type { Message } from '@busker/core/notification/notified-event';
import type { Deps, Owner } from '../deps';
import { ownerCall, ownerCallWith, readerOf, type Route } from '../http/routes';
import { callerOf, type Caller } from '../http/caller';
import type { Sending } from '../senders/channel-sender';
import { addChannel, notAnswering } from './add-channel';
import { findTelegramChat } from '../senders/chat-senders';
import { deliveryIdOf, newDelivery } from '../outbox/relay';
import { newWebhookSecret } from '../senders/webhook-sender';
import { readEach, readable, stored, type Transaction } from '../store/store';
import { codeCounts, isCode, isOpen, verifyingOf } from './channel-draft';
import {
  changeChannel,
  channelSecret,
  channelsOf,
  findChannel,
  findWebhook,
  mayDo,
  mayDoAll,
  messageAnswerOf,
  noteSending,
  removeChannels,
  enqueueEvent,
  sendToChannel,
  shownChannel,
  shownChannels,
  traitsOf,
  unlessLeaving,
  withChannel,
  withoutMessage,
  writeAdded,
  type OwnChannel,
} from './own-channels';

/** The same delivery, due now as if nothing had been tried. Its log stays. */
const sentAgain = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  state: 'waiting',
  attempt: 0,
  nextAt: now,
  claimedAt: null,
});

const enqueueDelivery = (
  { outboxQueue, clock }: Pick<Deps, 'outboxQueue' | 'clock'>,
  uid: string,
  deliveryId: string,
): Promise<void> => outboxQueue.enqueue({ kind: 'deliver', uid, deliveryId, attempt: 0 }, clock.now());

/** Sends a delivery once more, whatever became of it. */
async function resendDelivery(
  deps: Pick<Deps, 'store' | 'limits' | 'config' | 'clock' | 'outboxQueue'>,
  uid: string,
  deliveryId: string,
): Promise<Result<object>> {
  const doc = stored.delivery(uid, deliveryId);
  if ((await deps.store.read(doc)) === undefined) return fail(problem('delivery-not-found'));
  const may = await mayDo(deps, 'resend', uid);
  if (!may.ok) return may;
  const resent = await unlessLeaving(deps, uid, async (tx) => {
    const delivery = await tx.read(doc);
    if (delivery === undefined) return fail(problem('delivery-not-found'));
    const own = await findChannel({ store: tx }, uid, delivery.channelId);
    if (!own.ok) return own;
    if (!isListening(own.value.channel)) return fail(problem('channel-off'));
    // Somebody is sending it at this moment.
    if (delivery.state !== 'sending') tx.write(doc, sentAgain(delivery, deps.clock.now()));
    return ok({});
  });
  if (resent.ok) await enqueueDelivery(deps, uid, deliveryId);
  return resent;
}

/** Confirms a channel in the way of its kind. Confirming it twice changes nothing. */
async function verifyChannel(
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

/** The changes besides the state when a channel is confirmed. */
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

/** Switches the channel on, with the event for the others in the same commit, if `judge` agrees. */
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
    // Others can see the chat that was found, so it gets only events that the owner chose.
    const isPublished = audience === 'public' && before.audience !== 'public';
    const events = isPublished ? publicTypes : before.events;
    const channel: Channel = { ...sentOk(verified(before), deps.clock.now()), audience, events };
    tx.write(stored.channels(uid), withChannel(all, channelId, channel));
    tx.write(channelSecret(deps, channelId), { ...secret, credentials, code: null });
    return ok({ channel, eventId: writeAdded(tx, deps, uid, { channelId, channel }) });
  });
  if (!settled.ok) return settled;
  const { channel, eventId } = settled.value;
  if (eventId !== null) await enqueueEvent(deps, uid, eventId);
  return ok(
    sending === null ? withoutMessage(channelId, channel) : messageAnswerOf(channelId, channel, sending),
  );
}

/** After the owner changed when messages may be sent: what is due already is sent by the new times. A message that is tried again keeps its time. */
async function moveBatches(
  { store, clock, outboxQueue }: Pick<Deps, 'store' | 'clock' | 'outboxQueue'>,
  uid: string,
): Promise<void> {
  const moved = await store.transaction(async (tx) => {
    const [before = noPace, channels = noChannels] = await readEach(tx, [
      stored.pace(uid),
      stored.channels(uid),
    ]);
    const now = clock.now();
    let pace = before;
    const tasks: { readonly channelId: string; readonly at: number }[] = [];
    for (const [channelId, batch] of Object.entries(before.turns)) {
      const channel = channels.channels[channelId];
      if (
        channel === undefined ||
        batch.nextAt === null ||
        batch.nextAt <= now ||
        batch.claimedAt !== null ||
        batch.attempt > 0
      )
        continue;
      const next = batchWith({ ...batch, nextAt: null }, channel, channels, now, 'usual');
      if (next.nextAt === batch.nextAt) continue;
      pace = withBatch(pace, channelId, next, now);
      tasks.push({ channelId, at: wakeAt(next, now) ?? now });
    }
    if (tasks.length > 0) tx.write(stored.pace(uid), pace);
    return tasks;
  });
  for (const { channelId, at } of moved) await outboxQueue.enqueue({ kind: 'collect', uid, channelId }, at);
}

/** Changes what the body names, and nothing else. */
async function changeSettings(
  deps: Pick<Deps, 'store' | 'limits' | 'config' | 'clock' | 'outboxQueue'>,
  uid: string,
  channelId: string,
  body: ChangeChannelBody,
): Promise<Result<v.InferOutput<typeof channelAnswer>>> {
  const own = await findChannel(deps, uid, channelId);
  if (!own.ok) return own;
  const may = await mayDo(deps, 'setting', uid);
  if (!may.ok) return may;
  const changed = await changeChannel(deps, uid, channelId, (channel) => changedBy(channel, body));
  if (changed.ok && body.mode !== undefined) await moveBatches(deps, uid);
  return changed.ok ? ok({ channel: shownChannel(channelId, changed.value.channel) }) : changed;
}

function changedBy(before: Channel, { on, ...body }: ChangeChannelBody): Result<Channel> {
  if (on === true && before.state === 'unverified') return fail(problem('channel-not-verified'));
  const channel: Channel = {
    ...before,
    label: body.label ?? before.label,
    events: withSwitches(body.events ?? before.events, body.eventsOn),
    minimum: withMinimums(body.minimum ?? before.minimum, body.minimumOf),
    mode: body.mode ?? before.mode,
    words: body.words ?? before.words,
  };
  if (on === undefined) return ok(channel);
  return ok(on ? switchedOn(channel) : switchedOff(channel));
}

async function removeChannel(
  deps: Pick<Deps, 'store'>,
  uid: string,
  channelId: string,
): Promise<Result<object>> {
  const removed = await removeChannels(deps, uid, (each) => each === channelId);
  return removed === 0 ? fail(problem('channel-not-found')) : ok({});
}

/** Zone, language and quiet hours of all messages to the owner. */
async function keepQuiet(
  deps: Pick<Deps, 'store' | 'limits' | 'config' | 'clock' | 'outboxQueue'>,
  uid: string,
  { zone, language, quiet }: QuietBody,
): Promise<Result<object>> {
  const may = await mayDo(deps, 'setting', uid);
  if (!may.ok) return may;
  const kept = await unlessLeaving(deps, uid, async (tx) => {
    const before = (await tx.read(stored.channels(uid))) ?? noChannels;
    // A malformed tag would make Intl throw at each message.
    tx.write(stored.channels(uid), { ...before, zone, language: localeOf(language), quiet });
    return ok({});
  });
  if (kept.ok) await moveBatches(deps, uid);
  return kept;
}

/** Sends the message that verifies a channel once more, with a new code: an earlier one does not work any more. */
async function sendCode(
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
  // A bot has no chat yet: the owner sends this code to it.
  if (verifying.message === null)
    return ok({ ...withoutMessage(channelId, channel), text: verifying.shown ?? '' });
  return sendAndNote(deps, uid, own.value, verifying.message);
}

/** Sends a test. A channel that is off may be tested, too: the owner wants to know whether it would work. */
async function testChannel(deps: Deps, uid: string, channelId: string): Promise<Result<MessageAnswer>> {
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

/** How long an earlier secret goes on signing, so that the receiver can take the new one in its own time. */
const overlapMs = 24 * 60 * 60_000;

/** Gives a webhook a new secret, which is in this answer and nowhere else. */
async function renewSecret(
  deps: Pick<Deps, 'store' | 'limits' | 'config' | 'clock'>,
  uid: string,
  channelId: string,
): Promise<Result<SecretAnswer>> {
  const webhook = await findWebhook(deps, uid, channelId);
  if (!webhook.ok) return webhook;
  const may = await mayDo(deps, 'change', uid);
  if (!may.ok) return may;
  const secret = newWebhookSecret();
  const now = deps.clock.now();
  const oldUntil = now + overlapMs;
  return unlessLeaving(deps, uid, async (tx) => {
    const before = await tx.read(channelSecret(deps, channelId));
    if (before?.credentials.kind !== 'webhook') return fail(problem('channel-not-found'));
    const { credentials } = before;
    const older = credentials.secrets
      .map((each) => ({ ...each, until: Math.min(each.until ?? oldUntil, oldUntil) }))
      .filter(({ until }) => until > now);
    const secrets = [{ secret, until: null }, ...older];
    tx.write(channelSecret(deps, channelId), { ...before, credentials: { ...credentials, secrets } });
    return ok({ secret, oldUntil });
  });
}

const mostReplayed = { events: 1000, milliseconds: 30 * 24 * 60 * 60_000 } as const;

/** Deliveries of one commit. */
const atOnce = 100;

/**
 * Sends the events of a time to a webhook once more. Each gets the delivery and the `webhook-id` that it had, so that a receiver which has it already
 * can drop it. No types = those of the channel.
 */
async function replayEvents(
  deps: Pick<Deps, 'store' | 'limits' | 'config' | 'clock' | 'outboxQueue'>,
  uid: string,
  channelId: string,
  body: ReplayBody,
): Promise<Result<{ readonly count: number }>> {
  const webhook = await findWebhook(deps, uid, channelId);
  if (!webhook.ok) return webhook;
  const { channel } = webhook.value;
  if (channel.state === 'unverified') return fail(problem('channel-not-verified'));
  if (!isListening(channel)) return fail(problem('channel-off'));
  if (body.until < body.since) return fail(refusedField('until', 'ends-before-start'));
  if (body.until - body.since > mostReplayed.milliseconds) return fail(problem('replay-too-large'));
  const may = await mayDo(deps, 'replay', uid);
  if (!may.ok) return may;
  const types = body.types.length === 0 ? channel.events : body.types;
  const events = await eventsIn(deps, uid, body, types);
  if (events.length > mostReplayed.events) return fail(problem('replay-too-large'));
  for (let from = 0; from < events.length; from += atOnce) {
    const kept = await keepPage(deps, uid, channelId, events.slice(from, from + atOnce));
    if (!kept.ok) return kept;
    await Promise.all(kept.value.map((deliveryId) => enqueueDelivery(deps, uid, deliveryId)));
  }
  return ok({ count: events.length });
}

/** The events of this time that are still kept, oldest first; one more than may be replayed, if there are more. */
async function eventsIn(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  uid: string,
  { since, until }: Pick<ReplayBody, 'since' | 'until'>,
  types: readonly EventType[],
): Promise<readonly OutboxEvent[]> {
  const from = paths.events(uid);
  const now = clock.now();
  // Within what is kept: a Date cannot hold every number that JSON can.
  const first = Math.max(since, now - eventLifetime);
  const last = Math.min(until, now);
  if (types.length === 0 || first > last) return [];
  const found = await store.find(
    {
      from,
      where: [
        ['type', 'in', types],
        ['at', '>=', new Date(first)],
        ['at', '<=', new Date(last)],
      ],
      orderBy: [['at', 'asc']],
      limit: mostReplayed.events + 1,
    },
    (data) => readable(from, eventDocument.decode(data)),
  );
  return found.map(({ value }) => value);
}

/** Deliveries that exist keep their log. */
function keepPage(
  deps: Pick<Deps, 'store' | 'clock'>,
  uid: string,
  channelId: string,
  events: readonly OutboxEvent[],
): Promise<Result<readonly string[]>> {
  const now = deps.clock.now();
  const ids = events.map(({ id }) => deliveryIdOf(channelId, id));
  return unlessLeaving(deps, uid, async (tx) => {
    const before = await tx.readAll(ids.map((id) => stored.delivery(uid, id)));
    for (const [index, event] of events.entries()) {
      const known = before[index];
      // Somebody is sending it at this moment.
      if (known?.state === 'sending') continue;
      const delivery = known === undefined ? newDelivery(channelId, event, now) : sentAgain(known, now);
      tx.write(stored.delivery(uid, delivery.id), { ...delivery, expiresAt: now + deliveryLifetime });
    }
    return ok(ids);
  });
}

/** The document in the URL; an invalid id is not found. */
function at(
  c: Context,
  missing: ProblemCode,
  act: (id: DocumentId) => Promise<Result<object>>,
): Promise<Result<object>> {
  const id = readDocumentId(c.req.param('id'));
  return id === undefined ? Promise.resolve(fail(problem(missing))) : act(id);
}

const atChannel = (c: Context, act: (channelId: DocumentId) => Promise<Result<object>>) =>
  at(c, 'channel-not-found', act);

const all = '/v1/me/channels';

/** The owner's notification channels: what adds one, or sends what it knows to an address, needs a recent sign-in. */
export function channelRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: all,
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', async ({ uid }) =>
          ok(shownChannels(deps, await channelsOf(deps, uid))),
        ),
        POST: ownerCallWith(
          deps,
          'fresh',
          newChannelBody,
          (owner, body, c) =>
            addChannel(deps, owner, body, {
              userAgent: c.req.header('user-agent'),
              language: readerOf(c).language,
              caller: callerOf(c, deps.config),
            }),
          201,
        ),
      },
    },
    {
      path: `${all}/:id`,
      cors: 'own',
      on: {
        PATCH: ownerCallWith(deps, 'signed-in', changeChannelBody, ({ uid }, body, c) =>
          atChannel(c, (id) => changeSettings(deps, uid, id, body)),
        ),
        DELETE: ownerCall(deps, 'signed-in', ({ uid }, c) =>
          atChannel(c, (id) => removeChannel(deps, uid, id)),
        ),
      },
    },
    {
      path: `${all}/:id/code`,
      cors: 'own',
      on: {
        POST: ownerCall(deps, 'signed-in', (owner, c) =>
          atChannel(c, (id) => sendCode(deps, owner, id, callerOf(c, deps.config))),
        ),
      },
    },
    {
      path: `${all}/:id/verify`,
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', verifyChannelBody, ({ uid }, { code }, c) =>
          atChannel(c, (id) => verifyChannel(deps, uid, id, code)),
        ),
      },
    },
    {
      path: `${all}/:id/test`,
      cors: 'own',
      on: {
        POST: ownerCall(deps, 'signed-in', ({ uid }, c) => atChannel(c, (id) => testChannel(deps, uid, id))),
      },
    },
    {
      path: `${all}/:id/secret`,
      cors: 'own',
      on: {
        POST: ownerCall(deps, 'fresh', ({ uid }, c) => atChannel(c, (id) => renewSecret(deps, uid, id))),
      },
    },
    {
      path: `${all}/:id/replay`,
      cors: 'own',
      on: {
        POST: ownerCallWith(
          deps,
          'fresh',
          replayBody,
          ({ uid }, body, c) => atChannel(c, (id) => replayEvents(deps, uid, id, body)),
          202,
        ),
      },
    },
    {
      path: '/v1/me/deliveries/:id/resend',
      cors: 'own',
      on: {
        POST: ownerCall(
          deps,
          'signed-in',
          ({ uid }, c) => at(c, 'delivery-not-found', (id) => resendDelivery(deps, uid, id)),
          202,
        ),
      },
    },
    {
      path: '/v1/me/quiet',
      cors: 'own',
      on: {
        PUT: ownerCallWith(deps, 'signed-in', quietBody, ({ uid }, body) => keepQuiet(deps, uid, body)),
      },
    },
  ];
}
