import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const dashboard = join(process.cwd(), 'dashboard');

/** Properties whose text people read or hear. */
const spoken = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'caption',
  'description',
  'error',
  'heading',
  'label',
  'lead',
  'message',
  'note',
  'placeholder',
  'title',
]);
/** Names are the same in every language. */
const names = new Set(['Busker', 'ada']);

const isWord = (text: string): boolean => /\p{L}{2,}/u.test(text) && !names.has(text.trim());

function wordsIn(file: string, source: string): readonly string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isWord(node.text)) found.push(`${file}: ${node.text.trim()}`);
    if (ts.isJsxAttribute(node) && spoken.has(node.name.getText())) {
      const value = node.initializer;
      const literal = value && ts.isJsxExpression(value) ? value.expression : value;
      if (literal && ts.isStringLiteralLike(literal) && isWord(literal.text))
        found.push(`${file}: ${node.name.getText()}="${literal.text}"`);
    }
    ts.forEachChild(node, look);
  };
  look(tree);
  return found;
}

// Holds dash-101.
test('no screen has text outside of messages/', () => {
  const screens = readdirSync(dashboard, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  );
  expect(screens.length).toBeGreaterThan(30);
  expect(screens.flatMap((file) => wordsIn(file, readFileSync(join(dashboard, file), 'utf8')))).toEqual([]);
});

test('finds text outside of messages/', () => {
  const source = '<Button aria-label="Close this" title={"Really"}>Save {name}</Button>';
  expect(wordsIn('x.tsx', source)).toHaveLength(3);
});
