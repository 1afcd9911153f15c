import { placesOf, Refusal, type Place } from './place';
import { readBytes, readNumber, readString } from './literals';

export type Token =
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
export class Lexer {
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
