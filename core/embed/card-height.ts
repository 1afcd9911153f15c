/** The parts of a card that take room, in their order. */
export interface CardParts {
  readonly layout: 'card' | 'links' | 'button' | 'floating';
  readonly font: 'system' | 'serif' | 'mono' | 'rounded';
  readonly name: string;
  readonly bio: string;
  readonly links: readonly CardLink[];
  /** The owner's texts between the links; each may have a title. */
  readonly texts?: readonly { readonly label: string; readonly text: string }[];
  readonly tips: boolean;
  /** Shown below the links. `sums`: what was reached, of how much, as the card writes it. */
  readonly goal: { readonly label: string; readonly sums: string } | null;
}

interface CardLink {
  readonly label: string;
  readonly group?: string | null | undefined;
  readonly verified?: boolean;
}

type Font = CardParts['font'];

/** Pixels of the card's style sheet (widget/styles/card.css, wall.css), and heights of lines in its sizes of text. */
const px = {
  widest: 416,
  between: 20,
  avatar: 68,
  line: 24,
  nameLine: 27.5,
  linkLine: 20.8,
  linkFrame: 22,
  least: 48,
  linkGap: 10,
  group: 12,
  groupLine: 20.4,
  goalBar: 16,
} as const;

/** Pixels of the page in a frame (functions/pages/page-assets.ts). */
const framePx = {
  around: 42,
  /** A line of text with a picture in it, and one with the first letter of the name, whose baseline is higher. */
  picture: 102.4,
  initial: 96,
  title: 12 + 8,
  titleLine: 30,
  handle: 24,
  bio: 8,
  belowHead: 20,
  buttonSides: 34,
  button: 26,
  aroundButton: 8,
} as const;

/** Signs of scripts without bold forms of other widths, which have their own widths in every font, and those without a width. */
const fixed: readonly (readonly [RegExp, number])[] = [
  [/[\p{M}\u200b-\u200f]/u, 0],
  [/\p{Extended_Pictographic}/u, 1.25],
  [/[\u1100-\u11ff\uac00-\ud7af]/u, 0.92],
  [/[\u2e80-\u9fff\uf900-\ufaff\ufe30-\uff60\u{20000}-\u{3ffff}]/u, 1],
];
/** Widths in em, measured in a browser with the usual fonts of systems; all other letters are as wide as most small ones. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\u0600-\u06ff]/u, 0.49],
  [/[ijl.,:;!|'’‘]/u, 0.26],
  [/[ftrI()[\]\-/ ]/u, 0.33],
  [/[mwMW@%—…]/u, 0.87],
  [/\p{Lu}/u, 0.64],
];
const usualWidth = 0.545;
const monoWidth = 0.602;
const bold = 1.06;
const serif = 1.02;

const widthIn = (table: typeof widths, sign: string): number | undefined =>
  table.find(([signs]) => signs.test(sign))?.[1];

interface Setting {
  readonly font: Font;
  readonly size: number;
  /** Times the width of the usual weight. */
  readonly weight: number;
}

function widthOf(text: string, { font, size, weight }: Setting): number {
  let sum = 0;
  for (const sign of text) {
    const plain = () => (widthIn(widths, sign) ?? usualWidth) * (font === 'serif' ? serif : 1) * weight;
    sum += widthIn(fixed, sign) ?? (font === 'mono' ? monoWidth : plain());
  }
  return sum * size;
}

/** How wide a text of the usual weight is, in em. */
export const textWidth = (text: string, font: Font): number => widthOf(text, { font, size: 1, weight: 1 });

/** Where a line may break: after spaces and hyphens, and around each sign of scripts without spaces. */
const pieces =
  /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60-]*[\s-]?/gu;

function linesOf(text: string, room: number, set: Setting): number {
  let lines = 0;
  for (const paragraph of text.split('\n')) {
    lines += 1;
    let used = 0;
    for (const [piece] of paragraph.matchAll(pieces)) {
      const width = widthOf(piece.trimEnd(), set);
      if (used > 0 && used + width > room) {
        lines += 1;
        used = 0;
      }
      // A word that is longer than a line is broken.
      const more = Math.floor(width / (room + 1));
      lines += more;
      used += widthOf(piece, set) - more * room;
    }
  }
  return lines;
}

