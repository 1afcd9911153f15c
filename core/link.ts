import * as v from 'valibot';
import { cleanText } from './text-schema';

export const maxLinks = 100;
export const maxLabelLength = 60;
export const maxGroupLength = 40;
export const maxUrlLength = 2048;

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Only these may ever be published or rendered: `javascript:`, `data:` and their friends never pass, in any spelling. Web addresses need
 * their `//` (a browser reads `https:page` as a path of the site it stands on) and no `name@` before the host, which is there to deceive.
 */
export function isSafeUrl(url: string): boolean {
  if (url.length > maxUrlLength || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  if (!schemes.has(protocol)) return false;
  return protocol.startsWith('http') ? /^https?:\/\/[^/\\]/i.test(url) && username + password === '' : true;
}

/** Adds `https://` to what people type (`instagram.com/ada`); leaves everything with a scheme alone. */
export function completeUrl(typed: string): string {
  const trimmed = typed.trim();
  if (trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed)) return trimmed;
  return `https://${trimmed}`;
}

export const safeUrl = v.pipe(
  v.string('Enter a web address.'),
  v.trim(),
  v.nonEmpty('Enter a web address.'),
  v.maxLength(maxUrlLength, `Keep the address under ${maxUrlLength} characters.`),
  v.check(isSafeUrl, 'Use an address that starts with https://, http://, mailto: or tel:.'),
);

/**
 * A link of the draft. `order` sorts ascending; ties by id. It is shown from `from` on and gone at `until` (epoch milliseconds).
 * Whether it is verified is the server's word, never the draft's.
 */
export const draftLink = v.strictObject({
  url: safeUrl,
  label: cleanText(maxLabelLength, { empty: 'Give the link a name.' }),
  order: v.pipe(v.number(), v.finite()),
  on: v.boolean(),
  from: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  until: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  group: v.optional(v.nullable(cleanText(maxGroupLength))),
});
export type DraftLink = v.InferOutput<typeof draftLink>;
