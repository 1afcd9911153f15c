import type { Ref } from 'react';
import type { ShippedLanguage } from '@busker/core/locale/language-tags';
import { formatMoney, type Currency } from '@busker/core/money/money';
import { tipLinkAddress, type TipLink } from '@busker/core/embed/tip-link';
import { contrastOf, readableInk } from '@busker/core/web/readable-ink';
import { texts as printedWords } from '../../messages/en.json?every-printedSheet';
import { directionOf } from '../../messages/language';
import { qrCode, quietZone, type QrCode, type QrLevel } from '../../ui/qr-code';

/** The printable forms, each on one page. */
export const sheetKinds = ['sign', 'cards', 'stickers'] as const;
export type SheetKind = (typeof sheetKinds)[number];

export const paperNames = ['a4', 'letter'] as const;
export type PaperName = (typeof paperNames)[number];

/** In millimetres, as everything on a sheet. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const papers: Readonly<Record<PaperName, Pick<Box, 'width' | 'height'>>> = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
};

const grid = (columns: number, rows: number, boxAt: (column: number, row: number) => Box): readonly Box[] =>
  Array.from({ length: columns * rows }, (_, at) => boxAt(at % columns, Math.floor(at / columns)));

const stickerSide = 35;

/** The pieces of a sheet: one sign, four cards (A6 on A4, quarters of Letter), or 24 stickers. */
function piecesOf(kind: SheetKind, name: PaperName): readonly Box[] {
  const { width, height } = papers[name];
  switch (kind) {
    case 'sign':
      return [{ x: 0, y: 0, width, height }];
    case 'cards': {
      const card = { width: width / 2, height: height / 2 };
      return grid(2, 2, (column, row) => ({ x: column * card.width, y: row * card.height, ...card }));
    }
    case 'stickers': {
      // Printers leave the outer 5 mm white, and a gap makes cutting easy.
      const gap = 9;
      const pitch = stickerSide + gap;
      const left = (width - 4 * pitch + gap) / 2;
      const top = (height - 6 * pitch + gap) / 2;
      return grid(4, 6, (column, row) => ({
        x: left + column * pitch,
        y: top + row * pitch,
        width: stickerSide,
        height: stickerSide,
      }));
    }
  }
}

