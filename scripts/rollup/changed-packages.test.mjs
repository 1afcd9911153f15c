import { readFile } from 'node:fs/promises';
import { rollup } from 'rollup';
import { describe, expect, it } from 'vitest';
import { root } from '../run.mjs';
import { preactOnFrozenPages, r2wcWithoutProps } from './changed-packages.mjs';

/** A program of one file, as the plugin leaves it. */
async function built(plugin, id, code) {
  const file = { name: 'file', resolveId: (asked) => asked, load: () => code };
  const bundle = await rollup({ input: id, external: /^preact/, treeshake: false, plugins: [file, plugin] });
  const { output } = await bundle.generate({ format: 'es' });
  return output[0].code;
}

describe.each([
  ['Preact', preactOnFrozenPages, 'node_modules/preact/dist/preact.mjs', /setPrototypeOf\(n, ?null\)/],
  ['r2wc', r2wcWithoutProps, 'node_modules/@r2wc/core/dist/core.js', /w = \{\}/],
])('what the builds change in %s', (_, plugin, path, changed) => {
  const id = `${root}${path}`;

  it('is changed in the package that is installed', async () => {
    const code = await readFile(id, 'utf8');
    expect(code).not.toMatch(changed);
    expect(await built(plugin(), id, code)).toMatch(changed);
  });

  it('fails the build when the package has it no longer, or not in this file', async () => {
    await expect(built(plugin(), id, 'export const a = 1;')).rejects.toThrow('in another way than it did');
    const elsewhere = id.replace('/dist/', '/build/');
    await expect(built(plugin(), elsewhere, await readFile(id, 'utf8'))).rejects.toThrow(
      'in another way than it did',
    );
  });
});
