import { contrastOf, luminanceOf, mixed, readableInk, repaired } from '../web/readable-ink';
import type { Ground, PageLook, Pattern } from './page-look';
import { readyLookData, type Palette } from './ready-looks';

export type Mode = 'light' | 'dark';

/** WCAG 2.2, 1.4.3 and 1.4.11. */
export const needed = { text: 4.5, control: 3 } as const;

/** In dark mode an owner's ground becomes this dark, as contrast to white. */
const deep = 10;
/** Under its veil every part of a picture has this contrast to black in light mode, and to white in dark mode. */
const veiled = 7;
/** Below this contrast, a button cannot be told from what is behind it. */
export const apart = 1.6;

export interface DrawnGround {
  readonly kind: 'plain' | 'gradient' | 'picture' | Pattern;
  readonly from: string;
  /** The other end of a gradient, or the ink of a pattern. Under the veil of a picture nothing is beyond these two, channel by channel. */
  readonly to: string;
  /** Over a picture, as `#rrggbbaa`. */
  readonly veil?: string;
}

interface ButtonColours {
  /** Null = what is behind the button. */
  readonly background: string | null;
  readonly text: string;
  readonly edge: string;
}

/** Every colour of a page in one mode. All words are readable on all that they stand on, by WCAG AA. */
export interface LookColours {
  readonly ground: DrawnGround;
  /** Behind the words; null = the ground. */
  readonly surface: string | null;
  /** All that the words stand on. */
  readonly under: readonly string[];
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  /** The accent, as far as it can be told from what is under it. */
  readonly mark: string;
  /** Words outside the surface, and what they stand on. */
  readonly foot: string;
  readonly grounds: readonly string[];
  readonly link: ButtonColours;
  readonly tip: ButtonColours;
}

const leastContrast = (colour: string, under: readonly string[]): number =>
  Math.min(...under.map((each) => contrastOf(colour, each)));

/** The colours of the way from one to the other, as `linear-gradient` mixes them. They can be darker than both ends. */
const along = (from: string, to: string): readonly string[] =>
  Array.from({ length: 17 }, (_, step) => mixed(to, from, step / 16));

function samples({ kind, from, to }: DrawnGround): readonly string[] {
  return kind === 'gradient' || kind === 'picture' ? along(from, to) : [from, to];
}

const poles = ['#000000', '#ffffff'] as const;
type Pole = (typeof poles)[number];

/** Black or white, whichever can be read better on the least suitable of these. */
export const poleOn = (under: readonly string[]): Pole =>
  leastContrast('#000000', under) >= leastContrast('#ffffff', under) ? '#000000' : '#ffffff';

/** The ground, mixed with the other pole as far as the ink needs. */
function toned(ground: DrawnGround, ink: Pole, least: number): DrawnGround {
  const paper = ink === '#000000' ? '#ffffff' : '#000000';
  const mixedBy = (share: number): DrawnGround => ({
    ...ground,
    from: mixed(paper, ground.from, share),
    to: mixed(paper, ground.to, share),
    ...(ground.kind === 'picture' && {
      veil:
        paper +
        Math.ceil(share * 255)
          .toString(16)
          .padStart(2, '0'),
    }),
  });
  const enough = Array.from({ length: 20 }, (_, step) => step).find(
    (step) => leastContrast(ink, samples(mixedBy(step / 20))) >= least,
  );
  return mixedBy((enough ?? 20) / 20);
}

/** How much of black or white a pattern has in its ink: enough to be seen, and little under words. */
const patternInk = 0.09;

const withInk = (kind: Pattern, colour: string): DrawnGround => ({
  kind,
  from: colour,
  to: mixed(poleOn([colour]), colour, patternInk),
});

/** A picture may have every colour: what is in it is not looked at, so that the words can be read on any other one, too. */
function ownGround(ground: Ground, mode: Mode): DrawnGround {
  switch (ground.kind) {
    case 'plain':
      return { kind: 'plain', from: ground.colour, to: ground.colour };
    case 'gradient':
      return { kind: 'gradient', from: ground.from, to: ground.to };
    case 'pattern':
      return withInk(ground.pattern, ground.colour);
    case 'picture':
      return {
        kind: 'picture',
        from: mode === 'dark' ? poles[0] : poles[1],
        to: mode === 'dark' ? poles[1] : poles[0],
      };
  }
}

