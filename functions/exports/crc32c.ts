const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  // Castagnoli's polynomial, reflected.
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value >>> 0;
});

/** The checksum of the bytes that `before` covers followed by these. Zero covers nothing. RFC 9260, appendix A. */
export function crc32c(before: number, bytes: Uint8Array): number {
  let crc = (before ^ 0xffffffff) >>> 0;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** As Cloud Storage writes it: base64 of the big-endian number. */
export function crcText(crc: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes.toString('base64');
}
