import { describe, expect, it } from 'vitest';
import { readPicture } from './picture-file';

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : part)),
  );
const file = (content: Uint8Array<ArrayBuffer>, type: string) => new File([content], 'a', { type });

const gifScreen = bytes('GIF89a', [1, 0, 1, 0, 0x80, 0, 0], [0, 0, 0, 255, 255, 255]);
const gifFrame = bytes(
  [0x21, 0xf9, 4, 0, 10, 0, 0, 0],
  [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0],
  [2, 2, 0x44, 1, 0],
);
const gif = (frames: number) =>
  bytes([...gifScreen], ...Array.from({ length: frames }, () => [...gifFrame]), [0x3b]);
const chunk = (name: string, length: number) =>
  bytes([0, 0, 0, length], name, Array<number>(length + 4).fill(0));
const png = (...names: readonly string[]) =>
  bytes('\x89PNG\r\n\x1a\n', [...chunk('IHDR', 13)], ...names.map((name) => [...chunk(name, 8)]));
const webp = (flags: number) => bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0], [flags, 0, 0, 0]);
const box = (brand: string) => bytes([0, 0, 0, 24], 'ftyp', brand, [0, 0, 0, 0]);

describe('a chosen picture', () => {
  it.each([
    ['a GIF of one frame', gif(1), 'image/gif', false],
    ['a GIF of three frames', gif(3), 'image/gif', true],
    ['a PNG', png('gAMA', 'IDAT'), 'image/png', false],
    ['an animated PNG', png('acTL', 'IDAT'), 'image/png', true],
    ['a WebP', webp(0x10), 'image/webp', false],
    ['an animated WebP', webp(0x12), 'image/webp', true],
    ['an AVIF', box('avif'), 'image/avif', false],
    ['an AVIF sequence', box('avis'), 'image/avif', true],
    ['a file cut off in the middle', gif(2).slice(0, 25), 'image/gif', false],
  ])('of the kind %s moves: %s', async (_, content, type, moves) => {
    expect(await readPicture(file(content, type))).toEqual({ kind: 'picture', moves });
  });

  it('without a type is known by its bytes', async () => {
    for (const content of [gif(1), png('IDAT'), webp(0), box('avif'), bytes('\xff\xd8\xff\xe0')])
      expect(await readPicture(file(content, ''))).toMatchObject({ kind: 'picture' });
    expect(await readPicture(file(bytes('<svg/>'), ''))).toEqual({ kind: 'fault', why: 'wrong-type' });
  });

  it('from an iPhone is named HEIC, by its type or its bytes, also when it is too large', async () => {
    const heic = { kind: 'fault', why: 'heic' };
    expect(await readPicture(file(bytes('x'), 'image/heic'))).toEqual(heic);
    for (const brand of ['heic', 'heix', 'mif1', 'msf1'])
      expect(await readPicture(file(box(brand), ''))).toEqual(heic);
    const large = bytes([...box('heic')], Array<number>(5 * 1024 * 1024).fill(0));
    expect(await readPicture(file(large, ''))).toEqual(heic);
  });

  it('is refused when it is too large, and when it is no picture', async () => {
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    expect(await readPicture(file(large, 'image/png'))).toEqual({ kind: 'fault', why: 'too-large' });
    expect(await readPicture(file(bytes('<svg/>'), 'image/svg+xml'))).toEqual({
      kind: 'fault',
      why: 'wrong-type',
    });
  });
});
