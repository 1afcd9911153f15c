import type { Cursor } from './cursor';
import { Refusal } from './place';
import type { PatternPart } from './syntax-tree';

/** The path of a `match`: `/users/{uid}/posts/{rest=**}`. */
export function parsePattern(cursor: Cursor, version: '1' | '2'): PatternPart[] {
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
