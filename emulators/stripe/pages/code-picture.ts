import { createHash } from 'node:crypto';

const SIZE = 29;
const FINDER = 7;

/** The squares in three corners by which a scanner finds a code; null = not in one of them. */
function finder(x: number, y: number): boolean | null {
  const inCorner = (value: number) => (value > SIZE / 2 ? SIZE - 1 - value : value);
  const [across, down] = [inCorner(x), inCorner(y)];
  if (across > FINDER || down > FINDER || (x > SIZE / 2 && y > SIZE / 2)) return null;
  const ring = Math.max(Math.abs(across - 3), Math.abs(down - 3));
  return ring === 3 || ring < 2;
}

/** An SVG that looks like a QR code, always the same for a text. It cannot be scanned: the sandbox has no app. */
export function codePicture(text: string): string {
  const bytes = [0, 1, 2, 3].flatMap((part) => [...createHash('sha256').update(`${part}:${text}`).digest()]);
  const isDark = (x: number, y: number): boolean => {
    const bit = (y * SIZE + x) % (bytes.length * 8);
    return finder(x, y) ?? ((bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  };
  const all = Array.from({ length: SIZE }, (_, index) => index);
  const dark = all.flatMap((y) => all.filter((x) => isDark(x, y)).map((x) => `M${x} ${y}h1v1h-1z`));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 ${SIZE + 4} ${SIZE + 4}"><path fill="#fff" d="M-2-2h${SIZE + 4}v${SIZE + 4}h-${SIZE + 4}z"/><path d="${dark.join('')}"/></svg>`;
}
