import * as v from 'valibot';
import { readEmailAddress } from '../text/addresses';
import { readUrl } from '../text/safe-url';
import { fault, type FaultCode } from '../base/field-faults';
import { completeUrl, isLocalHost, isLoopbackAddress, publishableUrl } from './link';
import { findPlatform } from '../platforms/platform-catalogue';

/** Addresses of apps that have a page on the web: what is copied from an app opens there only, the page opens for everybody. */
const known: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  // developer.spotify.com/documentation/web-api/concepts/spotify-uris-ids
  [
    /^spotify:(?:user:[\w.-]+:)?(artist|album|track|playlist|show|episode):([A-Za-z0-9]+)$/,
    (kind, id) => `https://open.spotify.com/${kind}/${id}`,
  ],
  [/^spotify:user:([\w.-]+)$/, (user) => `https://open.spotify.com/user/${user}`],
  // atproto.com/specs/at-uri-scheme; a handle is a host name.
  [/^at:\/\/((?:[\w-]+\.)+[a-z][\w-]*|did:[a-z]+:[\w.-]+)\/?$/i, (who) => `https://bsky.app/profile/${who}`],
  [
    /^at:\/\/((?:[\w-]+\.)+[a-z][\w-]*|did:[a-z]+:[\w.-]+)\/app\.bsky\.feed\.post\/(\w+)$/i,
    (who, post) => `https://bsky.app/profile/${who}/post/${post}`,
  ],
  [/^@?([\w-]+\.bsky\.social)$/i, (handle) => `https://bsky.app/profile/${handle}`],
  // RFC 7565: an account on a server, as the fediverse writes it.
  [/^acct:@?([\w.-]+)@([\w-]+(?:\.[\w-]+)+)$/i, (name, server) => `https://${server}/@${name}`],
  // matrix.org: MSC2312
  [/^matrix:u\/([\w.=/+-]+:[\w.-]+)$/i, (user) => `https://matrix.to/#/@${user}`],
  [/^matrix:r\/([\w.=/+-]+:[\w.-]+)$/i, (room) => `https://matrix.to/#/#${room}`],
  [/^@([\w.=/+-]+:[\w-]+(?:\.[\w-]+)+)$/, (user) => `https://matrix.to/#/@${user}`],
  [/^whatsapp:\/\/send\/?\?(?:.*&)?phone=\+?(\d{5,15})(?:&.*)?$/i, (phone) => `https://wa.me/${phone}`],
  [/^tg:\/\/resolve\?(?:.*&)?domain=(\w+)(?:&.*)?$/i, (name) => `https://t.me/${name}`],
  [/^instagram:\/\/user\?username=([\w.]+)$/i, (name) => `https://instagram.com/${name}`],
  [/^twitter:\/\/user\?screen_name=(\w+)$/i, (name) => `https://x.com/${name}`],
  [/^snapchat:\/\/add\/([\w.-]+)$/i, (name) => `https://www.snapchat.com/add/${name}`],
  [/^(?:vnd\.youtube|youtube):(?:\/\/)?([\w-]{11})$/i, (video) => `https://www.youtube.com/watch?v=${video}`],
  [/^sgnl:\/\/(signal\.me\/.+)$/i, (rest) => `https://${rest}`],
  [/^nostr:(n(?:pub|profile|event|ote)1[a-z0-9]+)$/i, (id) => `https://njump.me/${id}`],
];

/** The web page of an address that an app or a protocol uses; null for all others. */
export function knownUri(typed: string): string | null {
  for (const [pattern, page] of known) {
    const [, ...parts] = pattern.exec(typed) ?? [];
    if (parts.length > 0) return page(...parts);
  }
  return null;
}

/** Parameters that campaigns and shops add on any site. */
const everywhere =
  /^(utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|li_fat_id|mc_cid|mc_eid|igshid|igsh|_hsenc|_hsmi|mkt_tok|ref_src|ref_url|mibextid)$/i;

/** Parameters that a platform adds to an address when somebody shares it: they say who did. By host name, with its subdomains. */
const byHost: readonly (readonly [hosts: RegExp, marks: RegExp])[] = [
  [/(^|\.)(youtube\.com|youtu\.be)$/, /^(si|feature|pp)$/],
  [/(^|\.)(spotify\.com|spotify\.link)$/, /^(si|dlsi|context|nd|pi)$/],
  [/(^|\.)soundcloud\.com$/, /^si$/],
  [/(^|\.)(x\.com|twitter\.com)$/, /^(s|t)$/],
  [/(^|\.)tiktok\.com$/, /^(_t|_r|is_from_webapp|sender_device|sender_web_id|web_id|share_\w+|u_code)$/],
  [/(^|\.)(facebook\.com|fb\.com)$/, /^(sfnsn|rdid|share_url|__\w+|paipv|eav)$/],
  [/(^|\.)(threads\.net|threads\.com)$/, /^(xmt|slof)$/],
  [/(^|\.)linkedin\.com$/, /^(trk|trackingId|lipi|originalSubdomain)$/],
  [/(^|\.)reddit\.com$/, /^(share_id|rdt)$/],
  [/(^|\.)music\.apple\.com$/, /^(itsct|itscg|ls)$/],
];

/** The same address without sharers' marks; null when it has none. What does not look like a mark stays, in its order and spelling. */
function withoutMarks(url: string): string | null {
  const parsed = readUrl(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search === '') return null;
  const host = parsed.hostname.replace(/\.$/, '');
  const own = byHost.filter(([hosts]) => hosts.test(host)).map(([, marks]) => marks);
  const isMark = (pair: string) => {
    const [name = ''] = pair.split('=');
    return [everywhere, ...own].some((marks) => marks.test(name));
  };
  const pairs = parsed.search.slice(1).split('&');
  const kept = pairs.filter((pair) => !isMark(pair));
  if (kept.length === pairs.length) return null;
  const [before = ''] = url.split('?');
  const fragment = parsed.hash;
  return `${before}${kept.length > 0 ? `?${kept.join('&')}` : ''}${fragment}`;
}

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

/** Invisible characters that people copy along. U+200C and U+200D belong to words of Persian and Indic scripts and to emoji. */
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
    typed = withoutEnd(typed, /[,;!…。、，；]/);
    const ended = withoutEnd(typed, /[.?:]/);
    if (/[\w/)\]>”’"']$/.test(ended)) typed = ended;
    typed = withoutPair(typed).trim();
  }
  return typed;
}

/** Read from the end: a pattern would begin again at each sign of a long row of them. */
function withoutEnd(typed: string, sign: RegExp): string {
  let end = typed.length;
  while (end > 0 && sign.test(typed.charAt(end - 1))) end -= 1;
  return typed.slice(0, end);
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
  // Public servers that give nobody a mailbox.
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
