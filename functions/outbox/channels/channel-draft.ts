import type { NewChannelBody } from '../../../core/api/channel-api';
import { deviceClassOf } from '../../../core/base/device-class';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import type { ChannelCredentials } from '../../../core/outbox/channel-credentials';
import type { Deps } from '../../deps';
import { originsOf } from '../../http/safe-fetch/origins-of';
import { deviceName } from './device-name';
import { newWebhookSecret } from '../webhooks/new-webhook-secret';
import { webhookAddress } from '../webhooks/webhook-address';
import { newTopic } from './fresh-secrets';
import { httpsAddress, parseMailAddress, parsePushSubscription } from './interim-checks';
import { vapidKeyOf } from './shown-channel';

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
      return hookDraft('discord', body.url);
    case 'slack':
      return hookDraft('slack', body.url);
    case 'telegram':
      return telegramDraft(body.botToken);
    case 'matrix':
      return matrixDraft(body);
    case 'ntfy':
      return ntfyDraft(body);
  }
}

/** `k…@example.com`. */
function maskedAddress(address: string): string {
  const [first = ''] = address;
  return `${first}…${address.slice(address.lastIndexOf('@'))}`;
}

/** Null = the sign-in address. One that is not confirmed is kept as any other address, and verified by a code. */
async function mailDraft(
  { idTokens }: Pick<Deps, 'idTokens'>,
  uid: string,
  given: string | null,
): Promise<Result<ChannelDraft>> {
  const contact = given === null ? await idTokens.contact(uid) : undefined;
  const wanted = given ?? contact?.email ?? '';
  const address = parseMailAddress(wanted);
  if (!address.ok) return address;
  const isVerified = contact?.emailVerified === true;
  return ok({
    credentials: { kind: 'mail', address: isVerified ? null : address.value },
    hint: maskedAddress(address.value),
    isVerified,
  });
}

type Subscription = Extract<NewChannelBody, { readonly kind: 'push' }>['subscription'];

function pushDraft(
  deps: Pick<Deps, 'config'>,
  subscription: Subscription,
  userAgent: string | undefined,
): Result<ChannelDraft> {
  const vapidKey = vapidKeyOf(deps);
  if (vapidKey === null) return fail(problem('channel-not-offered'));
  const keys = parsePushSubscription(subscription);
  if (!keys.ok) return keys;
  const hint = deviceName(deviceClassOf(userAgent));
  return drafted({ kind: 'push', ...keys.value, vapidKey }, hint);
}

function webhookDraft({ config }: Pick<Deps, 'config'>, given: string): Result<ChannelDraft> {
  const url = webhookAddress(given, originsOf(config.webhookAllow));
  if (!url.ok) return url;
  const secrets = [{ secret: newWebhookSecret(), until: null }];
  return drafted({ kind: 'webhook', url: url.value, secrets }, new URL(url.value).host);
}

const hookHosts = { discord: 'discord.com', slack: 'hooks.slack.com' } as const;

function hookDraft(kind: keyof typeof hookHosts, given: string): Result<ChannelDraft> {
  const url = httpsAddress('url', given, hookHosts[kind]);
  return url.ok ? drafted({ kind, url: url.value }, hookHosts[kind]) : url;
}

const telegramDraft = (botToken: string): Result<ChannelDraft> =>
  drafted({ kind: 'telegram', botToken, chatId: null }, 'Telegram');

type Matrix = Extract<NewChannelBody, { readonly kind: 'matrix' }>;

function matrixDraft({ server: given, room, token }: Matrix): Result<ChannelDraft> {
  const server = httpsAddress('server', given);
  if (!server.ok) return server;
  const { origin, host } = new URL(server.value);
  return drafted({ kind: 'matrix', server: origin, room, token }, host);
}

type Ntfy = Extract<NewChannelBody, { readonly kind: 'ntfy' }>;

function ntfyDraft({ server: given, token }: Ntfy): Result<ChannelDraft> {
  const server = httpsAddress('server', given);
  if (!server.ok) return server;
  const { origin, host } = new URL(server.value);
  return drafted({ kind: 'ntfy', server: origin, topic: newTopic(), token }, host);
}
