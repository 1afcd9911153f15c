import { Cursor } from './cursor';
import {
  Refusal,
  type AllowStatement,
  type BinaryOp,
  type Expression,
  type FunctionDeclaration,
  type LetBinding,
  type MapEntry,
  type MatchBlock,
  type PathPart,
  type PatternPart,
  type RequestMethod,
  type RulesFile,
  type ServiceName,
} from './syntax-tree';

type ParseExpression = (cursor: Cursor) => Expression;

/** A literal, name, call or bracket, then any number of `.name`, `.method(…)`, `[i]`, `[a:b]`. */
function parsePostfix(cursor: Cursor, parse: ParseExpression): Expression {
  let object = primary(cursor, parse);
  for (;;) {
    const at = cursor.here;
    if (cursor.skip('.')) object = member(cursor, parse, object);
    else if (cursor.isSign('[')) object = bracket(cursor, parse, object);
    else if (cursor.isSign('(')) throw new Refusal(at, 'Only a function or a method can be called.');
    else return object;
  }
}

function member(cursor: Cursor, parse: ParseExpression, object: Expression): Expression {
  const at = cursor.here;
  const name = cursor.name('the name of a field or method');
  if (!cursor.skip('(')) return cursor.node({ kind: 'member', object, name, at }, object);
  const args = cursor.row(')', () => parse(cursor));
  return cursor.node({ kind: 'method', object, name, args, at }, object, ...args);
}

function bracket(cursor: Cursor, parse: ParseExpression, object: Expression): Expression {
  const { at } = cursor.expect('[');
  const index = parse(cursor);
  if (!cursor.skip(':')) {
    cursor.expect(']');
    return cursor.node({ kind: 'index', object, index, at }, object, index);
  }
  const to = parse(cursor);
  cursor.expect(']');
  return cursor.node({ kind: 'slice', object, from: index, to, at }, object, index, to);
}

function primary(cursor: Cursor, parse: ParseExpression): Expression {
  const token = cursor.lexer.peek();
  const { at } = token;
  switch (token.kind) {
    case 'int':
      cursor.lexer.take();
      return { kind: 'int', value: token.value, at };
    case 'float':
      cursor.lexer.take();
      return { kind: 'float', value: token.value, at };
    case 'string':
      cursor.lexer.take();
      return { kind: 'string', value: token.value, at };
    case 'bytes':
      cursor.lexer.take();
      return { kind: 'bytes', value: token.value, at };
    case 'word':
      cursor.lexer.take();
      return word(cursor, parse, token.text, at);
    case 'sign':
      return signed(cursor, parse);
    case 'end':
      return cursor.refuse('Expected a value');
  }
}

function word(cursor: Cursor, parse: ParseExpression, name: string, at: Expression['at']): Expression {
  if (name === 'true' || name === 'false') return { kind: 'bool', value: name === 'true', at };
  if (name === 'null') return { kind: 'null', at };
  if (!cursor.skip('(')) return { kind: 'name', name, at };
  const args = cursor.row(')', () => parse(cursor));
  return cursor.node({ kind: 'call', name, args, at }, ...args);
}

function signed(cursor: Cursor, parse: ParseExpression): Expression {
  const at = cursor.here;
  if (cursor.skip('(')) {
    const inner = parse(cursor);
    cursor.expect(')');
    return cursor.node({ ...inner, parentheses: (inner.parentheses ?? 0) + 1 }, inner);
  }
  if (cursor.skip('[')) {
    const items = cursor.row(']', () => parse(cursor));
    return cursor.node({ kind: 'list', items, at }, ...items);
  }
  if (cursor.skip('{')) return map(cursor, parse, at);
  if (cursor.isSign('/')) return path(cursor, parse);
  return cursor.refuse('Expected a value');
}

