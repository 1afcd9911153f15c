const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|\+00:00)$/;

/** Nanoseconds since 1970 of an RFC 3339 time in UTC. */
export function parseTime(text: string): bigint {
  const found = pattern.exec(text);
  if (found === null) throw new Error(`Not a time: ${text}`);
  const seconds = BigInt(Date.parse(`${text.slice(0, 19)}Z`)) / 1000n;
  return seconds * 1_000_000_000n + BigInt((found[7] ?? '').padEnd(9, '0'));
}
