function tableOf(polynomial: number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value >>> 0;
  });
}

function checksum(table: Uint32Array, data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const littleEndian = (value: number): Uint8Array =>
  Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);

const ieee = tableOf(0xedb88320);
const castagnoli = tableOf(0x82f63b78);

export const crc32 = (data: Uint8Array): Uint8Array => littleEndian(checksum(ieee, data));
export const crc32c = (data: Uint8Array): Uint8Array => littleEndian(checksum(castagnoli, data));