function linksHeight({ links, font }: Pick<CardParts, 'links' | 'font'>, inner: number): number {
  const sides = 2 + 2 * Math.min(16, 0.06 * inner);
  const beside = 20 + Math.min(12, 0.06 * (inner - sides));
  return links.reduce((sum, { label, group, verified }, index) => {
    const room = inner - sides - beside - (verified ? 28 : 0);
    const row = Math.max(
      px.least,
      px.linkFrame + px.linkLine * linesOf(label, room, { font, size: 16, weight: bold }),
    );
    const heading =
      group && group !== links[index - 1]?.group
        ? px.group + px.groupLine * linesOf(group, inner, { font, size: 13.6, weight: bold })
        : 0;
    return sum + row + heading + (index > 0 ? px.linkGap : 0);
  }, 0);
}

/** Texts stand in the list, close to a link; without links each is a part of its own. */
function textHeights({ texts = [], font }: CardParts, inner: number): readonly number[] {
  const lines = (text: string, size: number, weight: number) => linesOf(text, inner, { font, size, weight });
  return texts.map(
    ({ label, text }) =>
      lines(text, 16, 1) * px.line + (label === '' ? 0 : px.group + px.groupLine * lines(label, 13.6, bold)),
  );
}

/** The sums stand beside the goal's name where it has seven em left, otherwise below. */
function goalHeight({ label, sums }: NonNullable<CardParts['goal']>, inner: number, font: Font): number {
  const set = { font, size: 16, weight: 1 };
  const left = inner - 12 - widthOf(sums, set);
  const lines = left >= 7 * 16 ? linesOf(label, left, set) : linesOf(label, inner, set) + 1;
  return lines * px.line + px.goalBar;
}

function headHeight({ name, font }: CardParts, inner: number): number {
  const lines = linesOf(name, inner - px.avatar - 16, { font, size: 22, weight: bold });
  return Math.max(px.avatar, lines * px.nameLine + px.line);
}

/**
 * The height in pixels of a card whose tag is `column` pixels wide; 0 for the floating button, which lies over the page. The supporters' wall is left
 * out, because its height changes with each tip. Lines are counted by letters: with a font of other widths a text may take one more or less.
 */
export function cardHeight(parts: CardParts, column: number): number {
  const { layout, bio, font, links, tips, goal } = parts;
  if (layout === 'floating') return 0;
  if (layout === 'button') return tips ? px.least : 0;
  const isCard = layout === 'card';
  const around = isCard ? 2 + 2 * Math.min(24, 0.07 * column) : 0;
  const inner = (isCard ? Math.min(px.widest, column) : column) - around;
  const texts = textHeights(parts, inner);
  const sections = [
    isCard ? headHeight(parts, inner) : 0,
    isCard && bio !== '' ? linesOf(bio, inner, { font, size: 16, weight: 1 }) * px.line : 0,
    linksHeight(parts, inner) + (links.length > 0 ? texts.reduce((sum, height) => sum + height, 0) : 0),
    ...(links.length > 0 ? [] : texts),
    tips ? px.least : 0,
    goal ? goalHeight(goal, inner, font) : 0,
  ].filter((height) => height > 0);
  const between = Math.max(0, sections.length - 1) * px.between;
  return Math.ceil(sections.reduce((sum, height) => sum + height, between) + around);
}

/** The parts of a profile that take room on its page in a frame. `tip`: the text of the tip button. */
export interface FrameParts extends Pick<CardParts, 'name' | 'bio' | 'links'> {
  readonly handle: string;
  readonly picture: string | null;
  readonly tip: { readonly text: string; readonly isFirst: boolean } | null;
}

/**
 * The height in pixels of `/@ada/embed` in a frame of this width. It has the usual font, whatever font the owner's card has. A text that all but fills its
 * line counts as one that breaks: room that is left is better than a scroll bar.
 */
export function frameHeight({ handle, name, picture, bio, links, tip }: FrameParts, width: number): number {
  const inner = width - framePx.around;
  const room = 0.99 * inner;
  const set = { font: 'system', size: 16, weight: 1 } as const;
  const head =
    (picture === null ? framePx.initial : framePx.picture) +
    framePx.title +
    linesOf(name, room, { ...set, size: 24, weight: bold }) * framePx.titleLine +
    linesOf(`@${handle}`, room, set) * framePx.handle +
    (bio === '' ? 0 : framePx.bio + linesOf(bio, room, set) * px.line) +
    framePx.belowHead;
  const button =
    tip === null
      ? 0
      : framePx.button + linesOf(tip.text, room - framePx.buttonSides, { ...set, weight: bold }) * px.line;
  // The margin above the first button is that of the head.
  const besideButton = tip === null ? 0 : framePx.aroundButton * (tip.isFirst || links.length === 0 ? 1 : 2);
  return Math.ceil(
    head + linksHeight({ links, font: 'system' }, inner) + button + besideButton + framePx.around,
  );
}