/** A straight line along which to cut. */
interface CutMark {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Four cards need a cross in the middle and a mark at each edge; each sticker a mark outside each of its corners; a sign nothing. */
function cutMarks(kind: SheetKind, name: PaperName): readonly CutMark[] {
  const { width, height } = papers[name];
  switch (kind) {
    case 'sign':
      return [];
    case 'cards': {
      const [x, y] = [width / 2, height / 2];
      const reach = 10;
      return [
        { x1: x, y1: 0, x2: x, y2: reach },
        { x1: x, y1: y - reach / 2, x2: x, y2: y + reach / 2 },
        { x1: x, y1: height - reach, x2: x, y2: height },
        { x1: 0, y1: y, x2: reach, y2: y },
        { x1: x - reach / 2, y1: y, x2: x + reach / 2, y2: y },
        { x1: width - reach, y1: y, x2: width, y2: y },
      ];
    }
    case 'stickers':
      return piecesOf(kind, name).flatMap(cornerMarks);
  }
}

/** From 1 to 3 mm outside the corners. */
function cornerMarks({ x, y, width, height }: Box): readonly CutMark[] {
  const [near, far] = [1, 3];
  const sides = [-1, 1] as const;
  return sides.flatMap((across) =>
    sides.flatMap((down) => {
      const cornerX = across < 0 ? x : x + width;
      const cornerY = down < 0 ? y : y + height;
      return [
        { x1: cornerX + across * near, y1: cornerY, x2: cornerX + across * far, y2: cornerY },
        { x1: cornerX, y1: cornerY + down * near, x2: cornerX, y2: cornerY + down * far },
      ];
    }),
  );
}

export interface SheetContent {
  readonly name: string;
  /** The owner's own words; empty = none. */
  readonly line: string;
  /** The address that the code contains. */
  readonly link: string;
  /** The owner's page in letters: fans compare it with what their phone opens, so that a stranger's sticker over the code is noticed. */
  readonly address: string;
  readonly languages: readonly ShippedLanguage[];
  /** As written on the sheet; empty = none are shown. */
  readonly amounts: readonly string[];
  /** `#rrggbb`; null = black and white. */
  readonly accent: string | null;
}

/** The tip form of a page. An own domain leads on to it. */
export const linkOf = (page: string, link: TipLink): string =>
  tipLinkAddress(`${page.replace(/\/$/, '')}/tip`, link);

/** An amount in the code is the only one on the sheet: others would promise a choice that the code does not suggest. */
export function amountsOnSheet(
  presets: readonly number[],
  coded: number | null,
  currency: Currency,
  language: ShippedLanguage,
): readonly string[] {
  const shown = coded === null ? presets : [coded];
  return shown.map((minorUnits) => formatMoney({ minorUnits, currency }, language));
}

interface CodeMarkProps {
  readonly code: QrCode;
  /** The upper left corner of the quiet zone. */
  readonly x: number;
  readonly y: number;
  readonly unit: number;
}

/** The side of a code with its quiet zone, for a module of this size. */
const codeSide = ({ modules }: QrCode, unit: number): number => (modules + 2 * quietZone) * unit;

/** Always black on white: many cameras read nothing else, and an accent colour may be light. */
function CodeMark({ code, x, y, unit }: CodeMarkProps) {
  const side = codeSide(code, unit);
  const start = quietZone * unit;
  return (
    <>
      <rect x={x} y={y} width={side} height={side} fill="#fff" />
      <path
        d={code.path}
        fill="#000"
        shapeRendering="crispEdges"
        transform={`translate(${x + start} ${y + start}) scale(${unit})`}
      />
    </>
  );
}

/** Lines of text in one size, in millimetres. */
interface FittedText {
  readonly size: number;
  readonly lines: readonly string[];
}

interface Room {
  readonly width: number;
  /** The largest size, which short texts get. */
  readonly most: number;
  readonly maxLines: number;
}

/** Null in Firefox before 125. */
const segmenter = (granularity: 'grapheme' | 'word'): Intl.Segmenter | null =>
  'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity }) : null;
const signs = segmenter('grapheme');
/** East Asian words have no spaces between them. */
const words = segmenter('word');
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The width of one character in em, in a wide bold system font. Other fonts are narrower, so that a text fits on every machine. */
function emOf(sign: string): number {
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff00-\uff60]/u.test(
      sign,
    )
  )
    return 1.05;
  if (/^[iljtfrI.,:;'’!|()[\]]/.test(sign)) return 0.44;
  if (/^\s/.test(sign)) return 0.36;
  if (/^[mwMW@%…—]/.test(sign)) return 1.06;
  return /^\p{Lu}/u.test(sign) ? 0.83 : 0.7;
}

/** The width of a text in em. */
const widthOf = (text: string): number => parts(text, signs).reduce((sum, sign) => sum + emOf(sign), 0);

const parts = (text: string, by: Intl.Segmenter | null): readonly string[] =>
  by ? Array.from(by.segment(text), ({ segment }) => segment) : Array.from(text);

/** Units that a line break must not split: a word, an amount with its sign; one character of a word that is longer than a line. */
function fitTextPiecesOf(text: string, width: number): readonly string[] {
  return text
    .split(/(?<= )/)
    .flatMap((word) => (eastAsian.test(word) ? parts(word, words) : [word]))
    .flatMap((word) => (widthOf(word.trim()) <= width ? [word] : parts(word, signs)));
}

/** As few lines as this width (in em) allows. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of fitTextPiecesOf(text, width)) {
    if (widthOf((line + piece).trim()) > width) {
      lines.push(line.trim());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trim()].filter((each) => each !== '');
}

/** A text gets another line before it gets smaller than this part of the largest size. */
const smallest = 0.7;
const step = 0.96;

/** The text in the largest size in which it fits into these lines, better smaller in one line than larger in two. It is never cut off. */
function fitText(text: string, { width, most, maxLines }: Room): FittedText {
  for (let allowed = 1; ; allowed += 1) {
    const isLast = allowed >= maxLines;
    for (let size = most; isLast || size >= most * smallest; size *= step) {
      const lines = wrapped(text, width / size);
      if (lines.length <= allowed && lines.every((line) => widthOf(line) * size <= width + 1e-6))
        return { size, lines };
    }
  }
}

/** Scripts from right to left decide by their first letter, as `dir="auto"` does. */
const directionOfText = (text: string): 'ltr' | 'rtl' =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text) ? 'rtl' : 'ltr';

/** The largest sizes on a face, in millimetres. */
interface FaceSizes {
  readonly padding: number;
  readonly name: number;
  readonly line: number;
  readonly scan: number;
  /** The side of the code without its quiet zone. */
  readonly code: number;
  readonly address: number;
  readonly amounts: number;
  readonly easy: number;
}

