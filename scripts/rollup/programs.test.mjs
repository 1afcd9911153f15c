import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { parseAst } from 'rollup/parseAst';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { settings } from '@busker/functions/settings';
import { sentences } from '@busker/local/demo-banner.js';
import { root } from '../run.mjs';
import { aboveFloor, browserFloor } from './browser-floor.mjs';
import { css } from './css.mjs';
import { emulatorScripts, filesWithRequire, withImports } from '../load-servers.mjs';
import { licences, packageFolderOf } from './licences.mjs';
import { platformIcons } from './embed.mjs';
import { originsOf, straightImports } from './imports.mjs';
import { importTypeScript, transpile } from './transpile.mjs';

describe('types in a program', () => {
  /** What a program of these files runs as. */
  async function built(files) {
    const bundle = await rollup({
      input: Object.keys(files)[0],
      external: ['react/jsx-runtime'],
      plugins: [
        {
          name: 'files',
          resolveId: (id) => Object.keys(files).find((name) => name.startsWith(id.replace('./', ''))) ?? null,
          load: (id) => files[id] ?? null,
        },
        transpile(),
      ],
    });
    const { output } = await bundle.generate({ format: 'es' });
    return output[0].code;
  }

  it('leaves the types out and the fields of classes as they are', async () => {
    const code = await built({
      'main.tsx': `import { type Shape, area } from './area';
      import type { Nothing } from './nothing';
      export class Square implements Shape { side: number = 3; declare readonly name: string }
      export const answer: number | Nothing = area(new Square());
      export const drawn = <p>{answer}</p>;`,
      'area.ts':
        'export interface Shape { side: number }\nexport const area = ({ side }: Shape): number => side * side;',
    });
    expect(code).not.toMatch(/interface|: number|nothing/);
    expect(code).toContain('side = 3');
    expect(code).toContain('jsx("p"');
  });
});

describe('imports from an index', () => {
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

  it('finds no package in the lock file that is a symbolic link but our own: scripts/rollup/programs.mjs relies on it', async () => {
    const { packages } = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8'));
    const links = Object.keys(packages).filter((name) => packages[name].link);
    expect(links.filter((name) => !name.startsWith('node_modules/@busker/'))).toEqual([]);
  });
});

describe('a build that imports TypeScript', () => {
  it('runs a module with what it imports', async () => {
    const { findPlatform } = await importTypeScript('core/platforms/platform-catalogue.ts');
    expect(findPlatform('https://open.spotify.com/artist/1')).toMatchObject({ id: 'spotify' });
  });

  it('lets a module read files beside it', async () => {
    const { npmFiles } = await importTypeScript('widget/npm-files.ts');
    expect(npmFiles('1.2.3').LICENSE).toMatch(/MIT/);
  });
});

describe('style sheets', () => {
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
});

describe('what the oldest browsers lack', () => {
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

  it('is what the page for sites names, to which the page for hosts leads', async () => {
    const { safari, chrome, firefox } = browserFloor;
    const read = async (page) => (await readFile(`${root}docs/${page}`, 'utf8')).replaceAll(/\s+/g, ' ');
    expect(await read('sites/embedding.md')).toContain(
      `Safari ${safari} (macOS and iOS), Chrome and Edge ${chrome}, Firefox ${firefox}`,
    );
    expect(await read('hosts/self-hosting.md')).toContain('(../sites/embedding.md#browsers)');
  });
});

describe('the icons that the build ships', () => {
  let icons = [];
  beforeAll(async () => {
    icons = await platformIcons();
  });

  it('are there for every platform of the catalogue, mail and telephone, once each', () => {
    const ids = icons.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['spotify', 'linkedin', 'email', 'phone', 'shopping-bag']));
  });

  it('are small drawings on one grid, with nothing in them that runs, loads or speaks', () => {
    for (const { id, source } of icons) {
      expect(source, id).toMatch(/^<svg [^>]*viewBox="0 0 24 24"[^>]*>(<path [^>]*\/>)+<\/svg>$/);
      expect(source, id).not.toMatch(/href|script|style|url\(|\bon\w+=/);
      expect(source.length, id).toBeLessThan(12_000);
    }
  });
});

