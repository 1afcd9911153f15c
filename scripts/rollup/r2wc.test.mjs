import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { rollup } from 'rollup';
import { expect, it } from 'vitest';
import { withoutProps } from './r2wc.mjs';

const core = createRequire(import.meta.url)
  .resolve('@r2wc/core')
  .replace(/[^/]+$/, 'core.js');

/** What is left of a file of that name, as Rollup ships it. */
async function shipped(code) {
  const file = { name: 'file', resolveId: () => core, load: () => code };
  const bundle = await rollup({ input: core, plugins: [file, withoutProps()] });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  return output[0].code;
}

it('leaves of r2wc its class that mounts, renders again and unmounts, and nothing about props', async () => {
  const code = await shipped(await readFile(core, 'utf8'));
  expect(code).toContain('.attachShadow(');
  for (const kept of ['mount', 'update', 'unmount', 'connectedCallback', 'disconnectedCallback'])
    expect(code).toContain(kept);
  for (const gone of ['observedAttributes', 'getAttribute', 'propTypes', 'dispatchEvent', 'parse'])
    expect(code).not.toContain(gone);
});

it('ends the build when what would stay needs something of what would go', async () => {
  const code = (await readFile(core, 'utf8')).replace(
    'connectedCallback() {',
    'connectedCallback() { void n;',
  );
  await expect(shipped(code)).rejects.toThrow('is not what it used to look like');
});

it('ends the build when r2wc looks different', async () => {
  await expect(shipped('export default function T(t) { class v {} return v; }')).rejects.toThrow(
    'is not what it used to look like',
  );
});
