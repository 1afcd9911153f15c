import { describe, expect, it } from 'vitest';
import { badgeSvg, qrCode, qrSvg } from './around-routes';

describe('a QR code as SVG', () => {
  it('has exactly the dark modules', () => {
    const code = qrCode('https://busker.test/@ada', 2);
    const svg = qrSvg(code, 200, 'https://busker.test/@ada', { ink: '#000000', paper: '#ffffff' });
    const drawn = new Set<string>();
    for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
      for (let at = 0; at < Number(length); at += 1) drawn.add(`${Number(x) + at},${y}`);
    const dark = code.dark.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])));
    expect([...drawn].toSorted()).toEqual(dark.toSorted());
  });
});

describe('a badge', () => {
  it("has the owner's name as text, and shortens only the visible part", () => {
    const long = `Tip "><script>${'Ada '.repeat(20)}`;
    const svg = badgeSvg({ text: long, colour: '#ffee00', height: 40 });
    expect(svg).not.toContain('<script');
    expect(svg).toContain('aria-label="Tip &quot;&gt;&lt;script&gt;');
    expect(svg).toMatch(/>\s*Tip [^<]{20,80}…\s*<\/text>/);
    expect(svg).toContain('fill="#000000"');
  });

  it('is wider for wider scripts', () => {
    const width = (text: string) =>
      Number(/width="(\d+)"/.exec(badgeSvg({ text, colour: '#000000', height: 40 }))?.[1]);
    expect(width('桜の花が')).toBeGreaterThan(width('ilil'));
  });
});
