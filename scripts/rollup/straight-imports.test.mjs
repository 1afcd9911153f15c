import { readFile } from 'node:fs/promises';
import { rollup } from 'rollup';
import { parseAst } from 'rollup/parseAst';
import { expect, it } from 'vitest';
import { root } from '../run.mjs';
import { originsOf, straightImports } from './straight-imports.mjs';

it('finds where each name of an index comes from, under which name', () => {
  const index = `
    import { A, B as inner } from './a.mjs';
    import * as all from './all.mjs';
    export { A, inner as B, all };
    export { C, D as E } from './c.mjs';
    export { default as F } from './f.mjs';
    export const own = 1;
    export * from './rest.mjs';`;
  expect(Object.fromEntries(originsOf(parseAst(index)))).toEqual({
    A: { from: './a.mjs', name: 'A' },
    B: { from: './a.mjs', name: 'B' },
    C: { from: './c.mjs', name: 'C' },
    E: { from: './c.mjs', name: 'D' },
    F: { from: './f.mjs', name: 'default' },
  });
});

/** Modules by their names; a package is named without a path. `read` gets those that Rollup reads. */
function inMemory(files, read, { sideEffects = false } = {}) {
  return {
    name: 'in-memory',
    resolveId: (id) => ({ id: id.replace('./', 'kit/'), moduleSideEffects: sideEffects }),
    load(id) {
      read.push(id);
      return files[id];
    },
  };
}

const kit = {
  kit: `import { A } from './a'; import { B } from './b'; export { A, B as Bee }; export const own = 'own';`,
  'kit/a': `export const A = 'a';`,
  'kit/b': `export const B = 'b';`,
  'kit/c': `throw new Error('never read');`,
};

/** What a program exports, and the modules that Rollup read for it. */
async function built(program, options) {
  const read = [];
  const bundle = await rollup({
    input: 'program',
    fs: { readFile: (id) => Promise.resolve(kit[id]) },
    plugins: [inMemory({ ...kit, program }, read, options), straightImports(['kit'])],
  });
  const { output } = await bundle.generate({ format: 'es' });
  const module = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return { result: module.default, read: read.toSorted() };
}

it('reads only the modules of a package that are used', async () => {
  expect(await built(`import { A } from 'kit'; export default A;`)).toEqual({
    result: 'a',
    read: ['kit/a', 'program'],
  });
});

it('keeps the names, and what follows the imports', async () => {
  const program = `import {\n  A as first,\n  Bee,\n} from "kit";\nimport { A } from 'kit';\nexport default first + Bee + A;`;
  expect(await built(program)).toEqual({ result: 'aba', read: ['kit/a', 'kit/b', 'program'] });
});

it('asks the index for what it makes itself, and for all of it', async () => {
  expect((await built(`import { own, Bee } from 'kit'; export default own + Bee;`)).result).toBe('ownb');
  expect((await built(`import * as all from 'kit'; export default all.A + all.Bee;`)).result).toBe('ab');
});

it('leaves a package alone whose modules do something when they are loaded', async () => {
  const { read } = await built(`import { A } from 'kit'; export default A;`, { sideEffects: true });
  expect(read).toEqual(['kit', 'kit/a', 'kit/b', 'program']);
});

it('finds no package in the lock file that is a symbolic link: scripts/rollup/programs.mjs relies on it', async () => {
  const { packages } = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8'));
  expect(Object.keys(packages).filter((name) => packages[name].link)).toEqual([]);
});
