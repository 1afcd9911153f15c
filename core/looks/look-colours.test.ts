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
    const pixel = fc.oneof(anyColour, fc.constantFrom('#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff'));
    const pictures = fc.sample(fc.array(pixel, { minLength: 1, maxLength: 40 }), { numRuns: 40, seed: 1250 });
    const veiledBy = (veil: string) => {
      const share = Number.parseInt(veil.slice(7), 16) / 255;
      const seen = pictures.flat().map((part) => mixed(veil.slice(0, 7), part, share));
      const inOrder = seen.toSorted((one, other) => luminanceOf(one) - luminanceOf(other));
      return [inOrder[0] ?? '', inOrder.at(-1) ?? ''] as const;
    };
    const ground: Ground = { kind: 'picture', upload: null };
    fc.assert(
      fc.property(anyColour, (accent) => {
        for (const ready of readyLooks) {
          for (const mode of ['light', 'dark'] as const) {
            const colours = lookColours({ ...defaultPageLook, ready, ground }, accent, mode);
            const [darkest, lightest] = veiledBy(colours.ground.veil ?? '');
            const inks = [colours.foot, ...(colours.surface === null ? [colours.text, colours.muted] : [])];
            for (const ink of inks) {
              // A word is darker than every part of the picture, or lighter than every part.
              const isDark = luminanceOf(ink) < luminanceOf(darkest);
              expect(isDark || luminanceOf(ink) > luminanceOf(lightest)).toBe(true);
              expect(contrastOf(ink, isDark ? darkest : lightest)).toBeGreaterThanOrEqual(needed.text);
            }
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
