import type { QrCode } from './qr-code';
import type { Colours } from './qr-svg';
import { twoColourPng } from './two-colour-png';

/**
 * Exactly `width` pixels wide: every module has the same whole number of pixels, and the remainder widens the quiet zone. A code that does not fit is
 * drawn with one pixel per module, and its quiet zone is cut first.
 */
export function qrPng({ size, dark }: QrCode, width: number, colours: Colours): Uint8Array {
  const scale = Math.max(1, Math.floor(width / size));
  const before = Math.floor((width - size * scale) / 2);
  const moduleAt = (pixel: number) => Math.floor((pixel - before) / scale);
  return twoColourPng(width, (x, y) => dark[moduleAt(y)]?.[moduleAt(x)] === true, colours);
}
