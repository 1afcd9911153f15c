import fc from 'fast-check';
import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { qrCode, qrPng, twoColourPng } from './qr-code';

describe('two colour png', () => {
  const colours = { ink: '#112233', paper: '#fedcba' };

  /** An independent PNG decoder, to compare the file with the drawing. */
  function decoded(png: Uint8Array) {
    const file = Buffer.from(png);
    expect(file.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
    const chunks = new Map<string, Buffer>();
    for (let at = 8; at < file.length;) {
      const length = file.readUInt32BE(at);
      const body = file.subarray(at + 4, at + 8 + length);
      expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(body));
      chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
      at += length + 12;
    }
    expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
    const header = chunks.get('IHDR') ?? Buffer.alloc(0);
    const size = header.readUInt32BE(0);
    expect([header.readUInt32BE(4), ...header.subarray(8)]).toEqual([size, 1, 3, 0, 0, 0]);
    const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
    const rowBytes = Math.ceil(size / 8) + 1;
    expect(rows.length).toBe(rowBytes * size);
    const bit = (x: number, y: number) =>
      (((rows[y * rowBytes + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1;
    return { size, bit, palette: chunks.get('PLTE')?.toString('hex') };
  }

  describe('a PNG of two colours', () => {
    it('decodes to every pixel and both colours', () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 40 }), fc.infiniteStream(fc.boolean()), (size, bits) => {
          const drawn = Array.from({ length: size * size }, () => bits.next().value === true);
          const { bit, palette, ...read } = decoded(
            twoColourPng(size, (x, y) => drawn[y * size + x] === true, colours),
          );
          const seen = drawn.map((_ink, at) => bit(at % size, Math.floor(at / size)));
          return (
            read.size === size && palette === 'fedcba112233' && seen.every((ink, at) => ink === drawn[at])
          );
        }),
      );
    });
  });

  describe('a QR code as PNG', () => {
    it.each([64, 333, 512, 2048])('is exactly %i pixels wide, with every module in its place', (width) => {
      const code = qrCode('https://busker.test/@ada', 4);
      const { size, bit } = decoded(qrPng(code, width, colours));
      expect(size).toBe(width);
      const scale = Math.max(1, Math.floor(width / code.size));
      const before = Math.floor((width - code.size * scale) / 2);
      const middle = (at: number) => before + at * scale + Math.floor(scale / 2);
      for (const [y, row] of code.dark.entries())
        for (const [x, dark] of row.entries()) expect(bit(middle(x), middle(y))).toBe(dark);
      expect(bit(0, 0)).toBe(false);
    });
  });
});