interface TextRow {
  readonly key: string;
  readonly fitted: FittedText;
  readonly bold: boolean;
  readonly direction: 'ltr' | 'rtl';
  /** BCP 47; undefined = the owner's words. */
  readonly language?: string;
}

interface FaceRows {
  readonly name: TextRow;
  readonly above: readonly TextRow[];
  readonly below: readonly TextRow[];
}

const lineHeight = 1.2;
const heightOf = ({ fitted }: TextRow): number => fitted.lines.length * fitted.size * lineHeight;

/** The texts of a face: who, the owner's words, and how in each language above the code; where, how much and why it is easy below it. */
function faceRows(content: SheetContent, sizes: FaceSizes, width: number, factor: number): FaceRows {
  const { name, line, languages, address, amounts } = content;
  const fit = (text: string, most: number, maxLines: number) =>
    fitText(text, { width, most: most * factor, maxLines });
  const own = (key: string, text: string, most: number, maxLines: number, bold: boolean): TextRow => ({
    key,
    fitted: fit(text, most, maxLines),
    bold,
    direction: directionOfText(text),
  });
  const words = (part: 'scan' | 'easy', most: (at: number) => number, bold: boolean) =>
    languages.map((language, at): TextRow => ({
      key: `${part} ${language}`,
      fitted: fit(printedWords[language][part], most(at), 1),
      bold,
      direction: directionOf(language),
      language,
    }));
  return {
    name: own('name', name, sizes.name, 2, true),
    above: [
      ...(line === '' ? [] : [own('line', line, sizes.line, 3, false)]),
      ...words('scan', (at) => (at === 0 ? sizes.scan : sizes.scan * 0.75), true),
    ],
    below: [
      own('address', address, sizes.address, 1, true),
      ...(amounts.length === 0 ? [] : [own('amounts', amounts.join(' · '), sizes.amounts, 2, false)]),
      ...words('easy', () => sizes.easy, false),
    ],
  };
}

/** Fonts that every system has: a sheet loads nothing. */
const family = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

interface SheetTextProps {
  readonly row: TextRow;
  /** The middle of the lines. */
  readonly x: number;
  /** The top of the first line. */
  readonly y: number;
  readonly ink: string;
}

