import { Refusal, type Place } from './place';

type PlaceAt = (offset: number) => Place;

const simple: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '?': '?',
};
const coded = /x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([0-3][0-7]{2})/y;

interface Escape {
  readonly text: string;
  /** A byte that is written as a number in a bytes literal. */
  readonly byte: number | null;
  readonly end: number;
}

function readEscape(source: string, backslash: number, placeAt: PlaceAt): Escape {
  const letter = source[backslash + 1] ?? '';
  if (Object.hasOwn(simple, letter)) return { text: simple[letter] ?? '', byte: null, end: backslash + 2 };
  coded.lastIndex = backslash + 1;
  const found = coded.exec(source);
  if (found === null) {
    throw new Refusal(placeAt(backslash), `Unknown escape sequence \\${letter}. Write \\\\ for a backslash.`);
  }
  const [all, hex, short, long, octal] = found;
  const code = octal === undefined ? parseInt(hex ?? short ?? long ?? '', 16) : parseInt(octal, 8);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    throw new Refusal(placeAt(backslash), 'This escape sequence is not a Unicode character.');
  }
  const byte = hex !== undefined || octal !== undefined ? code : null;
  return { text: String.fromCodePoint(code), byte, end: backslash + 1 + all.length };
}

interface Piece {
  readonly text: string;
  readonly byte: number | null;
}

function readQuoted(source: string, start: number, placeAt: PlaceAt): { pieces: Piece[]; end: number } {
  const quote = source[start];
  const pieces: Piece[] = [];
  let i = start + 1;
  for (;;) {
    const char = source[i];
    if (char === undefined || char === '\n')
      throw new Refusal(placeAt(start), 'This string has no closing quote.');
    if (char === quote) return { pieces, end: i + 1 };
    if (char === '\\') {
      const escape = readEscape(source, i, placeAt);
      pieces.push(escape);
      i = escape.end;
    } else {
      pieces.push({ text: char, byte: null });
      i++;
    }
  }
}

/** A string literal whose opening quote is at `start`. */
export function readString(source: string, start: number, placeAt: PlaceAt): { value: string; end: number } {
  const { pieces, end } = readQuoted(source, start, placeAt);
  const value = pieces.map((piece) => piece.text).join('');
  if (/\p{Cs}/u.test(value))
    throw new Refusal(placeAt(start), 'This string contains half of a surrogate pair.');
  return { value, end };
}

/** A bytes literal; `start` is its opening quote, after the `b`. Text is UTF-8, `\xff` is one byte. */
export function readBytes(
  source: string,
  start: number,
  placeAt: PlaceAt,
): { value: Uint8Array; end: number } {
  const { pieces, end } = readQuoted(source, start, placeAt);
  const parts: Uint8Array[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') parts.push(Buffer.from(text, 'utf8'));
    text = '';
  };
  for (const piece of pieces) {
    if (piece.byte === null) text += piece.text;
    else {
      flush();
      parts.push(Uint8Array.of(piece.byte));
    }
  }
  flush();
  return { value: new Uint8Array(Buffer.concat(parts)), end };
}

type NumberLiteral =
  | { readonly kind: 'int'; readonly value: bigint; readonly end: number }
  | { readonly kind: 'float'; readonly value: number; readonly end: number };

const digits = /\d+(?:\.\d+)?/y;
const largest = 2n ** 63n - 1n;

/** A number with a dot is a float. The language has no exponents and no other bases. */
export function readNumber(source: string, start: number, placeAt: PlaceAt): NumberLiteral {
  digits.lastIndex = start;
  const text = digits.exec(source)?.[0] ?? '';
  const end = start + text.length;
  if (/[A-Za-z_]/.test(source[end] ?? ''))
    throw new Refusal(placeAt(start), 'This is neither a number nor a name.');
  if (text.length > 400) throw new Refusal(placeAt(start), 'This number is too long.');
  if (text.includes('.')) return { kind: 'float', value: Number(text), end };
  const value = BigInt(text);
  if (value > largest) throw new Refusal(placeAt(start), 'This number does not fit into 64 bits.');
  return { kind: 'int', value, end };
}
