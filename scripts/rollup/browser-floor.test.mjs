import { readFile } from 'node:fs/promises';
import { parseAst } from 'rollup/parseAst';
import { expect, it } from 'vitest';
import { root } from '../run.mjs';
import { aboveFloor, browserFloor } from './browser-floor.mjs';

const found = (code) => aboveFloor(code, (text) => parseAst(text)).map(({ name }) => name);

it.each([
  ['URL.canParse(a)', ['canParse']],
  ['const s = AbortSignal.any([a, b]);', ['any']],
  ['element.checkVisibility({})', ['checkVisibility']],
  ['new Intl.Segmenter()', ['Segmenter']],
  ['if (ready) URL.canParse(a);', ['canParse']],
  ['requestIdleCallback(f)', ['requestIdleCallback']],
  ['if (!a) return1(); else b.showPopover();', ['showPopover']],
  ['window.requestIdleCallback(f)', ['requestIdleCallback']],
  ['(Promise) /* newer */ .\n // than the floor\n try(f)', ['try']],
  ['const [a = [Object.groupBy(b, c)]] = [];', ['groupBy']],
])('finds %s', (code, names) => {
  expect(found(code)).toEqual(names);
});

it.each([
  'element.checkVisibility?.({})',
  'const u = URL.canParse ? URL.canParse(a) : b(a);',
  "if ('Segmenter' in Intl) new Intl.Segmenter();",
  "const f = (e) => { if (typeof e.showPopover !== 'function') return; e.showPopover(); };",
  'Promise.any([a])',
  'schema.parse(a); v.any(); JSON.parse(a)',
  'const groups = list.groupBy(x)',
])('accepts %s', (code) => {
  expect(found(code)).toEqual([]);
});

it.each(['docs/embedding.md', 'docs/self-hosting.md'])('%s names the oldest browsers', async (page) => {
  const { safari, chrome, firefox } = browserFloor;
  const text = (await readFile(`${root}${page}`, 'utf8')).replaceAll(/\s+/g, ' ');
  expect(text).toContain(`Safari ${safari} (macOS and iOS), Chrome and Edge ${chrome}, Firefox ${firefox}`);
});
