import { paths } from '@busker/core/documents/documents';
import { channelsDocument, deliveryDocument } from '@busker/core/outbox-documents/channels-document';
import { eventDocument } from '@busker/core/outbox-documents/event-document';
import {
  defaultTypes,
  noChannels,
  type Channel,
  type ChannelKind,
  type ChannelSecret,
  type Channels,
  type ChannelCredentials,
} from '@busker/core/outbox/channel';
import {
  deliveryLifetime,
  eventLifetime,
  type Delivery,
  type OutboxEvent,
} from '@busker/core/outbox/outbox-event';
import {
  fakeChannel,
  fakeMessage,
  fakeNotifiedEvent,
  fakeNotifiedTip,
  noon,
  fakeAlert,
  fakeOverlay,
} from '@busker/core/testing/fakes';
import {
  pageOf,
  type OverlayAlert,
  type OverlaySettings,
  type OwnOverlay,
} from '@busker/core/overlay/overlay';
import {
  overlayAlertDocument,
  overlayPageDocument,
  ownOverlayDocument,
} from '@busker/core/overlay/overlay-document';
import { channelSecret } from '../channels/own-channels';
import type { Sending, Addressee } from '../senders/channel-sender';
import { newWebhookSecret } from '../senders/webhook-sender';
import { adaToken, adaUid, bearerOf, word, type Answer, type Scenario } from './ada';
import { InMemorySender, type InMemoryDeps } from './in-memory-deps';

const aWebhook = fakeChannel({
  kind: 'webhook',
  label: 'My server',
  hint: 'hooks.example.com',
  createdAt: Date.UTC(2026, 10, 20, 12),
});