// Holds host-133.
describe('the licences of what ships', () => {
  /** What the plugin writes about a program of these modules, and what it refuses. */
  function listed(...ids) {
    const modules = Object.fromEntries(ids.map((id) => [id, { renderedLength: 1 }]));
    const written = [];
    const refused = [];
    const context = {
      emitFile: ({ source }) => written.push(source),
      error: (sentence) => {
        refused.push(sentence);
        throw new Error(sentence);
      },
    };
    try {
      licences().generateBundle.call(context, {}, { 'main.js': { modules } });
    } catch {
      // It is in `refused`.
    }
    return { written: written.join(''), refused: refused.join('') };
  }

  it('names each package once, with the text of its licence, and none of our own files', () => {
    const { written } = listed(
      `${root}core/base/result.ts`,
      `${root}node_modules/preact/dist/preact.mjs`,
      `\0${root}node_modules/preact/hooks/dist/hooks.mjs?commonjs`,
      `${root}node_modules/@hono/node-server/dist/index.mjs`,
    );
    expect(written.match(/^preact /gm)).toHaveLength(1);
    expect(written).toMatch(/^preact [\d.]+ \(MIT\), \S+\n\nThe MIT License/m);
    expect(written).toContain('@hono/node-server');
    expect(written).not.toContain('result');
  });

  it('names drawings of others that are files of ours', () => {
    const { written } = listed(`${root}dashboard/icons/screen-icons.ts`);
    expect(written).toMatch(/^Tabler Icons [\d.]+ \(MIT\), \S+\n\nMIT License/m);
  });

  it('refuses a package with a licence that nobody has read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'busker-licence-'));
    const own = `${folder}/node_modules/strange`;
    await mkdir(own, { recursive: true });
    await writeFile(`${own}/package.json`, '{"name":"strange","version":"1.0.0","license":"AGPL-3.0"}');
    expect(listed(`${own}/index.js`).refused).toContain('strange (AGPL-3.0)');
    await rm(folder, { recursive: true });
  });

  it('finds the package of a module that another package brings', () => {
    expect(packageFolderOf('/r/node_modules/a/node_modules/@b/c/d/e.js?x')).toBe(
      '/r/node_modules/a/node_modules/@b/c',
    );
    expect(packageFolderOf('/r/core/a.ts')).toBeNull();
  });
});

it('the build makes everything again when a script that it stands on has changed', async () => {
  const names = (await readdir(`${root}scripts/rollup`)).filter((name) => /^[\w-]+\.mjs$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(`${root}scripts/rollup/${name}`, 'utf8')));
  const imported = texts.flatMap((text) => [...text.matchAll(/from '\.\.\/([\w/-]+\.mjs)'/g)]);
  const build = await readFile(`${root}scripts/build.mjs`, 'utf8');
  // The first has no part in what is built, the second makes the program of a release alone, and the third only fetches what a committed file is made of.
  const apart = ['run.mjs', 'load-servers.mjs', 'firebase/installed.mjs'];
  const others = imported.map(([, name]) => name).filter((name) => !apart.includes(name));
  expect(others.filter((name) => !build.includes(`'scripts/${name}'`))).toEqual([]);
  expect(others.length).toBeGreaterThan(0);
});

