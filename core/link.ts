import * as v from 'valibot';

export const maxLinks = 100;
export const maxLabelLength = 60;
export const maxUrlLength = 2048;

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Only these may ever be published or rendered: `javascript:`, `data:` and their friends never pass, in any spelling. */
export function isSafeUrl(url: string): boolean {
  return url.length <= maxUrlLength && URL.canParse(url) && schemes.has(new URL(url).protocol);
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

/** A link of the draft. `order` sorts ascending; ties by id. `from`/`until` are epoch milliseconds. */
export const draftLink = v.strictObject({
  url: safeUrl,
  label: v.pipe(
    v.string('Give the link a name.'),
    v.trim(),
    v.nonEmpty('Give the link a name.'),
    v.maxLength(maxLabelLength, `Keep the name under ${maxLabelLength} characters.`),
  ),
  order: v.pipe(v.number(), v.finite()),
  on: v.boolean(),
  from: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  until: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))),
  group: v.optional(
    v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(40, 'Keep the group’s name under 40 characters.'))),
  ),
  verified: v.optional(v.boolean()),
});
export type DraftLink = v.InferOutput<typeof draftLink>;
