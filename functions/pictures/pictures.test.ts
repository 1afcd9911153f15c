import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureTypes } from '@busker/core/profile/profile';
import { pictureSizeOf, type PictureType } from './pictures';

describe('picture size', () => {
  const hex = (...parts: readonly string[]) => Uint8Array.from(Buffer.from(parts.join(''), 'hex'));
  const text = (value: string) => Buffer.from(value).toString('hex');

  /** The first bytes of pictures of 640 by 480 pixels, in each format. */
  const pictures: readonly (readonly [what: string, type: PictureType, bytes: Uint8Array])[] = [
    [
      'a PNG',
      'image/png',
      hex('89504e470d0a1a0a0000000d', text('IHDR'), '00000280', '000001e0', '0806000000'),
    ],
    ['a GIF', 'image/gif', hex(text('GIF89a'), '8002', 'e001', 'f70000')],
    [
      'a lossy WebP',
      'image/webp',
      hex(text('RIFF'), '24000000', text('WEBPVP8 '), '18000000', '300100', '9d012a', '8002', 'e001'),
    ],
    [
      'a lossless WebP',
      'image/webp',
      hex(text('RIFF'), '24000000', text('WEBPVP8L'), '18000000', '2f', '7fc27700'),
    ],
    [
      'a WebP with transparency',
      'image/webp',
      hex(text('RIFF'), '24000000', text('WEBPVP8X'), '0a000000', '10000000', '7f0200', 'df0100'),
    ],
    [
      'a JPEG',
      'image/jpeg',
      hex(
        'ffd8',
        'ffe00010',
        text('JFIF'),
        '00'.repeat(10),
        'ffc40003',
        '00',
        'ffc0001108',
        '01e0',
        '0280',
        '03',
      ),
    ],
    [
      'a progressive JPEG with filling between its segments',
      'image/jpeg',
      hex('ffd8', 'ffffffe00004', '0000', 'ffc2001108', '01e0', '0280', '03'),
    ],
  ];

  describe('the size of a picture', () => {
    it.each(pictures)('is read from %s', (_what, type, bytes) => {
      expect(pictureSizeOf(bytes, type)).toEqual({ width: 640, height: 480 });
    });

    it.each(pictures)('is null where %s ends too early', (_what, type, bytes) => {
      for (let length = 0; length < 10; length += 1)
        expect(pictureSizeOf(bytes.subarray(0, length), type)).toBeNull();
    });

    it('is null for a picture that browsers may rotate or that may have tiles', () => {
      const exif = hex('ffd8', 'ffe1000a', text('Exif'), '0000', '4d4d', 'ffc0001108', '01e0', '0280', '03');
      expect(pictureSizeOf(exif, 'image/jpeg')).toBeNull();
      const webp = hex(
        text('RIFF'),
        '24000000',
        text('WEBPVP8X'),
        '0a000000',
        '08000000',
        '7f0200',
        'df0100',
      );
      expect(pictureSizeOf(webp, 'image/webp')).toBeNull();
      expect(pictureSizeOf(hex('00000020', text('ftypavif')), 'image/avif')).toBeNull();
    });

    it('is null or at least one pixel for any bytes', () => {
      const bytes = fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc
          .tuple(fc.constantFrom(...pictures), fc.uint8Array({ maxLength: 40 }))
          .map(([[, , start], rest]) => Uint8Array.from([...start.subarray(0, 14), ...rest])),
      );
      fc.assert(
        fc.property(bytes, fc.constantFrom(...pictureTypes), (some, type) => {
          const size = pictureSizeOf(some, type);
          expect(size === null || (size.width > 0 && size.height > 0)).toBe(true);
        }),
      );
    });

    it('ends for a JPEG whose segments have no length', () => {
      expect(pictureSizeOf(hex('ffd8', 'ffe00000'.repeat(20)), 'image/jpeg')).toBeNull();
    });
  });
});
