/** A host has at most 253 characters; scheme and port come on top. */
const maxLength = 300;

/**
 * The origin of the page that asks, as its browser wrote it into `Origin`. Null when there is none, when the page has an opaque one
 * (`null`), and for anything that no browser writes: the header is stored with a tip, so no client may put other text there.
 */
export function pageOrigin(header: string | undefined): string | null {
  if (header === undefined || header.length > maxLength || !URL.canParse(header)) return null;
  const { protocol, origin } = new URL(header);
  return /^https?:$/.test(protocol) && origin === header ? origin : null;
}
