import { createHash, type Hash } from 'node:crypto';

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  // Castagnoli's polynomial, reflected.
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value >>> 0;
});

export interface Digests {
  readonly size: number;
  readonly sha256: string;
  readonly md5Hash: string;
  readonly crc32c: string;
}

/** Counts and hashes a stream of bytes. */
export class Digest {
  readonly #sha256: Hash = createHash('sha256');
  readonly #md5: Hash = createHash('md5');
  #crc = 0xffffffff;
  #size = 0;

  update(bytes: Uint8Array): void {
    this.#sha256.update(bytes);
    this.#md5.update(bytes);
    this.#size += bytes.length;
    let crc = this.#crc;
    for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
    this.#crc = crc;
  }

  /** Call it once, at the end. */
  finish(): Digests {
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE((this.#crc ^ 0xffffffff) >>> 0);
    return {
      size: this.#size,
      sha256: this.#sha256.digest('hex'),
      md5Hash: this.#md5.digest('base64'),
      crc32c: crc.toString('base64'),
    };
  }
}
