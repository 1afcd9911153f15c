/** @jsxImportSource hono/jsx */
import { crc32, deflateSync } from 'node:zlib';
import type { Child } from 'hono/jsx';
import { encode } from 'uqr';
import { textOf } from '../pages/page';

/** The modules of a code: `dark[y][x]`, with the quiet zone. */
interface QrCode {
  /** Modules per side, with the quiet zone. */
  readonly size: number;
  readonly dark: readonly (readonly boolean[])[];
}

/** A QR code of a URL. Up to 15 % of it may be damaged (level M); `margin` is the quiet zone in modules. */
export function qrCode(address: string, margin: number): QrCode {
  const { size, data } = encode(address, { ecc: 'M', border: margin });
  return { size, dark: data };
}

interface Colours {
  /** `#rrggbb` */
  readonly ink: string;
  readonly paper: string;
}

/** A path with one segment per run of dark modules: small, and without hairlines between modules. */
function runs({ dark }: QrCode): string {
  return dark
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1] === true) return [];
        const end = row.indexOf(false, x);
        return [`M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`];
      }),
    )
    .join('');
}

/** `width` in CSS pixels; `title` is the text for screen readers. */
export function qrPicture(code: QrCode, width: number, title: string, { ink, paper }: Colours): Child {
  const { size } = code;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={width}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      shape-rendering="crispEdges"
    >
      <title>{title}</title>
      <path fill={paper} d={`M0 0h${size}v${size}H0z`} />
      <path fill={ink} d={runs(code)} />
    </svg>
  );
}

/** The same as a file. */
export const qrSvg = (...drawn: Parameters<typeof qrPicture>): string => textOf(qrPicture(...drawn));

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const rgb = (hex: string): readonly number[] =>
  [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));

/** A square PNG of two colours, one bit a pixel (RFC 2083: palette, no filter, no interlace). `isInk(x, y)` selects the pixels in the ink colour. */
export function twoColourPng(
  size: number,
  isInk: (x: number, y: number) => boolean,
  { ink, paper }: Colours,
): Uint8Array {
  const rowBytes = Math.ceil(size / 8) + 1;
  const rows = Buffer.alloc(rowBytes * size);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!isInk(x, y)) continue;
      const at = y * rowBytes + 1 + (x >> 3);
      rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([1, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from(signature),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...rgb(paper), ...rgb(ink)])),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

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
