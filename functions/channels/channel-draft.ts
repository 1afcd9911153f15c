import { randomBytes, randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import type { NewChannelBody } from '@busker/core/dashboard-api/channel-api';
import { mailboxOf } from '@busker/core/text/addresses';
import {
  deviceClassOf,
  type BrowserClass,
  type DeviceClass,
  type SystemClass,
} from '@busker/core/account/device-class';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import {
  typesFor,
  verified,
  type Channel,
  type ChannelCredentials,
  type ChannelKind,
  type ChannelSecret,
} from '@busker/core/outbox/channel';
import type { Message } from '@busker/core/notification/notified-event';
import type { Deps, Owner } from '../deps';
import { knownAddress, type Caller } from '../http/caller';
import { parseMailAddress } from '../mail-transport/mail-transport';
import { parsePushSubscription } from '../push/push-config';
import { newWebhookSecret, webhookAddress } from '../senders/webhook-sender';
import { isPublicAddress, originsOf } from '../safe-fetch/safe-fetch';
import { fingerprint, isFingerprint, type Secrets } from '../signed-token';
import { stored, type Transaction } from '../store/store';
import {
  channelSecret,
  firstChannels,
  offers,
  traitsOf,
  vapidKeyOf,
  withChannel,
  type ChannelCount,
  type NewOwnChannel,
} from './own-channels';

/** Reads the form that connects a chat. A refusal names the field. No network request is made here. */

const refused = (field: string, sentence: string): Result<never> =>
  fail(problem('address-not-allowed', { detail: sentence, fields: { [field]: sentence } }));

const read = (typed: string): URL | null => (URL.canParse(typed.trim()) ? new URL(typed.trim()) : null);

const isPlainHttps = (url: URL) =>
  url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';

const discordHosts = new Set(['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com']);
const discordPath = /^\/api(?:\/v\d{1,2})?\/webhooks\/(\d{5,25})\/([\w-]{20,120})\/?$/;

/** The address of a Discord webhook, always on discord.com. */
export function discordAddress(typed: string): Result<string> {
  const url = read(typed);
  const [, id, token] = (url && discordPath.exec(url.pathname)) ?? [];
  if (
    !url ||
    !isPlainHttps(url) ||
    !discordHosts.has(url.hostname) ||
    id === undefined ||
    token === undefined
  )
    return refused('url', 'Use the webhook address that Discord shows: https://discord.com/api/webhooks/…');
  return ok(`https://discord.com/api/webhooks/${id}/${token}`);
}

const slackPath = /^\/services\/[A-Z0-9]{5,20}\/[A-Z0-9]{5,20}\/\w{10,60}$/;

/** The address of a Slack incoming webhook. */
export function slackAddress(typed: string): Result<string> {
  const url = read(typed);
  if (!url || !isPlainHttps(url) || url.hostname !== 'hooks.slack.com' || !slackPath.test(url.pathname))
    return refused('url', 'Use the webhook address that Slack shows: https://hooks.slack.com/services/…');
  return ok(`https://hooks.slack.com${url.pathname}`);
}

/** The token of a Telegram bot, as @BotFather shows it. */
export function telegramToken(typed: string): Result<string> {
  const token = typed.trim();
  return /^\d{5,12}:[A-Za-z0-9_-]{30,50}$/.test(token)
    ? ok(token)
    : refused('botToken', 'Use the token that @BotFather shows, such as 123456789:AAE…');
}

/** The origin of a Matrix server. A bare host is meant as https. `allowed`: private origins of the sandbox. */
export function matrixServer(typed: string, allowed: readonly string[] = []): Result<string> {
  const given = typed.trim();
  return serverOrigin(given.includes('://') ? given : `https://${given}`, allowed);
}

export const ntfyServer = (typed: string, allowed: readonly string[] = []): Result<string> =>
  serverOrigin(typed, allowed);

function serverOrigin(typed: string, allowed: readonly string[]): Result<string> {
  const url = read(typed);
  if (!url || url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    return refused('server', 'Use the address of the server alone, such as https://example.org.');
  if (allowed.includes(url.origin) && url.password === '') return ok(url.origin);
  return isPlainHttps(url) && isPublicHost(url.hostname)
    ? ok(url.origin)
    : refused('server', 'Use a public https:// address without a port or a user name.');
}

/** Names are looked up at each sending. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return isPublicAddress(host);
  return host.includes('.') && !/(?:^|\.)(?:localhost|local|internal)\.?$/.test(host);
}

/** The id of a Matrix room. Rooms of version 12 have no server in it (spec.matrix.org, room version 12). */
export function matrixRoom(typed: string): Result<string> {
  const room = typed.trim();
  if (room.startsWith('#'))
    return refused(
      'room',
      'Use the room’s id, which begins with !. It is in the room’s settings, under Advanced.',
    );
  return room.length <= 255 && /^![^\s:/]{1,200}(?::[^\s/]{1,250})?$/u.test(room)
    ? ok(room)
    : refused('room', 'Use the room’s id, such as !abc:example.org.');
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** A new topic. It is also its password, so it has 128 random bits, in base 32 (RFC 4648, lower case, 26 characters). */
export function newNtfyTopic(random: Uint8Array = randomBytes(16)): string {
  let bits = random.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n) << 2n;
  let text = '';
  for (let at = 0; at < 26; at += 1) {
    text = `${alphabet.charAt(Number(bits & 31n))}${text}`;
    bits >>= 5n;
  }
  return `busker-${text}`;
}

/** A code works for ten minutes and five tries. */
const codeLimits = { milliseconds: 10 * 60_000, tries: 5 } as const;

type OpenCode = NonNullable<ChannelSecret['code']>;

const purpose = 'channel code';
const textOf = (channelId: string, code: string): string => `${channelId} ${code}`;

/** Six digits that cannot be guessed. */
const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** The stored hash of a code: enough to recognise it, too little to read it. */
const openCode = (secrets: Secrets, channelId: string, code: string, now: number): OpenCode => ({
  digest: fingerprint(secrets, purpose, textOf(channelId, code)),
  expiresAt: now + codeLimits.milliseconds,
  tries: 0,
});

/** Whether a code can still be typed. */
export const isOpen = (open: OpenCode | null, now: number): open is OpenCode =>
  open !== null && now < open.expiresAt && open.tries < codeLimits.tries;

export const isCode = (secrets: Secrets, channelId: string, open: OpenCode, given: string): boolean =>
  isFingerprint(secrets, purpose, textOf(channelId, given), open.digest);

/** The code to store, the code to show, and the message that verifies a channel. */
export interface Verifying {
  readonly stored: ChannelSecret['code'];
  readonly shown: string | null;
  readonly message: Message | null;
}

/** Contains no text of a user: otherwise people could send their own words to strangers. */
export function verifyingOf(
  { config, clock, ids }: Pick<Deps, 'config' | 'clock' | 'ids'>,
  channelId: string,
  kind: ChannelKind,
): Verifying {
  const code = newCode();
  const stored = openCode(config.secrets, channelId, code, clock.now());
  const id = ids.fresh();
  switch (traitsOf[kind].verification) {
    case 'code':
      return { stored, shown: null, message: { kind: 'code', id, code } };
    case 'send-code':
      return { stored, shown: code, message: null };
    case 'ping':
    case 'seen':
    case 'none':
      return { stored: null, shown: null, message: { kind: 'test', id } };
  }
}

/** The address by which messages that verify a channel are counted. */
function addressOf(credentials: ChannelCredentials): string {
  switch (credentials.kind) {
    case 'mail':
      return mailboxOf(credentials.address ?? '');
    case 'push':
      return credentials.endpoint;
    case 'telegram':
      return credentials.botToken;
    case 'matrix':
      return `${credentials.server} ${credentials.room}`;
    case 'ntfy':
      return `${credentials.server} ${credentials.topic}`;
    case 'webhook':
    case 'discord':
    case 'slack':
      return credentials.url;
  }
}

/**
 * The limits that sending a code counts towards: that of its address, for all owners together, since it may be a stranger's, and that of the client if the
 * account's own address is not confirmed. Only fingerprints of both are stored.
 */
export function codeCounts(
  deps: Pick<Deps, 'config' | 'clock'>,
  { uid, emailVerified }: Pick<Owner, 'uid' | 'emailVerified'>,
  caller: Caller,
  credentials: ChannelCredentials,
): readonly ChannelCount[] {
  const { kind } = credentials;
  if (traitsOf[kind].verification !== 'code') return [];
  const hash = fingerprint(deps.config.secrets, `channel address ${kind}`, addressOf(credentials));
  const address = ['code', hash.slice(0, 32)] as const;
  return emailVerified ? [address] : [['codeFrom', knownAddress(deps, caller)?.hash ?? uid], address];
}

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
function signInAddressDraft(email: string): Result<ChannelDraft> {
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

/** `verifying`: null = nothing has to be confirmed. */
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

/**
 * The mail channel of an owner who publishes for the first time: it sends to the sign-in address, and only if that is confirmed. Without it an owner
 * who never opens Notifications would get no message about tips. Null = this host sends no mail, or the address is not confirmed.
 */
export function firstMailChannel(
  deps: Pick<Deps, 'config' | 'senders' | 'ids' | 'clock'>,
  { uid, email, emailVerified }: Pick<Owner, 'uid' | 'email' | 'emailVerified'>,
  language: string,
): NewOwnChannel | null {
  if (!offers(deps, 'mail') || !emailVerified) return null;
  const draft = signInAddressDraft(email ?? '');
  if (!draft.ok) return null;
  return {
    channelId: deps.ids.fresh(),
    channel: newChannel({ kind: 'mail', address: null }, draft.value, deps.clock.now()),
    secret: newSecret(uid, draft.value, null),
    language,
  };
}

/** Reads whether the owner has, or had, channels: null, nothing is added. Else the writes to make after the last read of the transaction. */
export async function readyFirstChannel(
  deps: Pick<Deps, 'config'>,
  tx: Transaction,
  uid: string,
  { channelId, channel, secret, language }: NewOwnChannel,
): Promise<(() => void) | null> {
  if ((await tx.read(stored.channels(uid))) !== undefined) return null;
  const before = await firstChannels(tx, uid, language);
  return () => {
    tx.write(stored.channels(uid), withChannel(before, channelId, channel));
    tx.write(channelSecret(deps, channelId), secret);
  };
}