/** Attributes alone, no style sheet: the downloaded file looks the same. */
function SheetText({ row, x, y, ink }: SheetTextProps) {
  const { fitted, bold, direction, language } = row;
  const { size, lines } = fitted;
  return (
    <text
      x={x}
      textAnchor="middle"
      fill={ink}
      fontFamily={family}
      fontSize={size}
      fontWeight={bold ? 700 : 400}
      direction={direction}
      lang={language}
    >
      {lines.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Lines have no other identity, and two can be equal.
        <tspan key={at} x={x} y={y + size * (0.93 + at * lineHeight)}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

interface FaceProps {
  readonly box: Box;
  readonly code: QrCode;
  readonly content: SheetContent;
  readonly sizes: FaceSizes;
}

const ink = '#000';
/** The white at the bottom, as a part of the padding. */
const bottom = 0.6;
const sum = (rows: readonly TextRow[]) => rows.reduce((before, row) => before + heightOf(row), 0);

interface Layout extends FaceRows {
  readonly band: number;
  /** Between two rows. */
  readonly gap: number;
}

/** Shrinks the texts, never the code, until everything fits with some air between the rows. */
function layoutOf({ box, code, content, sizes }: FaceProps): Layout {
  const { padding } = sizes;
  const side = codeSide(code, sizes.code / code.modules);
  const width = box.width - 2 * padding;
  for (let factor = 1; ; factor *= 0.96) {
    const rows = faceRows(content, sizes, width, factor);
    const band = heightOf(rows.name) + 1.4 * padding;
    const free = box.height - band - side - sum(rows.above) - sum(rows.below);
    // One gap after each row, and one more below the band; the quiet zone is air around the code already. Printers leave the bottom white.
    const gap = (free - bottom * padding) / (rows.above.length + rows.below.length + 1);
    if (gap >= padding * 0.2) return { ...rows, band, gap: Math.min(gap, padding * 0.5) };
  }
}

/** One sign or card: the name in a band, the words, the code, the address. */
function Face(props: FaceProps) {
  const { box, code, content, sizes } = props;
  const { name, above, below, band, gap } = layoutOf(props);
  const { accent } = content;
  const middle = box.x + box.width / 2;
  const unit = sizes.code / code.modules;
  const side = codeSide(code, unit);
  const used = band + sum(above) + sum(below) + side + gap * (above.length + below.length + 1);
  // The top and the bottom share the space that is left after the largest gaps.
  const start = box.y + band + Math.max(0, box.height - bottom * sizes.padding - used) / 2;
  const topsOf = (rows: readonly TextRow[], from: number, gapFirst: boolean) =>
    rows.map((row, at) => ({
      row,
      y: from + sum(rows.slice(0, at)) + gap * (gapFirst ? at + 1 : at),
    }));
  const codeTop = start + 2 * gap + sum(above) + gap * Math.max(above.length - 1, 0);
  return (
    <>
      {accent === null ? (
        <rect
          x={box.x + sizes.padding}
          y={box.y + band - sizes.padding * 0.12}
          width={box.width - 2 * sizes.padding}
          height={sizes.padding * 0.1}
          fill={ink}
        />
      ) : (
        <rect x={box.x} y={box.y} width={box.width} height={band} fill={accent} />
      )}
      <SheetText
        row={name}
        x={middle}
        y={box.y + 0.75 * sizes.padding}
        ink={accent === null ? ink : readableInk(accent)}
      />
      {topsOf(above, start + gap, true).map(({ row, y }) => (
        <SheetText key={row.key} row={row} x={middle} y={y} ink={ink} />
      ))}
      <CodeMark code={code} x={middle - side / 2} y={codeTop} unit={unit} />
      {topsOf(below, codeTop + side, false).map(({ row, y }) => (
        <SheetText key={row.key} row={row} x={middle} y={y} ink={ink} />
      ))}
    </>
  );
}

interface StickerProps {
  readonly box: Box;
  readonly code: QrCode;
  readonly content: SheetContent;
}

/** With the quiet zone; the two lines below it need the rest. */
const codeRoom = 28;

/** A sticker has room for the code, the name and the address. */
function Sticker({ box, code, content }: StickerProps) {
  const { name, address, accent } = content;
  const middle = box.x + box.width / 2;
  const unit = codeRoom / codeSide(code, 1);
  const isReadable = accent !== null && contrastOf(accent, '#ffffff') >= 4.5;
  const row = (text: string, most: number) => ({
    key: text,
    fitted: fitText(text, { width: box.width - 2, most, maxLines: 1 }),
    bold: true,
    direction: directionOfText(text),
  });
  return (
    <>
      <CodeMark code={code} x={middle - codeRoom / 2} y={box.y} unit={unit} />
      <SheetText row={row(name, 3)} x={middle} y={box.y + codeRoom - 1} ink={isReadable ? accent : '#000'} />
      <SheetText row={row(address, 2.4)} x={middle} y={box.y + codeRoom + 3} ink="#000" />
    </>
  );
}

/** In millimetres. A phone reads a code from about ten times its side: a sign from 1.2 m. */
const sizes: Readonly<Record<Exclude<SheetKind, 'stickers'>, FaceSizes>> = {
  sign: { padding: 14, name: 20, line: 8.5, scan: 11, code: 120, address: 8, amounts: 8.5, easy: 5 },
  cards: { padding: 8, name: 10, line: 4.6, scan: 5.6, code: 48, address: 4.4, amounts: 4.6, easy: 3 },
};

/** Stickers are scratched and bent: a quarter of their code may be damaged. */
const levels: Readonly<Record<SheetKind, QrLevel>> = { sign: 'M', cards: 'M', stickers: 'Q' };

interface SheetProps {
  readonly kind: SheetKind;
  readonly paper: PaperName;
  readonly content: SheetContent;
  /** For screen readers; null = it is the copy for the printer. */
  readonly label: string | null;
  readonly ref?: Ref<SVGSVGElement>;
}

/** One page, in millimetres. The preview, the print and the file are this same drawing. */
export function Sheet({ kind, paper, content, label, ref }: SheetProps) {
  const { width, height } = papers[paper];
  const code = qrCode(content.link, levels[kind]);
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      width={`${width}mm`}
      height={`${height}mm`}
      viewBox={`0 0 ${width} ${height}`}
      {...(label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <rect width={width} height={height} fill="#fff" />
      {piecesOf(kind, paper).map((box) =>
        kind === 'stickers' ? (
          <Sticker key={`${box.x} ${box.y}`} box={box} code={code} content={content} />
        ) : (
          <Face key={`${box.x} ${box.y}`} box={box} code={code} content={content} sizes={sizes[kind]} />
        ),
      )}
      {cutMarks(kind, paper).map(({ x1, y1, x2, y2 }) => (
        <line
          key={`${x1} ${y1} ${x2} ${y2}`}
          x1={x1}
          y1={y1}
          x2={x2}
          y2={y2}
          stroke="#888"
          strokeWidth={0.2}
        />
      ))}
    </svg>
  );
}
