import { Cursor } from './cursor';
import { parseExpression } from './parse-expression';
import { parsePattern } from './parse-pattern';
import { Refusal } from './place';
import type {
  AllowStatement,
  FunctionDeclaration,
  LetBinding,
  MatchBlock,
  RequestMethod,
  RulesFile,
  ServiceName,
} from './syntax-tree';

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
