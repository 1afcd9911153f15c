/** Lines of text in one size, in millimetres. */
export interface FittedText {
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
export const widthOf = (text: string): number =>
  parts(text, signs).reduce((sum, sign) => sum + emOf(sign), 0);

const parts = (text: string, by: Intl.Segmenter | null): readonly string[] =>
  by ? Array.from(by.segment(text), ({ segment }) => segment) : Array.from(text);

/** What stays together on a line: a word, an amount with its sign; of a word longer than a line, one character. */
function piecesOf(text: string, width: number): readonly string[] {
  return text
    .split(/(?<= )/)
    .flatMap((word) => (eastAsian.test(word) ? parts(word, words) : [word]))
    .flatMap((word) => (widthOf(word.trim()) <= width ? [word] : parts(word, signs)));
}

/** As few lines as this width (in em) allows. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text, width)) {
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
export function fitText(text: string, { width, most, maxLines }: Room): FittedText {
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
export const directionOfText = (text: string): 'ltr' | 'rtl' =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text) ? 'rtl' : 'ltr';