// That the files of the image run, in both uses, is tried by `node scripts/image.mjs --try`.
// Holds host-178.
describe('the Dockerfile', () => {
  it('has only steps that run on plain Debian too, a user without rights, and a health check', async () => {
    const text = (await readFile(`${root}Dockerfile`, 'utf8')).replaceAll(/^#.*\n/gm, '');
    const steps = text
      .split('\n')
      .filter(Boolean)
      .map((line) => /^([A-Z]+) (.+)$/.exec(line)?.slice(1) ?? [line]);
    const all = (name) => steps.filter(([step]) => step === name).map(([, words]) => words);
    const known = 'FROM WORKDIR COPY RUN USER ENV VOLUME EXPOSE HEALTHCHECK ENTRYPOINT CMD'.split(' ');
    expect(steps.map(([step]) => step).filter((step) => !known.includes(step))).toEqual([]);
    expect(all('HEALTHCHECK')).toHaveLength(1);
    expect(all('RUN')).toEqual(['node scripts/image.mjs']);
    const laid = /const user = ([\d_]+);/.exec(await readFile(`${root}scripts/image.mjs`, 'utf8'))?.[1];
    const user = laid?.replace('_', '');
    expect(all('USER')).toEqual([`${user}:${user}`]);
    expect(
      all('COPY')
        .slice(1)
        .every((words) => words.includes('/src/dist/image/')),
    ).toBe(true);
    expect(all('FROM')).toEqual(['node:24-bookworm-slim AS made', 'debian:bookworm-slim']);
    for (const name of ['ENTRYPOINT', 'CMD'])
      for (const words of all(name)) expect(JSON.parse(words)).toBeTruthy();
  });

  it('leaves out the settings and the key file that a host lays beside the compose file, and Git does too', async () => {
    const left = (await readFile(`${root}.dockerignore`, 'utf8')).split('\n');
    expect(left).toEqual(expect.arrayContaining(['**/.env', '**/.env.*', '**/key.json', '**/node_modules']));
    const notKept = (await readFile(`${root}.gitignore`, 'utf8')).split('\n');
    expect(notKept).toEqual(expect.arrayContaining(['.env', 'key.json']));
  });
});

// What other programs say of these files: docs/hosts/proved.md.
// Holds host-262.
it('the files for hosts and the workflows name ports, settings, files and commands that there are', async () => {
  const read = (file) => readFile(root + file, 'utf8');
  const [compose = '', unit = '', caddy = ''] = await Promise.all(
    ['compose.yaml', 'busker.service', 'Caddyfile'].map((name) => read(`host/server/${name}`)),
  );
  const image = await read('Dockerfile');
  const given = [...compose.matchAll(/^ {6}([A-Z_]+): /gm), ...unit.matchAll(/[ =]([A-Z_]+)=/g)];
  const known = [...settings.map(({ name }) => name), 'BUSKER_HOST', 'GOOGLE_APPLICATION_CREDENTIALS'];
  expect(given.length).toBeGreaterThan(5);
  expect(given.map(([, name]) => name).filter((name) => ![...known, 'NODE_ENV'].includes(name))).toEqual([]);
  const ports = [...caddy.matchAll(/\bbusker[ :](\d+)/g)].map(([, port]) => port);
  expect(ports).toEqual(['9464', '4100']);
  const exposed = /^EXPOSE (.+)$/m.exec(image)?.[1]?.split(' ');
  expect(exposed).toEqual(expect.arrayContaining(ports));
  for (const port of ports)
    expect(settings.some(({ meaning }) => meaning.includes(`(default ${port})`))).toBe(true);
  expect(unit.match(/\/opt\/busker\/server\/busker\.mjs server/g)).toHaveLength(2);
  // A stop takes ten seconds at most (docs/hosts/server.md).
  expect([compose, unit].map((text) => /(?:period: |StopSec=)(\d+)/.exec(text)?.[1])).toEqual(['12', '12']);
  expect(compose).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');

  const { scripts } = JSON.parse(await read('package.json'));
  const workflows = await Promise.all(
    ['check', 'release'].map((name) => read(`.github/workflows/${name}.yml`)),
  );
  const ran = workflows.flatMap((text) => [...text.matchAll(/^ *- run: (.+)$/gm)].map(([, words]) => words));
  const isThere = (words) =>
    ['npm ci', '.ci/run'].includes(words) ||
    words.startsWith('docker buildx ') ||
    /^npm run ([\w:-]+)/.exec(words)?.[1] in scripts;
  expect(ran.length).toBeGreaterThan(4);
  expect(ran.filter((words) => !isThere(words))).toEqual([]);
});

// That the demo starts in an empty folder and takes a tip is tried by `npm run release -- --try`.
// Holds host-134.
describe('the bundle of the demo', () => {
  // Holds host-181.
  it('says that it is a demo in each language of the product', () => {
    expect(Object.keys(sentences).toSorted()).toEqual([...shippedLanguages].toSorted());
    expect(new Set(Object.values(sentences)).size).toBe(shippedLanguages.length);
  });

  it('brings every script that a page of the emulators asks for', async () => {
    const read = (file) => readFile(`${root}emulators/${file}`, 'utf8');
    const auth = [...(await read('auth/pages/serve-page.ts')).matchAll(/: script\('([\w-]+)'/g)];
    const [, union] = /type BrowserScript =([^;]+);/.exec(await read('stripe/pages/serve-page.tsx'));
    const stripe = [...union.matchAll(/'([\w-]+)'/g)];
    const names = (found) => [...new Set(found.map(([, name]) => name))].toSorted();
    expect(emulatorScripts.auth).toEqual(names(auth));
    expect(emulatorScripts.stripe.toSorted()).toEqual(names(stripe));
    expect(await read('push/start-push.ts')).toContain(`browser/${emulatorScripts.push[0]}.ts`);
  });

  it.each(filesWithRequire)('reads the files of packages in %s by imports alone', async (file) => {
    const changed = withImports(file, await readFile(root + file, 'utf8'));
    expect(changed).toMatch(/^import .* from '@google-cloud\//);
    expect(changed.replace(/^import .*$/gm, '')).not.toMatch(/createRequire|require[.(]/);
    expect(() => withImports(file, 'nothing of it')).toThrow('no longer has');
    expect(withImports('local/run.ts', '')).toBeNull();
  });
});
