import { expect, it } from 'vitest';
import { chunksWithReact } from './npm-package.mjs';

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
