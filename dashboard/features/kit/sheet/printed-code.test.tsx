import jsQR from 'jsqr';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { photograph, type Shot } from './photo.fixture';
import { paperNames, sheetKinds, type SheetKind } from './paper';
import { Sheet } from './sheet';
import type { SheetContent } from './sheet-content';

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
  renderToStaticMarkup(<Sheet kind={kind} paper={paper} content={{ ...content, ...change }} label={null} />);

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
  it.each(sheetKinds)('of %s has one code for each piece, black on white whatever the accent is', (kind) => {
    const svg = drawn(kind);
    const expected = { sign: 1, cards: 4, stickers: 24 }[kind];
    expect(codesOf(svg)).toHaveLength(expected);
    expect(svg.match(/<path d="[^"]+" fill="#000"/g)).toHaveLength(expected);
  });

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
    const long = { name: 'The Extraordinary Marching Band of Upper Bavaria', line: 'Thank you! '.repeat(7) };
    const svg = drawn('sign', long, paper);
    const height = Number(/viewBox="0 0 [\d.]+ ([\d.]+)"/.exec(svg)?.[1]);
    const tops = [...svg.matchAll(/<tspan[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
    expect(Math.max(...tops)).toBeLessThan(height - 5);
  });
});