const webhookSecret: ChannelSecret['credentials'] = {
  kind: 'webhook',
  url: 'https://hooks.example.com/busker',
  secrets: [{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', until: null }],
};

export function channelsIn({ store }: InMemoryDeps, uid: string): Channels {
  const read = channelsDocument.decode(store.dump()[paths.channels(uid)]);
  return read.ok ? read.value : noChannels;
}

export function secretIn(deps: InMemoryDeps, channelId: string): ChannelSecret | undefined {
  const data = deps.store.dump()[paths.channelSecret(channelId)];
  return data === undefined ? undefined : channelSecret(deps, channelId).decode(data);
}

/** Stores a channel with its secret: a webhook that works, unless the test says otherwise. */
export function putChannel(
  deps: InMemoryDeps,
  uid: string,
  channelId: string,
  change: Partial<Channel> = {},
  credentials: ChannelSecret['credentials'] = webhookSecret,
): void {
  const all = channelsIn(deps, uid);
  const channels = { ...all.channels, [channelId]: { ...aWebhook, ...change } };
  deps.store.put(paths.channels(uid), channelsDocument.encode({ ...all, channels }));
  const secret = { uid, credentials, offToken: 'a'.repeat(40), code: null } as const;
  const { path, encode } = channelSecret(deps, channelId);
  deps.store.put(path, encode(secret));
}

/** Stores an event: a tip that was paid, unless the test says otherwise. */
export function putEvent(
  deps: InMemoryDeps,
  uid: string,
  id: string,
  change: Partial<OutboxEvent> = {},
): void {
  const at = change.at ?? deps.clock.now();
  const event: OutboxEvent = {
    v: 1,
    id,
    type: 'tip.paid',
    fact: { type: 'tip.paid' },
    at,
    livemode: false,
    tip: null,
    state: 'relayed',
    due: [],
    relayedAt: at,
    expiresAt: at + eventLifetime,
    ...change,
  };
  deps.store.put(paths.event(uid, id), eventDocument.encode(event));
}

/** Stores a delivery that is out of tries, unless the test says otherwise. */
export function putDelivery(
  deps: InMemoryDeps,
  uid: string,
  id: string,
  change: Partial<Delivery> = {},
): void {
  const createdAt = deps.clock.now();
  const delivery: Delivery = {
    v: 1,
    id,
    channelId: 'channel1',
    eventId: 'event1',
    type: 'tip.paid',
    state: 'dead',
    attempt: 10,
    nextAt: null,
    claimedAt: null,
    tries: [{ at: createdAt, ms: 8, status: 500, problem: 'server-error', text: 'Sorry' }],
    createdAt,
    expiresAt: createdAt + deliveryLifetime,
    ...change,
  };
  deps.store.put(paths.delivery(uid, id), deliveryDocument.encode(delivery));
}

/** Bodies of new channels. Whatever must not be seen again has `s3cret` in it. */
export const newChannels = {
  mail: { kind: 'mail', address: 'kim@example.org' },
  webhook: { kind: 'webhook', url: 'https://hooks.example.com/busker?key=s3cret' },
  discord: {
    kind: 'discord',
    url: 'https://discord.com/api/webhooks/123456789012345678/s3cret-token-of-a-webhook',
  },
  slack: {
    kind: 'slack',
    url: 'https://hooks.slack.com/services/T0000000/B0000000/s3cretTokenOfSlack000000',
  },
  telegram: { kind: 'telegram', botToken: '123456789:AAs3cret-token_of_a_bot_of_35_chars' },
  matrix: {
    kind: 'matrix',
    server: 'https://matrix.example.org',
    room: '!room:example.org',
    token: 's3cret',
  },
  ntfy: { kind: 'ntfy' },
} as const;

const channelsPath = '/v1/me/channels';

export const addChannel = (scenario: Scenario, body: object, headers: Record<string, string> = {}) =>
  scenario.call('POST', channelsPath, body, { ...bearerOf(adaToken), ...headers });

/** Ada's new channel. */
export const newChannelOf = async (scenario: Scenario, body: object): Promise<string> =>
  word(await addChannel(scenario, body), 'channelId');

export const listChannels = async (scenario: Scenario) =>
  (await scenario.call('GET', channelsPath, undefined, bearerOf(adaToken))).json;

/** A call of Ada's to one channel, such as `POST`, `/verify`. */
export const callChannel = (
  scenario: Scenario,
  method: string,
  rest: string,
  body?: object,
  token = adaToken,
): Promise<Answer> => scenario.call(method, `${channelsPath}/${rest}`, body, bearerOf(token));

export function senderOf({ deps }: Scenario, kind: ChannelKind): InMemorySender {
  const sender = deps.senders[kind];
  if (!(sender instanceof InMemorySender)) throw new Error(`${kind} is not sent in memory`);
  return sender;
}

/** The code of the newest message. */
export function codeSent(scenario: Scenario, kind: ChannelKind): string {
  const message = senderOf(scenario, kind).sent.at(-1)?.message;
  if (message?.kind !== 'code') throw new Error('No code was sent');
  return message.code;
}

/** A code that is not this one. */
export const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000');

export const isGone: Sending = {
  kind: 'ended',
  state: 'off',
  end: 'gone',
  attempt: { status: 410, ms: 9, text: 'Gone' },
};
export const isRefused: Sending = {
  kind: 'again',
  problem: 'refused',
  after: null,
  rests: false,
  attempt: { status: 401, ms: 3, text: 'Who?' },
};

/** The messages to Ada's other channels about her channels. */
export const channelEventsIn = ({ deps }: Scenario): readonly OutboxEvent[] =>
  Object.entries(deps.store.dump())
    .filter(([path]) => path.startsWith(`${paths.events(adaUid)}/`))
    .map(([, data]) => eventDocument.decode(data))
    .flatMap((read) => (read.ok ? [read.value] : []))
    .filter(({ type }) => type.startsWith('channel.'));

/** The secret and the address of Ada's webhook. */
export const hookSecret = newWebhookSecret();
export const hookUrl = 'https://hooks.example/in/s3cret-path?key=abc';
/** The library that verifies reads the real clock. */
export const hookNow = Date.now();

export const notifiedTip = fakeNotifiedTip({ tipId: 't1', rev: 3, message: 'Lovely 🎻\u2028“Bach”!' });

/** A paid tip, for one webhook. */
export const notifiedPaid = fakeMessage([fakeNotifiedEvent({ at: hookNow, tip: notifiedTip })], {
  id: 'msg_0f9b1c2d',
});

/** Ada's webhook. */
export const hookOf = (
  credentials: Partial<Extract<ChannelCredentials, { readonly kind: 'webhook' }>> = {},
): Addressee =>
  fakeAddressee({
    kind: 'webhook',
    url: hookUrl,
    secrets: [{ secret: hookSecret, until: null }],
    ...credentials,
  });

/** An owner's channel with these credentials, for the tests of senders. */
export function fakeAddressee(
  credentials: ChannelCredentials,
  { language = 'en', ...channel }: Partial<Channel> & { readonly language?: string } = {},
): Addressee {
  return {
    uid: 'ada-uid',
    channelId: 'channel1',
    channel: {
      kind: credentials.kind,
      label: 'Chat',
      state: 'on',
      end: null,
      problem: null,
      events: defaultTypes,
      minimum: {},
      mode: 'each',
      audience: 'private',
      words: true,
      hint: '',
      createdAt: noon,
      lastOkAt: null,
      failures: 0,
      failingSince: null,
      ...channel,
    },
    secret: { uid: 'ada-uid', credentials, offToken: 'off', code: null },
    language,
    zone: 'Europe/Berlin',
    handle: 'ada',
  };
}

/** A mail channel for tests. `address`: null = that of the sign-in account. Its label is one that must not reach a header. */
export const mailAddressee = (address: string | null): Addressee => ({
  uid: 'ada',
  channelId: 'channel1',
  channel: {
    kind: 'mail',
    label: 'Mail\r\nBcc: eve@evil.example',
    state: 'on',
    end: null,
    problem: null,
    events: ['tip.paid'],
    minimum: {},
    mode: 'each',
    audience: 'private',
    words: true,
    hint: 'k…@example.com',
    createdAt: 0,
    lastOkAt: null,
    failures: 0,
    failingSince: null,
  },
  secret: { uid: 'ada', credentials: { kind: 'mail', address }, offToken: 'aa11', code: null },
  language: 'en',
  zone: 'UTC',
  handle: 'ada',
});

/** Ada's phone. The keys are those of RFC 8291, section 5. */
export const fakePhone = (vapidKey = ''): Addressee => ({
  uid: 'ada',
  channelId: 'c1',
  channel: {
    kind: 'push',
    label: 'Phone',
    state: 'on',
    end: null,
    problem: null,
    events: [],
    minimum: {},
    mode: 'each',
    audience: 'private',
    words: true,
    hint: 'Chrome on Android',
    createdAt: 0,
    lastOkAt: null,
    failures: 0,
    failingSince: null,
  },
  secret: {
    uid: 'ada',
    credentials: {
      kind: 'push',
      endpoint: 'https://push.example.net/1',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      vapidKey,
    },
    offToken: '',
    code: null,
  },
  language: 'en',
  zone: 'UTC',
  handle: 'ada',
});

/** Stores an owner's overlay with its page. */
export function putOverlay(
  deps: InMemoryDeps,
  uid: string,
  key: string,
  settings: Partial<OverlaySettings> = {},
): void {
  const overlay = fakeOverlay(settings, { key });
  deps.store.put(paths.ownOverlay(uid), ownOverlayDocument.encode(overlay));
  deps.store.put(paths.overlay(key), overlayPageDocument.encode(pageOf(overlay)));
}

export function putAlert(
  deps: InMemoryDeps,
  key: string,
  id: string,
  given: Partial<OverlayAlert> = {},
): void {
  deps.store.put(paths.overlayAlert(key, id), overlayAlertDocument.encode(fakeAlert({ id, ...given })));
}

export function overlayIn({ store }: InMemoryDeps, uid: string): OwnOverlay | undefined {
  const read = ownOverlayDocument.decode(store.dump()[paths.ownOverlay(uid)]);
  return read.ok ? read.value : undefined;
}

/** The stored alerts of a key, oldest first. */
export const alertsIn = ({ store }: InMemoryDeps, key: string): readonly OverlayAlert[] =>
  Object.entries(store.dump())
    .filter(([path]) => path.startsWith(`${paths.overlayAlerts(key)}/`))
    .map(([, data]) => overlayAlertDocument.decode(data))
    .flatMap((read) => (read.ok ? [read.value] : []))
    .toSorted((a, b) => a.at - b.at);

const overlayPath = '/v1/me/overlay';

/** A call about Ada's overlay, such as `POST`, `/live`. */
export const callOverlay = (
  scenario: Scenario,
  method: string,
  rest = '',
  body?: object,
  token = adaToken,
): Promise<Answer> => scenario.call(method, `${overlayPath}${rest}`, body, bearerOf(token));

/** The key in the address of an answer. */
export const keyIn = ({ json }: Answer): string => {
  const url: unknown = json['overlay']?.['url'];
  return typeof url === 'string' ? (url.split('#')[1] ?? '') : '';
};

/** Makes Ada's overlay and answers its key. */
export const newOverlay = async (scenario: Scenario): Promise<string> =>
  keyIn(await callOverlay(scenario, 'POST'));

/** The alerts of a key, oldest first. */
export const shownBy = (scenario: Scenario, key: string) =>
  alertsIn(scenario.deps, key).map(({ kind, amount, name, message }) => ({ kind, amount, name, message }));
