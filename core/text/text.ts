import * as v from 'valibot';
import { fault } from '../base/field-faults';

/**
 * Makes text from outside safe to read: NFC; no control, bidi-override, invisible or private-use characters; no stacks of combining marks. The result
 * is plain text and is only ever rendered as a text node.
 */

/** One line: every run of white space and line breaks becomes one space. For names, labels and messages. */
export function cleanLine(raw: string): string {
  return harmless(raw).replace(/\s+/gu, ' ').trim();
}

/** Several lines: keeps line breaks and at most one empty line in a row. For the bio and the thank-you text. */
export function cleanLines(raw: string): string {
  return harmless(raw)
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Counts code points, so that an emoji of one code point counts as one character. */
export function codePointLength(text: string): number {
  return Array.from(text).length;
}

/** Code points that one character may have on average, so that a short text stays a small document (`rules/firestore.rules` has room for it). */
const codePointsEach = 3;

/**
 * Characters as people count them (UAX 29, extended grapheme clusters): a flag or a family is one. A text with more than three code points a character
 * counts as longer. Browsers without `Intl.Segmenter` (Firefox before 125) count code points, which are never fewer.
 */
export function characterLength(text: string): number {
  const codePoints = codePointLength(text);
  const characters =
    typeof Intl.Segmenter === 'function'
      ? Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)).length
      : codePoints;
  return Math.max(characters, Math.ceil(codePoints / codePointsEach));
}

function harmless(raw: string): string {
  const characters = Array.from(raw.normalize('NFC').replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n'));
  return characters.map(kept).join('').normalize('NFC').replace(tower, '$1');
}

/** Unicode's control (Cc), format (Cf: bidi overrides, zero-width), private-use and lone-surrogate characters, and blank letters. */
const removable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0]/u;

/** More combining marks than any script needs would overlap the lines above. */
const tower = /(\p{Mn}{4})\p{Mn}+/gu;

function kept(character: string, at: number, all: readonly string[]): string {
  if (character === '\n') return character;
  if (character === '\u200c' || character === '\u200d') return joins(character, at, all) ? character : '';
  if (removable.test(character) && character !== '\t') return '';
  return /\s/u.test(character) ? ' ' : character;
}

const picture = /\p{Extended_Pictographic}/u;
const pictureTail = /\ufe0f|\p{Emoji_Modifier}/u;
const joiningLetter =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;

/** Emoji families need the joiner between two pictures; Persian and Indic words need the joiner or non-joiner between two letters. */
function joins(character: string, at: number, all: readonly string[]): boolean {
  const next = all[at + 1] ?? '';
  if (joiningLetter.test(all[at - 1] ?? '') && joiningLetter.test(next)) return true;
  let before = at - 1;
  while (pictureTail.test(all[before] ?? '')) before -= 1;
  return character === '\u200d' && picture.test(all[before] ?? '') && picture.test(next);
}

/**
 * A text that comes back cleaned and is at most `max` characters long, as people count them. `empty`: the fault of an empty one.
 * `lines` keeps line breaks.
 */
export function cleanText(max: number, { empty = '', lines = false } = {}) {
  return v.pipe(
    v.string(empty || fault('text-missing')),
    v.transform(lines ? cleanLines : cleanLine),
    v.check((text) => text !== '' || empty === '', empty),
    v.check((text) => characterLength(text) <= max, fault('too-long', max)),
  );
}

/**
 * A cell that a spreadsheet would run as a formula: it treats full-width signs like plain ones, and ignores blanks and control characters before them.
 * A plain negative number is not a formula and must stay a number.
 */
const formula = /^(?!-\d+(?:[.,]\d+)?$)(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－﹣−＠﹢﹦﹫])/u;

/**
 * A spreadsheet of another language splits the file at another sign, also inside of quotes, so a part of a cell can become a cell. `;-)` and `5,-` are
 * no formulas and stay.
 */
const formulaInside = /([,;\t\r\n][\s"]*)(?=[=+@＝＋－﹣−＠﹢﹦﹫]|-(?!\)|$))/gu;

/** The text with an apostrophe before each start of a formula. Spreadsheets then show it as text. */
export function withoutFormula(cell: string): string {
  const inside = cell.replace(formulaInside, "$1'");
  return formula.test(inside) ? `'${inside}` : inside;
}

/**
 * A name that may be one segment of a document's path. Firestore refuses all others: empty names, `.` and `..`, with a slash, `__…__`, and more than
 * 1,500 bytes (https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields). With a slash the path would even lead to another
 * document. So every outside value that becomes part of a path is checked here first.
 */
const documentId = v.pipe(v.string(), v.check(isDocumentId), v.brand('DocumentId'));
export type DocumentId = v.InferOutput<typeof documentId>;

const maxBytes = 1500;

export function isDocumentId(given: string): boolean {
  if (given === '' || given === '.' || given === '..' || /[/\0]/.test(given)) return false;
  if (given.length > maxBytes || new TextEncoder().encode(given).byteLength > maxBytes) return false;
  return (
    !/\p{Surrogate}/u.test(given) && !(given.length >= 4 && given.startsWith('__') && given.endsWith('__'))
  );
}

/** Undefined when no document can have this name, so the requested document does not exist. */
export function readDocumentId(given: unknown): DocumentId | undefined {
  const read = v.safeParse(documentId, given);
  return read.success ? read.output : undefined;
}

/** The UUID that identifies a repeated request. UUIDs ignore case, so it is stored in lower case. */
export const requestUuid = (refusal: string) => v.pipe(v.string(), v.uuid(refusal), v.toLowerCase());
