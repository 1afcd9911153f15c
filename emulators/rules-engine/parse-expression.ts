import type { Cursor } from './cursor';
import { parsePostfix } from './parse-postfix';
import { Refusal } from './place';
import type { BinaryOp, Expression } from './syntax-tree';

/** From the lowest to the highest precedence. `in` and `is` are between equality and comparison. */
const levels: readonly (readonly string[])[] = [
  ['==', '!='],
  ['in', 'is'],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const binaryOps: ReadonlySet<string> = new Set(levels.flat().filter((op) => op !== 'is'));
const isBinaryOp = (text: string): text is BinaryOp => binaryOps.has(text);

export const typeNames: ReadonlySet<string> = new Set(
  'bool bytes constraint duration float int latlng list map map_diff null number path set string timestamp'.split(
    ' ',
  ),
);

export function parseExpression(cursor: Cursor): Expression {
  return cursor.nested(() => choice(cursor));
}

function choice(cursor: Cursor): Expression {
  const condition = row(cursor, 'or');
  const at = cursor.here;
  if (!cursor.skip('?')) return condition;
  const yes = parseExpression(cursor);
  cursor.expect(':');
  const no = parseExpression(cursor);
  return cursor.node({ kind: 'choice', condition, yes, no, at }, condition, yes, no);
}

function row(cursor: Cursor, kind: 'and' | 'or'): Expression {
  const operand = (): Expression => (kind === 'or' ? row(cursor, 'and') : binary(cursor, 0));
  const at = cursor.here;
  const operands = [operand()];
  while (cursor.skip(kind === 'or' ? '||' : '&&')) operands.push(operand());
  const [only] = operands;
  if (operands.length === 1 && only !== undefined) return only;
  return cursor.node({ kind, operands, at }, ...operands);
}

function binary(cursor: Cursor, level: number): Expression {
  const ops = levels[level];
  if (ops === undefined) return unary(cursor);
  let left = binary(cursor, level + 1);
  for (;;) {
    const { text: op, at } = cursor.lexer.peek();
    if (!ops.some((one) => cursor.isSign(one) || cursor.isWord(one))) return left;
    cursor.lexer.take();
    if (op === 'is') {
      left = cursor.node({ kind: 'is', operand: left, type: typeName(cursor), at }, left);
    } else if (isBinaryOp(op)) {
      const right = binary(cursor, level + 1);
      left = cursor.node({ kind: 'binary', op, left, right, at }, left, right);
    }
  }
}

function typeName(cursor: Cursor): string {
  const at = cursor.here;
  const name = cursor.name('the name of a type');
  if (!typeNames.has(name)) throw new Refusal(at, `Unknown type '${name}'.`);
  return name;
}

function unary(cursor: Cursor): Expression {
  const at = cursor.here;
  if (!cursor.isSign('!', '-')) return parsePostfix(cursor, parseExpression);
  const kind = cursor.lexer.take().text === '!' ? 'not' : 'negate';
  const operand = cursor.nested(() => unary(cursor));
  return cursor.node({ kind, operand, at }, operand);
}
