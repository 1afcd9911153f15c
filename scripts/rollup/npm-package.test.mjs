import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chunksWithReact, faultOnServer } from './npm-package.mjs';

const bundle = {
  'index.js': { imports: ['chunks/card.js'], dynamicImports: [] },
  'react.js': { imports: ['react', 'index.js'], dynamicImports: [] },
  'chunks/card.js': { imports: ['index.js'], dynamicImports: ['chunks/sheet.js'] },
  'chunks/sheet.js': { imports: ['chunks/card.js'], dynamicImports: [] },
};

// Holds tag-071.
it('finds no React behind the plain entry of the npm package while the component alone imports it', () => {
  expect(chunksWithReact(bundle, 'index.js')).toEqual([]);
  expect(chunksWithReact(bundle, 'react.js')).toEqual(['react.js']);
});

it.each(['react', 'react/jsx-runtime', 'react-dom/client'])(
  'finds %s in a chunk that the plain entry loads only later',
  (name) => {
    const sheet = { imports: [name], dynamicImports: [] };
    expect(chunksWithReact({ ...bundle, 'chunks/sheet.js': sheet }, 'index.js')).toEqual(['chunks/sheet.js']);
  },
);

// Holds host-095.
it.each([
  ['nothing of a browser', 'export const found = typeof document;', 'no fault'],
  ['a document that it asks for at once', 'document.compatMode;', 'document is not defined'],
  ['the class of an element', 'class Card extends HTMLElement {}', 'HTMLElement is not defined'],
  ['words for the console', "console.log('I am here');", 'I am here'],
])('the build imports each entry where there is no browser: one with %s', async (_what, source, fault) => {
  const folder = await mkdtemp(join(tmpdir(), 'busker-entry-'));
  const files = {
    'index.js': 'export {};',
    'react.js': source,
    'package.json': JSON.stringify({
      type: 'module',
      exports: {
        '.': { default: './index.js' },
        './react': { default: './react.js' },
        './package.json': './package.json',
      },
    }),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const found = await faultOnServer(folder);
  expect(found ?? 'no fault').toContain(fault);
  await rm(folder, { recursive: true });
});
