import type { Cursor } from './cursor';
import { Refusal } from './place';
import type { Expression, MapEntry, PathPart } from './syntax-tree';

type ParseExpression = (cursor: Cursor) => Expression;

/** A literal, name, call or bracket, then any number of `.name`, `.method(…)`, `[i]`, `[a:b]`. */
export function parsePostfix(cursor: Cursor, parse: ParseExpression): Expression {
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
