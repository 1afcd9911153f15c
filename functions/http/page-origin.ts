/** A host has at most 253 characters, plus scheme and port. */
const maxLength = 300;

/**
 * The origin of the requesting page, from the browser's `Origin` header. Null when there is none, when it is opaque (`null`), and for text that no
 * browser writes: the header is stored with a tip, so no client may put other text there.
 */
export function pageOrigin(header: string | undefined): string | null {
  if (header === undefined || header.length > maxLength || !URL.canParse(header)) return null;
  const { protocol, origin } = new URL(header);
  return /^https?:$/.test(protocol) && origin === header ? origin : null;
}
