import { Refusal, placesOf, type Place, type Expression } from './syntax-tree';

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
function readString(source: string, start: number, placeAt: PlaceAt): { value: string; end: number } {
  const { pieces, end } = readQuoted(source, start, placeAt);
  const value = pieces.map((piece) => piece.text).join('');
  if (/\p{Cs}/u.test(value))
    throw new Refusal(placeAt(start), 'This string contains half of a surrogate pair.');
  return { value, end };
}

/** A bytes literal; `start` is its opening quote, after the `b`. Text is UTF-8, `\xff` is one byte. */
function readBytes(source: string, start: number, placeAt: PlaceAt): { value: Uint8Array; end: number } {
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
function readNumber(source: string, start: number, placeAt: PlaceAt): NumberLiteral {
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

type Token =
  | { readonly kind: 'word'; readonly text: string; readonly at: Place; readonly end: number }
  | { readonly kind: 'sign'; readonly text: string; readonly at: Place; readonly end: number }
  | {
      readonly kind: 'int';
      readonly value: bigint;
      readonly text: string;
      readonly at: Place;
      readonly end: number;
    }
  | {
      readonly kind: 'float';
      readonly value: number;
      readonly text: string;
      readonly at: Place;
      readonly end: number;
    }
  | {
      readonly kind: 'string';
      readonly value: string;
      readonly text: string;
      readonly at: Place;
      readonly end: number;
    }
  | {
      readonly kind: 'bytes';
      readonly value: Uint8Array;
      readonly text: string;
      readonly at: Place;
      readonly end: number;
    }
  | { readonly kind: 'end'; readonly text: 'the end of the file'; readonly at: Place; readonly end: number };

const signs = /==|!=|<=|>=|&&|\|\||[{}()[\],;:.?<>+\-*/%!=$]/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const blank = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const pathText = /[A-Za-z0-9_.~%@-]+|\(default\)/y;

/**
 * Reads one token at a time. Path segments are read separately, because `a-b` is one segment there and a subtraction
 * elsewhere.
 */
class Lexer {
  readonly source: string;
  readonly placeAt: (offset: number) => Place;
  #offset = 0;
  #next: Token | null = null;

  constructor(source: string) {
    this.source = source;
    this.placeAt = placesOf(source);
  }

  peek(): Token {
    this.#next ??= this.#read();
    return this.#next;
  }

  take(): Token {
    const token = this.peek();
    this.#next = null;
    this.#offset = token.end;
    return token;
  }

  /** The path segment that starts here (without blanks before it), or null. */
  takePathText(): string | null {
    this.#next = null;
    const text = this.#match(pathText);
    if (text === '') return null;
    this.#offset += text.length;
    return text;
  }

  /** Whether the next character is this one, without blanks before it. */
  touches(text: string): boolean {
    return this.source.startsWith(text, this.#offset);
  }

  /** The source from an offset to the end of the last token. */
  textSince(offset: number): string {
    return this.source.slice(offset, this.#offset);
  }

  #match(pattern: RegExp, from = this.#offset): string {
    pattern.lastIndex = from;
    return pattern.exec(this.source)?.[0] ?? '';
  }

  #read(): Token {
    const start = this.#offset + this.#match(blank).length;
    const at = this.placeAt(start);
    const first = this.source[start];
    if (first === undefined) return { kind: 'end', text: 'the end of the file', at, end: start };
    if (this.source.startsWith('/*', start)) throw new Refusal(at, 'This comment has no end.');
    if (first === '"' || first === "'") {
      const { value, end } = readString(this.source, start, this.placeAt);
      return { kind: 'string', value, text: this.source.slice(start, end), at, end };
    }
    if (first === 'b' && /["']/.test(this.source[start + 1] ?? '')) {
      const { value, end } = readBytes(this.source, start + 1, this.placeAt);
      return { kind: 'bytes', value, text: this.source.slice(start, end), at, end };
    }
    if (/[0-9]/.test(first)) {
      const { end, ...number } = readNumber(this.source, start, this.placeAt);
      return { ...number, text: this.source.slice(start, end), at, end };
    }
    const name = this.#match(word, start);
    if (name !== '') return { kind: 'word', text: name, at, end: start + name.length };
    const sign = this.#match(signs, start);
    if (sign !== '') return { kind: 'sign', text: sign, at, end: start + sign.length };
    throw new Refusal(
      at,
      `Unexpected character ${JSON.stringify(String.fromCodePoint(this.source.codePointAt(start) ?? 0))}.`,
    );
  }
}

/** Deeper nesting is refused, so that neither the parser nor the evaluator can overflow the stack. */
const deepest = 60;

/** What every parsing function uses: tokens, errors with their place, and the nesting limit. */
export class Cursor {
  readonly lexer: Lexer;
  readonly #depths = new WeakMap<Expression, number>();
  #nesting = 0;

  constructor(source: string) {
    this.lexer = new Lexer(source);
  }

  get here(): Place {
    return this.lexer.peek().at;
  }

  isSign(...texts: string[]): boolean {
    const token = this.lexer.peek();
    return token.kind === 'sign' && texts.includes(token.text);
  }

  isWord(...texts: string[]): boolean {
    const token = this.lexer.peek();
    return token.kind === 'word' && texts.includes(token.text);
  }

  /** Takes the next token if it is this sign or word. */
  skip(text: string): boolean {
    if (!this.isSign(text) && !this.isWord(text)) return false;
    this.lexer.take();
    return true;
  }

  expect(text: string): Token {
    if (!this.isSign(text) && !this.isWord(text)) this.refuse(`Expected '${text}'`);
    return this.lexer.take();
  }

  name(what: string): string {
    const token = this.lexer.peek();
    if (token.kind !== 'word') return this.refuse(`Expected ${what}`);
    this.lexer.take();
    return token.text;
  }

  refuse(wanted: string): never {
    const token = this.lexer.peek();
    const found = token.kind === 'end' ? token.text : `'${token.text.slice(0, 40)}'`;
    throw new Refusal(token.at, `${wanted}, found ${found}.`);
  }

  /** Limits the recursion of the parser: parentheses, unary operators, blocks. */
  nested<T>(parse: () => T): T {
    if (this.#nesting >= deepest) throw new Refusal(this.here, 'This is nested too deeply.');
    this.#nesting++;
    try {
      return parse();
    } finally {
      this.#nesting--;
    }
  }

  /** Limits the depth of the tree, because `1 + 1 + 1 …` nests to the left without recursion. */
  node<E extends Expression>(expression: E, ...children: readonly Expression[]): E {
    const depth = 1 + Math.max(0, ...children.map((child) => this.#depths.get(child) ?? 0));
    if (depth > deepest) throw new Refusal(expression.at, 'This expression is nested too deeply.');
    this.#depths.set(expression, depth);
    return expression;
  }

  /** `open item, item close`, after the opening sign. */
  row<T>(close: string, parse: () => T): T[] {
    const items: T[] = [];
    while (!this.isSign(close)) {
      items.push(parse());
      if (!this.skip(',')) break;
    }
    this.expect(close);
    return items;
  }
}
