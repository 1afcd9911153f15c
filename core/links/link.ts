import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { cleanText } from '../text/text';
import { isSafeUrl, maxUrlLength } from '../text/safe-url';
import { linkSlots, uploadedTo } from '../pictures/picture-slots';

/** The name of an icon file: a platform id of the catalogue, or one of our own drawings. A name without a file shows the plain icon. */
export const iconName = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,30}$/, fault('icon-unknown')));

/** The mark before a link's name, in place of its platform's icon. */
export const linkSign = v.variant('kind', [
  v.strictObject({ kind: v.literal('icon'), icon: iconName }),
  v.strictObject({ kind: v.literal('picture'), ...uploadedTo(linkSlots).entries }),
]);
export type LinkSign = v.InferOutput<typeof linkSign>;

export { isSafeUrl, maxUrlLength } from '../text/safe-url';

export const maxLinks = 100;
export const maxLabelLength = 60;
const maxGroupLength = 40;

/** Adds `https://` to an address without a scheme (`instagram.com/ada`); all others stay as they are. */
export function completeUrl(typed: string): string {
  const trimmed = typed.trim();
  if (trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return trimmed;
  return `https://${trimmed}`;
}

export const safeUrl = v.pipe(
  v.string(fault('url-missing')),
  v.trim(),
  v.nonEmpty(fault('url-missing')),
  v.maxLength(maxUrlLength, fault('url-too-long', maxUrlLength)),
  v.check(isSafeUrl, fault('url-unsafe')),
);

/** A link that leads somewhere for everyone: a computer's own name, a bare word or `https://@name` is no place on the web. */
export const publishableUrl = v.pipe(
  safeUrl,
  v.check((url) => !isSafeUrl(url) || !isLocalHost(hostOf(url)), fault('url-local')),
  v.check((url) => !isSafeUrl(url) || leadsSomewhere(url), fault('url-no-domain')),
);

const hostOf = (url: string): string => (/^https?:/i.test(url) ? new URL(url).hostname : '');

function leadsSomewhere(url: string): boolean {
  if (/^tel:/i.test(url)) return /\d/.test(url);
  if (/^mailto:/i.test(url)) return /[^@]@[^@]/.test(url);
  const [authority = ''] = url.replace(/^https?:\/\//i, '').split(/[/?#\\]/);
  const hostname = hostOf(url);
  return !authority.includes('@') && (/[^.]\.[^.]/.test(hostname) || hostname.startsWith('['));
}

/**
 * Names and addresses that exist in one network only: RFC 6761 (localhost, invalid), RFC 6762 (local), RFC 8375 (home.arpa), ICANN's `internal`, routers'
 * `lan`, `home`, `fritz.box`; the private, link-local and shared ranges of RFC 1918, 3927, 6598, 4193 and 4291. Not 127.0.0.0/8, where the example sites
 * of a Busker on one machine are (`isLoopbackAddress`).
 */
export function isLocalHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (/(^|\.)(localhost|local|invalid|internal|lan|home|home\.arpa|fritz\.box)$/.test(host)) return true;
  if (/^\[(::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*|::ffff:.*)\]$/.test(host)) return true;
  return /^(0|10|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.(\d+\.){0,2}\d+$/.test(
    host,
  );
}

/** `host`: as `URL` writes it, such as `127.0.0.1` for `0x7f000001`. */
export const isLoopbackAddress = (host: string): boolean => /^127(\.\d+){3}$/.test(host);

/**
 * A link of the draft. `order` sorts ascending; ties by id. It is shown from `from` until `until` (epoch milliseconds). Only the server decides
 * whether it is verified.
 */
export const draftLink = v.strictObject({
  url: publishableUrl,
  label: cleanText(maxLabelLength, { empty: fault('label-missing') }),
  order: v.pipe(v.number(), v.finite()),
  on: v.boolean(),
  from: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  until: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  group: v.optional(v.nullable(cleanText(maxGroupLength))),
  /** Null = the platform's icon. */
  sign: v.optional(v.nullable(linkSign)),
});
/** A published link: one that was published under an earlier, wider rule must not take its whole profile away. */
export const publishedLink = v.strictObject({ ...draftLink.entries, url: safeUrl });

export type DraftLink = v.InferOutput<typeof draftLink>;

/** Icons for links without a platform, each the name of a Tabler icon (MIT). No name is also a platform id. */
export const linkSymbols = [
  'shopping-bag',
  'book',
  'news',
  'calendar-event',
  'ticket',
  'microphone',
  'headphones',
  'music',
  'movie',
  'camera',
  'palette',
  'device-gamepad-2',
  'code',
  'download',
  'gift',
  'heart',
  'star',
  'coffee',
  'map-pin',
  'home',
  'briefcase',
  'school',
  'message-circle',
  'rss',
] as const;