function map(cursor: Cursor, parse: ParseExpression, at: Expression['at']): Expression {
  const entries = cursor.row('}', (): MapEntry => {
    const key = parse(cursor);
    cursor.expect(':');
    return { key, value: parse(cursor) };
  });
  const parts = entries.flatMap(({ key, value }) => [key, value]);
  return cursor.node({ kind: 'map', entries, at }, ...parts);
}

/** `/users/$(request.auth.uid)/posts`: there are no blanks between the segments. */
function path(cursor: Cursor, parse: ParseExpression): Expression {
  const at = cursor.here;
  const parts: PathPart[] = [];
  const inner: Expression[] = [];
  do {
    cursor.expect('/');
    const text = cursor.lexer.takePathText();
    if (text !== null) parts.push({ kind: 'text', text });
    else if (cursor.lexer.touches('$(')) {
      cursor.expect('$');
      cursor.expect('(');
      const expression = parse(cursor);
      cursor.expect(')');
      parts.push({ kind: 'value', expression });
      inner.push(expression);
    } else cursor.refuse('Expected a path segment');
  } while (cursor.lexer.touches('/') && !cursor.lexer.touches('//') && !cursor.lexer.touches('/*'));
  return cursor.node({ kind: 'path', parts, at }, ...inner);
}

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

const typeNames: ReadonlySet<string> = new Set(
  'bool bytes constraint duration float int latlng list map map_diff null number path set string timestamp'.split(
    ' ',
  ),
);

