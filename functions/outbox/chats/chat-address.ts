import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { problem, fail, ok, type Result } from '../../../core/base/result';
import { isPublicAddress } from '../../safe-fetch/safe-fetch';

/** What an owner typed to connect a chat, read strictly. A refusal names the field. Nothing is asked of the network here. */

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

/** The origin of an ntfy server. */
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
