import { rollup } from 'rollup';
import { expect, it, vi } from 'vitest';
import { importAgain, importer } from './import-again.mjs';

it('asks for a chunk under a new address after each failure, and keeps the address that loaded', async () => {
  const answers = [false, false, true, true];
  const load = vi.fn(async (address) => {
    if (answers.shift()) return address;
    throw new Error(`${address} did not load`);
  });
  const importOrAskAgain = importer();
  await expect(importOrAskAgain('./part.js', load)).rejects.toThrow('./part.js did not load');
  await expect(importOrAskAgain('./part.js', load)).rejects.toThrow('./part.js#again-1 did not load');
  expect(await importOrAskAgain('./part.js', load)).toBe('./part.js#again-2');
  expect(await importOrAskAgain('./part.js', load)).toBe('./part.js#again-2');
});

it('wraps each dynamic import of a chunk, and leaves a chunk without any as it is', async () => {
  const sources = { main: 'export const open = () => import("part")', part: 'export const part = 1' };
  const virtual = { name: 'virtual', resolveId: (id) => id, load: (id) => sources[id] };
  const bundle = await rollup({ input: 'main', plugins: [virtual, importAgain()] });
  const { output } = await bundle.generate({ format: 'es', chunkFileNames: '[name].js' });
  const codeOf = (fileName) => output.find((chunk) => chunk.fileName === fileName).code;
  expect(codeOf('main.js')).toContain(`importOrAskAgain('./part.js', (address) => import(address))`);
  expect(codeOf('part.js')).not.toContain('importOrAskAgain');
});
