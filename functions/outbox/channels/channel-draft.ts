import { randomBytes } from 'node:crypto';
import type { NewChannelBody } from '../../../core/api/channel-api';
import {
  deviceClassOf,
  type BrowserClass,
  type DeviceClass,
  type SystemClass,
} from '../../../core/base/device-class';
import { fail, ok, problem, type Result } from '../../../core/base/result';
import {
  typesFor,
  verified,
  type Channel,
  type ChannelCredentials,
  type ChannelSecret,
} from '../../../core/outbox/channel';
import type { Deps } from '../../deps';
import { originsOf } from '../../safe-fetch/safe-fetch';
import {
  discordAddress,
  matrixRoom,
  matrixServer,
  newNtfyTopic,
  ntfyServer,
  slackAddress,
  telegramToken,
} from '../chats/chat-address';
import { parseMailAddress } from '../mail/mail-config';
import { parsePushSubscription } from '../push/push-config';
import { newWebhookSecret, webhookAddress } from '../webhooks/webhook-sender';
import { traitsOf } from './own-channels';
import { vapidKeyOf } from './shown-channel';
import type { Verifying } from './verifying-message';

const browsers: Readonly<Record<BrowserClass, string | null>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  other: null,
};

const systems: Readonly<Record<SystemClass, string | null>> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
  other: null,
};

/** `Chrome, Android`: names of products only, because nobody has chosen a language for it. */
function deviceName({ browser, system }: DeviceClass): string {
  const named = [browsers[browser], systems[system]].filter((name) => name !== null);
  return named.length === 0 ? 'Web Push' : named.join(', ');
}

/** A channel that is asked for, with its address checked. */
export interface ChannelDraft {
  readonly credentials: ChannelCredentials;
  /** By what the owner recognises it. It holds no credential. */
  readonly hint: string;
  /** The sign-in service has confirmed the address already. */
  readonly isVerified: boolean;
}

interface Asker {
  readonly uid: string;
  readonly userAgent: string | undefined;
}

const drafted = (credentials: ChannelCredentials, hint: string): Result<ChannelDraft> =>
  ok({ credentials, hint, isVerified: false });

/** Checks what is asked for. Whether an address is public is checked again at each message. */
export async function draftOf(
  deps: Pick<Deps, 'config' | 'idTokens'>,
  { uid, userAgent }: Asker,
  body: NewChannelBody,
): Promise<Result<ChannelDraft>> {
  switch (body.kind) {
    case 'mail':
      return mailDraft(deps, uid, body.address);
    case 'push':
      return pushDraft(deps, body.subscription, userAgent);
    case 'webhook':
      return webhookDraft(deps, body.url);
    case 'discord':
      return hookDraft('discord', discordAddress(body.url));
    case 'slack':
      return hookDraft('slack', slackAddress(body.url));
    case 'telegram':
      return telegramDraft(body.botToken);
    case 'matrix':
      return matrixDraft(deps, body);
    case 'ntfy':
      return ntfyDraft(deps, body);
  }
}

const allowedOrigins = ({ config }: Pick<Deps, 'config'>): readonly string[] =>
  originsOf(config.webhookAllow);

/** `k…@example.com`. */
function maskedAddress(address: string): string {
  const [first = ''] = address;
  return `${first}…${address.slice(address.lastIndexOf('@'))}`;
}

/** Mails to the address that the owner signs in with, which the sign-in service has confirmed. They follow it when it changes. */
export function signInAddressDraft(email: string): Result<ChannelDraft> {
  const address = parseMailAddress(email);
  if (!address.ok) return address;
  return ok({
    credentials: { kind: 'mail', address: null },
    hint: maskedAddress(address.value),
    isVerified: true,
  });
}

