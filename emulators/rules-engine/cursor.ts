import { Lexer, type Token } from './lexer';
import { Refusal, type Place } from './place';
import type { Expression } from './syntax-tree';

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