function groundOf({ ground, ready }: PageLook, palette: Palette, accent: string, mode: Mode): DrawnGround {
  const shade = ([base, tint]: readonly [string, number]) => mixed(accent, base, tint / 100);
  const from = shade(palette.ground);
  const { ground: kind } = readyLookData[ready];
  const drawn =
    ground !== null
      ? ownGround(ground, mode)
      : kind === 'plain' || kind === 'gradient'
        ? { kind, from, to: palette.second ? shade(palette.second) : from }
        : withInk(kind, from);
  if (drawn.kind === 'picture') return toned(drawn, mode === 'dark' ? '#ffffff' : '#000000', veiled);
  // Where black and white have the same contrast, it is 4.58: a ground of two colours may leave less.
  return mode === 'dark' ? toned(drawn, '#ffffff', deep) : toned(drawn, poleOn(samples(drawn)), 5);
}

/** The background of a soft button: tinted by the accent, and on a gradient of its middle and white. */
function softOn(under: readonly string[], accent: string): string {
  const [first = accent] = under;
  const middle = under[(under.length - 1) / 2] ?? first;
  if (under.length <= 2) return mixed(accent, first, 0.16);
  return mixed('#ffffff', middle, poleOn([middle]) === '#000000' ? 0.6 : 0.14);
}

/** Links, and the tip button, which has another colour where the links are filled. */
function buttons(
  fill: PageLook['fill'],
  accent: string,
  text: string,
  under: readonly string[],
  /** Behind links that are not filled, where the ground has a pattern. */
  calm: string | null,
): Pick<LookColours, 'link' | 'tip'> {
  const mark = repaired(text, accent, under, needed.control);
  const filled = (colour: string): ButtonColours => ({
    background: colour,
    text: readableInk(colour),
    edge: leastContrast(colour, under) >= needed.control ? colour : mark,
  });
  const [first = text, second = first] = [accent, text].filter(
    (colour) => leastContrast(colour, under) >= apart,
  );
  if (fill === 'filled') return { link: filled(first), tip: filled(second) };
  const tip = filled(first);
  if (fill !== 'soft')
    return { link: { background: fill === 'outline' ? calm : null, text, edge: mark }, tip };
  const background = softOn(under, accent);
  const ink = repaired(poleOn([background]), text, [background], needed.text);
  return { link: { background, text: ink, edge: background }, tip };
}

/** The colours of a page. `accent` as `#rrggbb`. */
export function lookColours(look: PageLook, accent: string, mode: Mode): LookColours {
  const data = readyLookData[look.ready];
  const palette = data[mode];
  const ground = groundOf(look, palette, accent, mode);
  const grounds = samples(ground);
  const surface = palette.surface ? mixed(accent, palette.surface[0], palette.surface[1] / 100) : null;
  const under = surface === null ? grounds : [surface];
  const inks = [palette, data[mode === 'light' ? 'dark' : 'light']].map(({ text: [base, tint] }) =>
    mixed(accent, base, tint / 100),
  );
  const inkOn = (below: readonly string[]) => {
    const pole = poleOn(below);
    const wished = inks.find((ink) => luminanceOf(ink) < 0.18 === (pole === '#000000')) ?? pole;
    return repaired(pole, wished, below, needed.text);
  };
  const quieter = (ink: string, below: readonly string[]) =>
    repaired(ink, mixed(ink, below[0] ?? ink, 0.68), below, needed.text);
  const text = inkOn(under);
  const calm = surface === null && ground.kind !== 'gradient' ? ground.from : null;
  return {
    ground,
    surface,
    under,
    text,
    muted: quieter(text, under),
    line: mixed(text, under[0] ?? text, 0.16),
    mark: repaired(text, accent, under, needed.control),
    foot: quieter(inkOn(grounds), grounds),
    grounds,
    ...buttons(look.fill ?? data.fill, accent, text, under, calm),
  };
}