/** Null = the sign-in address. One that is not confirmed is kept as any other address, and verified by a code. */
async function mailDraft(
  { idTokens }: Pick<Deps, 'idTokens'>,
  uid: string,
  given: string | null,
): Promise<Result<ChannelDraft>> {
  const contact = given === null ? await idTokens.contact(uid) : undefined;
  const wanted = given ?? contact?.email ?? '';
  if (contact?.emailVerified === true) return signInAddressDraft(wanted);
  const address = parseMailAddress(wanted);
  return address.ok
    ? drafted({ kind: 'mail', address: address.value }, maskedAddress(address.value))
    : address;
}

type Subscription = Extract<NewChannelBody, { readonly kind: 'push' }>['subscription'];

function pushDraft(
  deps: Pick<Deps, 'config'>,
  subscription: Subscription,
  userAgent: string | undefined,
): Result<ChannelDraft> {
  const vapidKey = vapidKeyOf(deps);
  if (vapidKey === null) return fail(problem('channel-not-offered'));
  const keys = parsePushSubscription(subscription, allowedOrigins(deps));
  if (!keys.ok) return keys;
  const hint = deviceName(deviceClassOf(userAgent));
  return drafted({ kind: 'push', ...keys.value, vapidKey }, hint);
}

function webhookDraft(deps: Pick<Deps, 'config'>, given: string): Result<ChannelDraft> {
  const url = webhookAddress(given, allowedOrigins(deps));
  if (!url.ok) return url;
  const secrets = [{ secret: newWebhookSecret(), until: null }];
  return drafted({ kind: 'webhook', url: url.value, secrets }, new URL(url.value).host);
}

function hookDraft(kind: 'discord' | 'slack', url: Result<string>): Result<ChannelDraft> {
  return url.ok ? drafted({ kind, url: url.value }, new URL(url.value).host) : url;
}

function telegramDraft(given: string): Result<ChannelDraft> {
  const botToken = telegramToken(given);
  if (!botToken.ok) return botToken;
  return drafted({ kind: 'telegram', botToken: botToken.value, chatId: null }, 'Telegram');
}

type Matrix = Extract<NewChannelBody, { readonly kind: 'matrix' }>;

function matrixDraft(deps: Pick<Deps, 'config'>, body: Matrix): Result<ChannelDraft> {
  const server = matrixServer(body.server, allowedOrigins(deps));
  if (!server.ok) return server;
  const room = matrixRoom(body.room);
  if (!room.ok) return room;
  const { token } = body;
  return drafted(
    { kind: 'matrix', server: server.value, room: room.value, token },
    new URL(server.value).host,
  );
}

type Ntfy = Extract<NewChannelBody, { readonly kind: 'ntfy' }>;

function ntfyDraft(deps: Pick<Deps, 'config'>, body: Ntfy): Result<ChannelDraft> {
  const server = ntfyServer(body.server, allowedOrigins(deps));
  if (!server.ok) return server;
  const { token } = body;
  return drafted(
    { kind: 'ntfy', server: server.value, topic: newNtfyTopic(), token },
    new URL(server.value).host,
  );
}

/** The secret part of the address that ends a mail channel: 160 random bits. */
const newOffToken = (): string => randomBytes(20).toString('hex');

/** What only functions read of a new channel. `verifying`: null = nothing has to be confirmed. */
export const newSecret = (
  uid: string,
  { credentials }: ChannelDraft,
  verifying: Verifying | null,
): ChannelSecret => ({
  uid,
  credentials,
  offToken: newOffToken(),
  code: verifying?.stored ?? null,
});

/** A new channel with the defaults of its kind. `now`: milliseconds since 1970. */
export function newChannel(
  { kind, label, events }: NewChannelBody,
  { hint, isVerified }: ChannelDraft,
  now: number,
): Channel {
  const channel: Channel = {
    kind,
    label: label ?? hint,
    state: 'unverified',
    end: null,
    problem: null,
    events: events ?? typesFor(traitsOf[kind].audience),
    minimum: {},
    mode: 'each',
    audience: traitsOf[kind].audience,
    words: true,
    hint,
    createdAt: now,
    lastOkAt: null,
    failures: 0,
    failingSince: null,
  };
  return isVerified ? verified(channel) : channel;
}
