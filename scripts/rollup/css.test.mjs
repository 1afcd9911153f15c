import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { css } from './css.mjs';

const files = {
  'main.js': "import './first.css'; import './shared.js'; export const open = () => import('./late.js');",
  'shared.js': "import './shared.css';",
  'late.js':
    "import './late.css'; import './shared.js'; export const deeper = () => import('./later-still.js');",
  'later-still.js': "import './later-still.css';",
  'first.css': '.first{top:1px}',
  'shared.css': '.shared{top:2px}',
  'late.css': '.late{top:3px}',
  'later-still.css': '.still{top:4px}',
  'scoped.js': "import names from './many.module.css'; export default Object.keys(names).join(' ');",
  'many.module.css': ['d', 'b', 'f', 'a', 'e', 'c'].map((name) => `.${name}{top:1px}`).join(''),
};
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-css-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

async function sheetsOf(entry) {
  const bundle = await rollup({ input: join(folder, entry), plugins: [css()] });
  const { output } = await bundle.generate({ format: 'es' });
  const sheets = output.filter(({ fileName }) => fileName.endsWith('.css'));
  return Object.fromEntries(sheets.map(({ names: [name], source }) => [name, source]));
}

it('puts what loads at once and what loads later into one sheet each, in the order of the imports', async () => {
  expect(await sheetsOf('main.js')).toEqual({
    'style.css': '.first{top:1px}.shared{top:2px}',
    'later.css': '.late{top:3px}.still{top:4px}',
  });
});

it('writes no second sheet where nothing that loads later has styles', async () => {
  expect(await sheetsOf('later-still.js')).toEqual({ 'style.css': '.still{top:4px}' });
});

it('gives the scoped names of a sheet in one order, so that the same sources build the same files', async () => {
  const bundle = await rollup({ input: join(folder, 'scoped.js'), plugins: [css()] });
  const { output } = await bundle.generate({ format: 'es' });
  const { default: names } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  expect(names).toBe('a b c d e f');
});
