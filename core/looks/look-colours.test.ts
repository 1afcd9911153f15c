import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs';
import { contrastOf, luminanceOf, mixed } from '../web/readable-ink';
import { lookColours, needed, type LookColours } from './look-colours';
import { buttonFills, defaultPageLook, patterns, readyLooks, type Ground, type PageLook } from './page-look';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);
/** The hardest case: black and white have about the same contrast to it. */
const middle = fc.integer({ min: 105, max: 130 }).map((grey) => `#${grey.toString(16).repeat(3)}`);
const anyColour = fc.oneof({ weight: 3, arbitrary: colour }, middle);

const groundsOf = (one: string, other: string): readonly (Ground | null)[] => [
  null,
  { kind: 'picture', upload: null },
  { kind: 'plain', colour: one },
  { kind: 'gradient', from: one, to: other },
  ...patterns.map((pattern): Ground => ({ kind: 'pattern', pattern, colour: one })),
];

const side = 32;
const noise = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: 3 * side * side, seed: 1250 });

/** Forty pictures, pixel by pixel: dark and light ones, noise, hard edges between far colours, and soft shapes as photographs have them. */
const pictures: readonly (readonly string[])[] = Array.from({ length: 40 }, (_, number) => {
  const by = Math.floor(number / 5);
  const channels = ([x, y]: readonly [number, number], channel: number): number => {
    const grain = noise[(y * side + x) * 3 + channel] ?? 0;
    switch (number % 5) {
      case 0:
        return grain * 0.04 * (by + 1);
      case 1:
        return 1 - grain * 0.04 * (by + 1);
      case 2:
        return grain;
      case 3:
        return (x + y * (by + 1) + channel * by) % (by + 2) < 1 ? 1 : 0;
      default:
        return (Math.sin((x * (channel + 1) + y * by) / 7) + 1 + grain * 0.2) / 2.2;
    }
  };
  return Array.from({ length: side * side }, (_each, at) => {
    const bytes = [0, 1, 2].map((channel) =>
      Math.round(channels([at % side, Math.floor(at / side)], channel) * 255),
    );
    return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  });
});

/** The darkest and the lightest pixel of all pictures under this veil. No ink that can be read on both is between them. */
function seenThrough(veil: string): readonly string[] {
  const share = Number.parseInt(veil.slice(7), 16) / 255;
  const seen = pictures.flat().map((pixel) => mixed(veil.slice(0, 7), pixel, share));
  const lights = seen.map(luminanceOf);
  return [Math.min(...lights), Math.max(...lights)].map((light) => seen[lights.indexOf(light)] ?? '');
}

/** Everything that is read, with what is behind it. */
function readTexts(colours: LookColours): readonly (readonly [string, string, string])[] {
  const { under, grounds, link, tip } = colours;
  const on = (name: string, ink: string, below: readonly string[]) =>
    below.map((each) => [name, ink, each] as const);
  return [
    ...on('text', colours.text, under),
    ...on('muted', colours.muted, under),
    ...on('foot', colours.foot, grounds),
    ...on('link', link.text, link.background === null ? under : [link.background]),
    ...on('tip', tip.text, tip.background === null ? under : [tip.background]),
  ];
}

const faults = (look: PageLook, accent: string, mode: 'light' | 'dark') => {
  const colours = lookColours(look, accent, mode);
  const weak = readTexts(colours).filter(([, ink, below]) => contrastOf(ink, below) < needed.text);
  const marks = colours.under.filter((below) => contrastOf(colours.mark, below) < needed.control);
  return [...weak, ...marks].map((fault) => `${look.ready} ${mode} ${accent}: ${String(fault)}`);
};

describe('the colours of a look', () => {
  // Holds dash-1080.
  it('are readable by WCAG AA in all twelve looks, both modes and all grounds with any accent', () => {
    fc.assert(
      fc.property(anyColour, anyColour, anyColour, (accent, one, other) => {
        const found = readyLooks.flatMap((ready) =>
          groundsOf(one, other).flatMap((ground) =>
            (['light', 'dark'] as const).flatMap((mode) =>
              faults({ ...defaultPageLook, ready, ground }, accent, mode),
            ),
          ),
        );
        expect(found).toEqual([]);
      }),
      { numRuns: runs(200, 8) },
    );
  });

  // Holds dash-1250.
  it('are readable on any picture: forty of them under the veil, in all twelve looks and both modes, with any accent', () => {
    const ground: Ground = { kind: 'picture', upload: null };
    const seenIn = (mode: 'light' | 'dark') =>
      seenThrough(lookColours({ ...defaultPageLook, ground }, '#0b6e4f', mode).ground.veil ?? '');
    const seen = { light: seenIn('light'), dark: seenIn('dark') };
    fc.assert(
      fc.property(anyColour, fc.constantFrom(null, ...buttonFills), (accent, fill) => {
        for (const ready of readyLooks) {
          for (const mode of ['light', 'dark'] as const) {
            const colours = lookColours({ ...defaultPageLook, ready, ground, fill }, accent, mode);
            const least = (ink: string) => Math.min(...seen[mode].map((part) => contrastOf(ink, part)));
            const { surface, foot, text, muted, link, tip, mark } = colours;
            const onGround = [link, tip].filter(({ background }) => background === null);
            const inks = surface === null ? [text, muted, ...onGround.map((each) => each.text)] : [];
            for (const ink of [foot, ...inks]) expect(least(ink)).toBeGreaterThanOrEqual(needed.text);
            const marks = surface === null ? [mark] : [];
            for (const ink of marks) expect(least(ink)).toBeGreaterThanOrEqual(needed.control);
          }
        }
      }),
      { numRuns: runs(200, 8) },
    );
  });

  it('are readable with every fill of the links', () => {
    fc.assert(
      fc.property(anyColour, fc.constantFrom(...readyLooks), (accent, ready) => {
        const found = buttonFills.flatMap((fill) =>
          (['light', 'dark'] as const).flatMap((mode) =>
            faults({ ...defaultPageLook, ready, fill }, accent, mode),
          ),
        );
        expect(found).toEqual([]);
      }),
      { numRuns: runs(400, 40) },
    );
  });

  it('leave a ground as its owner chose it where words can be read on it', () => {
    const look: PageLook = {
      ...defaultPageLook,
      ready: 'paper',
      ground: { kind: 'plain', colour: '#ffd400' },
    };
    expect(lookColours(look, '#0b6e4f', 'light').ground.from).toBe('#ffd400');
    expect(contrastOf(lookColours(look, '#0b6e4f', 'dark').ground.from, '#ffffff')).toBeGreaterThan(10);
  });

  it('give the tip button another colour than filled links, and a colour that can be seen on a ground of the accent', () => {
    const filled = lookColours({ ...defaultPageLook, fill: 'filled' }, '#1d5fd1', 'light');
    expect([filled.link.background, filled.tip.background]).toEqual(['#1d5fd1', '#1c1b19']);
    const poster = lookColours({ ...defaultPageLook, ready: 'poster' }, '#1d5fd1', 'light');
    expect([poster.ground.from, poster.link.background]).toEqual(['#1d5fd1', poster.text]);
  });
});
