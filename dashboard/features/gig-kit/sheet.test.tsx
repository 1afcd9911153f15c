import jsQR from 'jsqr';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Sheet, paperNames, sheetKinds, type SheetContent, type SheetKind } from './sheet';

/** A picture as jsqr reads it: four bytes a pixel. */
interface Photo {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** How a phone sees a code. */
interface Shot {
  /** Degrees. */
  readonly turned: number;
  /** Half the side of the square in pixels over which each pixel is averaged. */
  readonly blur: number;
  /** The light at the right edge, as a part of the light at the left edge. */
  readonly light: number;
  /** The side of the code's place on the photo, in pixels. */
  readonly side: number;
}

/** The runs of a code's path: `M3 0h7v1H3z`. */
function darkOf(path: string): (x: number, y: number) => boolean {
  const dark = new Set<string>();
  for (const [, left, top, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let x = 0; x < Number(length); x += 1) dark.add(`${Number(left) + x} ${Number(top)}`);
  return (x, y) => dark.has(`${x} ${y}`);
}

/** A photo of a code on white paper, on a grey table. */
function photograph(path: string, modules: number, shot: Shot): Photo {
  const isDark = darkOf(path);
  const width = Math.round(shot.side * 1.6);
  const middle = width / 2;
  const angle = (shot.turned * Math.PI) / 180;
  const unit = shot.side / (modules + 8);
  const inkAt = (x: number, y: number): number => {
    const [dx, dy] = [x - middle, y - middle];
    const across = (dx * Math.cos(angle) + dy * Math.sin(angle)) / unit + modules / 2;
    const down = (dy * Math.cos(angle) - dx * Math.sin(angle)) / unit + modules / 2;
    if (across < -4 || down < -4 || across > modules + 4 || down > modules + 4) return 150;
    return isDark(Math.floor(across), Math.floor(down)) ? 35 : 235;
  };
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let dy = -shot.blur; dy <= shot.blur; dy += 1)
        for (let dx = -shot.blur; dx <= shot.blur; dx += 1) sum += inkAt(x + dx, y + dy);
      const light = 1 - (1 - shot.light) * (x / width);
      const seen = (sum / (2 * shot.blur + 1) ** 2) * light;
      data.set([seen, seen, seen], (y * width + x) * 4);
    }
  return { data, width, height: width };
}

describe('printed code', () => {
  const content: SheetContent = {
    name: 'Ada Lovelace',
    line: 'Thank you for listening.',
    link: 'https://busker.example/@ada/tip?amount=500&cur=usd&at=hat',
    address: 'busker.example/@ada',
    languages: ['en', 'de', 'ar'],
    amounts: ['$3.00', '$5.00', '$10.00'],
    accent: '#ffe066',
  };

  const drawn = (kind: SheetKind, change: Partial<SheetContent> = {}, paper: 'a4' | 'letter' = 'a4') =>
    renderToStaticMarkup(
      <Sheet kind={kind} paper={paper} content={{ ...content, ...change }} label={null} />,
    );

  /** The codes of a sheet: their paths, and the side of a module in millimetres. */
  const codesOf = (svg: string) =>
    [...svg.matchAll(/<path d="([^"]+)"[^>]*scale\(([\d.]+)\)/g)].map(([, path = '', unit]) => ({
      path,
      unit: Number(unit),
      modules: Math.max(
        ...[...path.matchAll(/M(\d+) \d+h(\d+)/g)].map(([, x, run]) => Number(x) + Number(run)),
      ),
    }));

  const readFrom = (kind: SheetKind, shot: Shot, change?: Partial<SheetContent>) => {
    const [code] = codesOf(drawn(kind, change));
    if (code === undefined) throw new Error('A sheet has a code');
    const { data, width, height } = photograph(code.path, code.modules, shot);
    return jsQR(data, width, height)?.data;
  };

  const straight: Shot = { turned: 0, blur: 0, light: 1, side: 240 };

  describe("a phone's decoder reads the code", () => {
    // Holds out-067.
    it.each([
      ['straight and sharp', straight],
      ['turned by 17 degrees', { ...straight, turned: 17 }],
      ['upside down', { ...straight, turned: 180 }],
      ['out of focus', { ...straight, blur: 2 }],
      ['half in the shade', { ...straight, light: 0.35 }],
      ['from far away', { ...straight, side: 130 }],
      ['turned, out of focus and in the shade', { turned: -23, blur: 2, light: 0.5, side: 260 }],
    ])('%s', (_, shot) => {
      for (const kind of sheetKinds) expect(readFrom(kind, shot), kind).toBe(content.link);
    });

    it('with the longest handle, place and amount', () => {
      const link = `https://busker.example/@${'a'.repeat(30)}/tip?amount=50000&cur=usd&at=${'b'.repeat(30)}`;
      const shot: Shot = { turned: 9, blur: 1, light: 0.6, side: 360 };
      for (const kind of sheetKinds) expect(readFrom(kind, shot, { link }), kind).toBe(link);
    });
  });

  describe('a sheet', () => {
    it.each(sheetKinds)(
      'of %s has one code for each piece, black on white whatever the accent is',
      (kind) => {
        const svg = drawn(kind);
        const expected = { sign: 1, cards: 4, stickers: 24 }[kind];
        expect(codesOf(svg)).toHaveLength(expected);
        expect(svg.match(/<path d="[^"]+" fill="#000"/g)).toHaveLength(expected);
      },
    );

    // Holds out-068.
    it.each(sheetKinds)('of %s has modules of at least four dots of a printer with 300 dpi', (kind) => {
      for (const { unit } of codesOf(drawn(kind))) expect(unit).toBeGreaterThanOrEqual((4 * 25.4) / 300);
    });

    // Holds out-069.
    it.each(sheetKinds)('of %s has the name and the address in letters', (kind) => {
      const svg = drawn(kind);
      expect(svg).toContain('>Ada Lovelace<');
      expect(svg).toContain('>busker.example/@ada<');
    });

    it.each(sheetKinds)('of %s has no colour in black and white, and loads nothing', (kind) => {
      const svg = drawn(kind, { accent: null });
      expect(
        [...new Set([...svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, ink]) => ink))].sort(),
      ).toEqual(kind === 'sign' ? ['#000', '#fff'] : ['#000', '#888', '#fff']);
      expect(svg).not.toMatch(/<(?:image|style|use)|url\(|href/);
    });

    it.each(paperNames)('keeps every text on %s, also with long words', (paper) => {
      const long = {
        name: 'The Extraordinary Marching Band of Upper Bavaria',
        line: 'Thank you! '.repeat(7),
      };
      const svg = drawn('sign', long, paper);
      const height = Number(/viewBox="0 0 [\d.]+ ([\d.]+)"/.exec(svg)?.[1]);
      const tops = [...svg.matchAll(/<tspan[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
      expect(Math.max(...tops)).toBeLessThan(height - 5);
    });
  });
});
