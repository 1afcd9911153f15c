import * as v from 'valibot';
import { readEmailAddress } from '../base/email-address';
import { fault, type FaultCode } from '../base/field-faults';
import { completeUrl, isLocalHost, isLoopbackAddress, publishableUrl } from './link';
import { knownUri } from './known-uri';
import { findPlatform } from './platform-catalogue';
import { withoutMarks } from './sharing-marks';

export type TypedLink =
  /** `plain`: the same address without the marks that say who shared it; null = it has none. */
  | { readonly kind: 'url'; readonly url: string; readonly plain: string | null }
  /** A name without its platform: only the owner knows which one. */
  | { readonly kind: 'name'; readonly name: string }
  /** `nina@mastodon.social` is an email address or a name on that server: only the owner knows which one. */
  | { readonly kind: 'mail-or-profile'; readonly mail: string; readonly profile: string }
  /** `fault` is a fault code, as schemas give it. */
  | { readonly kind: 'refused'; readonly fault: string };

/** The platforms that a bare `@name` is most often on, with the address of a name there. */
export const namePlatforms = [
  { label: 'Instagram', url: (name: string) => `https://instagram.com/${name}` },
  { label: 'TikTok', url: (name: string) => `https://tiktok.com/@${name}` },
  { label: 'YouTube', url: (name: string) => `https://youtube.com/@${name}` },
  { label: 'X', url: (name: string) => `https://x.com/${name}` },
  { label: 'Threads', url: (name: string) => `https://threads.net/@${name}` },
  // A name on Bluesky is a host name (atproto.com/specs/handle); most are below bsky.social.
  {
    label: 'Bluesky',
    url: (name: string) => `https://bsky.app/profile/${name.includes('.') ? name : `${name}.bsky.social`}`,
  },
] as const;

const refuse = (code: FaultCode): TypedLink => ({ kind: 'refused', fault: fault(code) });

/**
 * What an owner means by the words in a link field. `onThisMachine`: Busker runs on loopback, where a site on loopback can be linked to. Only an address that the publishing rule accepts comes out as `url`. Only the dashboard
 * needs it, so it stays out of the files that a card loads.
 */
export function readTypedLink(given: string, { onThisMachine = false } = {}): TypedLink {
  const read = readAddress(given);
  const isHere = read.kind === 'url' && isLoopbackAddress(new URL(read.url).hostname);
  return isHere && !onThisMachine ? refuse('url-local') : read;
}

function readAddress(given: string): TypedLink {
  const typed = bare(given);
  const known = knownUri(typed);
  if (known !== null) return accept(known);
  const [, name, server] = /^@([\w.-]{1,60})(?:@([\w-]+(?:\.[\w-]+)+))?$/.exec(typed) ?? [];
  // On the fediverse a name contains its server.
  if (server !== undefined) return accept(`https://${server}/@${name}`);
  if (name !== undefined) return { kind: 'name', name };
  if (/^\+?[\d\s()./-]+$/.test(typed) && !/^\d+(\.\d+){3}$/.test(typed)) return readPhone(typed);
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(typed)) return readMail(typed);
  const isMailOrPhone = /^(mailto|tel):/i.test(typed);
  if (/\s/.test(typed) && !isMailOrPhone) return refuse('url-words');
  if (/^(https?:\/\/)?[^\s/?#]+@/i.test(typed) && !isMailOrPhone) return refuse('url-password');
  const [, host = ''] = /^(?:https?:\/\/)?(\[[^\]]*\]|[^/?#:]+)(?=[:/?#]|$)/i.exec(typed) ?? [];
  if (isLocalHost(host)) return refuse('url-local');
  // `ada.example:8080` looks like a scheme, but a scheme of the web is never followed by a port.
  if (/^[^\s:/]+\.[^\s:/]+:\d+(?![^/?#])/.test(typed)) return accept(`https://${typed}`);
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):(?!$)/i.exec(typed) ?? [];
  if (scheme !== '' && !/^(https?|mailto|tel|javascript|data|vbscript)$/i.test(scheme))
    return { kind: 'refused', fault: fault('url-scheme', scheme.toLowerCase()) };
  return accept(completeUrl(typed));
}

/** Pairs that people or programs write around an address. */
const pairs: readonly (readonly [open: string, close: string])[] = [
  ['(', ')'],
  ['<', '>'],
  ['[', ']'],
  ['{', '}'],
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
  ['（', '）'],
  ['＜', '＞'],
  ['【', '】'],
];

/** What nobody sees, but copies. U+200C and U+200D belong to words of Persian and Indic scripts and to emoji. */
const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** The address alone, without what stands around it in the text that it was copied from. */
function bare(given: string): string {
  let typed = given
    .replace(unseen, '')
    .trim()
    // Keyboards of Japanese and Chinese type these signs in full width.
    .replace(/^([a-z][a-z0-9+.-]*)\s*[:：]\s*[/／]{2}/i, '$1://')
    .replace(/^＠/, '@');
  typed = typed.replace(/^\[[^\]]*\]\(([^\s)]+)\)$/, '$1');
  for (let before = ''; before !== typed;) {
    before = typed;
    typed = typed.replace(/[,;!…。、，；]+$/u, '').replace(/([\w/)\]>”’"'])[.?:]+$/, '$1');
    typed = withoutPair(typed).trim();
  }
  return typed;
}

/** Without the pair around it, or without one half of a pair that was copied along. All these signs are one UTF-16 unit long. */
function withoutPair(typed: string): string {
  const isAround = pairs.some(([open, close]) => typed.startsWith(open) && typed.endsWith(close));
  if (isAround && typed.length > 1) return typed.slice(1, -1);
  const halves = pairs.filter(([open, close]) => open !== close);
  // The address of a server by its IPv6 number begins with a bracket, too.
  if (halves.some(([open, close]) => open !== '[' && typed.startsWith(open) && !typed.includes(close)))
    return typed.slice(1);
  return halves.some(([open, close]) => typed.endsWith(close) && !typed.includes(open))
    ? typed.slice(0, -1)
    : typed;
}

/** Without the country's code a number reaches someone else, or nobody, from abroad. */
function readPhone(typed: string): TypedLink {
  const digits = typed
    .replace(/\(0\)/, '')
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+');
  if (!/^\+?\d{5,15}$/.test(digits)) return refuse('url-no-domain');
  return digits.startsWith('+') ? accept(`tel:${digits}`) : refuse('phone-country');
}

function readMail(typed: string): TypedLink {
  const mail = readEmailAddress(typed) ?? typed;
  const at = mail.indexOf('@');
  const [name, host] = [mail.slice(0, at), mail.slice(at + 1)];
  // Of the servers that everybody may join, these give nobody a mailbox.
  const isServer = findPlatform(`https://${host}`)?.id === 'mastodon' && /^\w+$/.test(name);
  return isServer
    ? { kind: 'mail-or-profile', mail: `mailto:${mail}`, profile: `https://${host}/@${name}` }
    : accept(`mailto:${mail}`);
}

function accept(url: string): TypedLink {
  const parsed = v.safeParse(publishableUrl, url);
  if (!parsed.success) return { kind: 'refused', fault: parsed.issues[0].message };
  const plain = withoutMarks(parsed.output);
  const isPlainFit = plain !== null && v.is(publishableUrl, plain);
  return { kind: 'url', url: parsed.output, plain: isPlainFit ? plain : null };
}