function parseExpression(cursor: Cursor): Expression {
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

/** The path of a `match`: `/users/{uid}/posts/{rest=**}`. */
function parsePattern(cursor: Cursor, version: '1' | '2'): PatternPart[] {
  const parts: PatternPart[] = [];
  const { at } = cursor.lexer.peek();
  do {
    cursor.expect('/');
    parts.push(parsePart(cursor));
  } while (cursor.isSign('/'));
  const rests = parts.filter((part) => part.kind === 'rest').length;
  if (rests > 1) throw new Refusal(at, 'A path can have at most one {name=**}.');
  if (version === '1' && rests === 1 && parts.at(-1)?.kind !== 'rest') {
    throw new Refusal(
      at,
      `In rules version 1, {name=**} must be the end of the path. Start the file with rules_version = '2';.`,
    );
  }
  return parts;
}

function parsePart(cursor: Cursor): PatternPart {
  const text = cursor.lexer.takePathText();
  if (text !== null) return { kind: 'text', text };
  if (!cursor.lexer.touches('{')) return cursor.refuse('Expected a path segment or {name}');
  cursor.expect('{');
  const name = cursor.name('the name of the wildcard');
  let kind: 'one' | 'rest' = 'one';
  if (cursor.skip('=')) {
    cursor.expect('*');
    if (cursor.skip('*')) kind = 'rest';
  }
  cursor.expect('}');
  return { kind, name };
}

/** Production's limit for a rules file. */
const largestSource = 256 * 1024;
const mostLets = 10;

const methods: Readonly<Record<string, readonly RequestMethod[]>> = {
  get: ['get'],
  list: ['list'],
  read: ['get', 'list'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  write: ['create', 'update', 'delete'],
};

/** Parses a whole rules file; throws a Refusal at the first syntax error. */
export function parseRules(source: string): RulesFile {
  const cursor = new Cursor(source);
  if (source.length > largestSource)
    throw new Refusal(cursor.lexer.placeAt(0), 'A rules file can have at most 256 kB.');
  const version = cursor.isWord('rules_version') ? parseVersion(cursor) : '1';
  const functions: FunctionDeclaration[] = [];
  let service: RulesFile['service'] | null = null;
  while (cursor.lexer.peek().kind !== 'end') {
    if (cursor.isWord('function')) functions.push(parseFunction(cursor));
    else if (cursor.isWord('service') && service === null) service = parseService(cursor, version);
    else if (cursor.isWord('service'))
      cursor.refuse('A file can have only one service; expected the end of the file');
    else cursor.refuse(`Expected 'service' or 'function'`);
  }
  if (service === null) return cursor.refuse(`Expected 'service'`);
  return { version, functions, service };
}

function parseVersion(cursor: Cursor): '1' | '2' {
  cursor.expect('rules_version');
  cursor.expect('=');
  const token = cursor.lexer.peek();
  if (token.kind !== 'string' || (token.value !== '1' && token.value !== '2')) {
    return cursor.refuse(`Expected '1' or '2' in quotes`);
  }
  cursor.lexer.take();
  cursor.expect(';');
  return token.value;
}

function parseService(cursor: Cursor, version: '1' | '2'): RulesFile['service'] {
  cursor.expect('service');
  const at = cursor.here;
  const first = cursor.name('a service');
  cursor.expect('.');
  const name = `${first}.${cursor.name('a service')}`;
  if (!isService(name))
    throw new Refusal(at, `Unknown service '${name}'. Known: cloud.firestore, firebase.storage.`);
  cursor.expect('{');
  const functions: FunctionDeclaration[] = [];
  const matches: MatchBlock[] = [];
  while (!cursor.skip('}')) {
    if (cursor.isWord('function')) functions.push(parseFunction(cursor));
    else if (cursor.isWord('match')) matches.push(parseMatch(cursor, version));
    else cursor.refuse(`Expected 'match', 'function' or '}'`);
  }
  return { name, functions, matches };
}

const isService = (name: string): name is ServiceName =>
  name === 'cloud.firestore' || name === 'firebase.storage';

function parseMatch(cursor: Cursor, version: '1' | '2'): MatchBlock {
  return cursor.nested(() => {
    const { at } = cursor.expect('match');
    const pattern = parsePattern(cursor, version);
    cursor.expect('{');
    const functions: FunctionDeclaration[] = [];
    const allows: AllowStatement[] = [];
    const matches: MatchBlock[] = [];
    while (!cursor.skip('}')) {
      if (cursor.isWord('function')) functions.push(parseFunction(cursor));
      else if (cursor.isWord('match')) matches.push(parseMatch(cursor, version));
      else if (cursor.isWord('allow')) allows.push(parseAllow(cursor));
      else cursor.refuse(`Expected 'allow', 'match', 'function' or '}'`);
    }
    return { pattern, functions, allows, matches, at };
  });
}

function parseAllow(cursor: Cursor): AllowStatement {
  const { at } = cursor.expect('allow');
  const granted = new Set<RequestMethod>();
  do {
    const place = cursor.here;
    const name = cursor.name('a method');
    if (!Object.hasOwn(methods, name)) {
      throw new Refusal(place, `Unknown method '${name}'. Known: ${Object.keys(methods).join(', ')}.`);
    }
    for (const method of methods[name] ?? []) granted.add(method);
  } while (cursor.skip(','));
  let condition = null;
  if (cursor.skip(':')) {
    cursor.expect('if');
    condition = parseExpression(cursor);
  }
  cursor.expect(';');
  return { methods: [...granted], condition, at, text: cursor.lexer.textSince(at.offset) };
}

function parseFunction(cursor: Cursor): FunctionDeclaration {
  cursor.expect('function');
  const at = cursor.here;
  const name = cursor.name('the name of the function');
  cursor.expect('(');
  const parameters = cursor.row(')', () => cursor.name('the name of a parameter'));
  cursor.expect('{');
  const lets: LetBinding[] = [];
  while (cursor.isWord('let')) {
    if (lets.length === mostLets)
      throw new Refusal(cursor.here, `A function can have at most ${mostLets} let bindings.`);
    lets.push(parseLet(cursor));
  }
  cursor.expect('return');
  const body = parseExpression(cursor);
  cursor.expect(';');
  cursor.expect('}');
  return { name, parameters, lets, body, at };
}

function parseLet(cursor: Cursor): LetBinding {
  cursor.expect('let');
  const at = cursor.here;
  const name = cursor.name('a name');
  cursor.expect('=');
  const value = parseExpression(cursor);
  cursor.expect(';');
  return { name, value, at };
}
