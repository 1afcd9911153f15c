import terser from '@rollup/plugin-terser';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rollup } from 'rollup';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { embed } from './embed.mjs';
import { importAgain, importer } from './imports.mjs';

const sources = {
  'entry.js': `
    import { count } from './state.js';
    export const openSheet = () => import('./sheet.js');
    export const openThanks = () => import('./thanks.js');
    export const address = import.meta.url;
    globalThis.started({ openSheet, openThanks, count, address });`,
  'state.js': `
    export let taps = 0;
    export const count = () => ++taps;`,
  'amounts.js': `export const amounts = [3, 5, 10].map((amount) => amount * 100);`,
  'sheet.js': `
    import { taps, count } from './state.js';
    import { amounts } from './amounts.js';
    export const seen = () => taps;
    export const tap = count;
    export const presets = () => amounts;`,
  'thanks.js': `
    import { amounts } from './amounts.js';
    export const last = amounts.at(-1);
    export const sheetToo = () => import('./sheet.js');
    export const receipt = () => import('./receipt.js');`,
  'receipt.js': `
    import { amounts } from './amounts.js';
    export const first = amounts[0];`,
};

let folder = '';
let loads = [];

async function build(minify) {
  folder = await mkdtemp(join(tmpdir(), 'busker-embed-'));
  for (const [name, code] of Object.entries(sources)) await writeFile(join(folder, name), code);
  const bundle = await rollup({
    input: join(folder, 'entry.js'),
    plugins: [embed({ major: 'v1', version: '1.2.3' }), ...(minify ? [terser({ module: true })] : [])],
  });
  await bundle.write({ dir: join(folder, 'dist'), minifyInternalExports: minify });
}

/** What a browser does with `<link rel="modulepreload" integrity>` and `<script type="module" integrity>`, over files. */
function preloading(allowed = true, vendor = '') {
  vi.stubGlobal('navigator', { vendor });
  const append = async (link) => {
    const address = link.href ?? link.src;
    const code = await readFile(fileURLToPath(address.replace(/\?.*/, '')));
    const [kind] = link.integrity.split('-');
    const hash = `${kind}-${createHash(kind).update(code).digest('base64')}`;
    loads.push(address.slice(address.lastIndexOf('/') + 1));
    // WebKit does not compare the hash of a preload.
    const isCompared = !vendor.startsWith('Apple') || link.type === 'module';
    if (hash === link.integrity || !isCompared) link.onload();
    else link.onerror();
  };
  return {
    scripts: [],
    head: { append },
    createElement: (name) => ({
      ...(name === 'link' ? { relList: { supports: () => allowed } } : {}),
      remove: () => undefined,
    }),
  };
}

async function open(file) {
  const started = vi.fn();
  vi.stubGlobal('started', started);
  await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'dist', file.split('?')[0])).href +
      (file.match(/\?.*/) ?? '')
  );
  return started.mock.calls[0][0];
}

const fileOf = async (name) => {
  const files = await readdir(join(folder, 'dist/1.2.3'));
  return join(
    folder,
    'dist/1.2.3',
    files.find((file) => file.startsWith(name)),
  );
};

describe.each([
  ['minified', true],
  ['as written', false],
])('the embed, %s', (_name, minify) => {
  beforeAll(async () => {
    await build(minify);
    return () => rm(folder, { recursive: true });
  });
  beforeEach(() => {
    loads = [];
    vi.stubGlobal('document', preloading());
  });
  afterEach(() => vi.unstubAllGlobals());

  it.each(['v1.js', 'v1.js?ver=6.8', '1.2.3/busker.js'])(
    'shares one state with its chunks when loaded as %s',
    async (file) => {
      const entry = await open(file);
      const sheet = await entry.openSheet();
      sheet.tap();
      entry.count();
      expect(sheet.seen()).toBe(2);
      expect(sheet.presets()).toEqual([300, 500, 1000]);
      expect(entry.address).toContain(file.split('?')[0]);
    },
  );

  it('loads nothing before it is asked to, and every chunk once', async () => {
    const entry = await open('v1.js?once');
    expect(loads).toEqual([]);
    const [thanks] = await Promise.all([entry.openThanks(), entry.openSheet(), entry.openThanks()]);
    expect(await thanks.sheetToo()).toBe(await entry.openSheet());
    expect(thanks.last).toBe(1000);
    expect(loads.toSorted().map((file) => file.replace(/-.*/, ''))).toEqual(['amounts', 'sheet', 'thanks']);
  });

  it('loads a chunk that only another chunk references, with the same state', async () => {
    const entry = await open('v1.js?nested');
    const thanks = await entry.openThanks();
    const receipt = await thanks.receipt();
    expect([receipt.first, await thanks.receipt()]).toEqual([300, receipt]);
    const code = await readFile(join(folder, 'dist/v1.js'), 'utf8');
    expect(code).not.toContain('receipt-');
  });

  // Holds web-051, tag-066.
  it.each(['', 'Apple Computer, Inc.'])(
    'never runs a chunk that is not the published one, and tries again on the next call, in a browser of “%s”',
    async (vendor) => {
      vi.stubGlobal('document', preloading(true, vendor));
      const entry = await open('1.2.3/busker.js?tampered' + vendor.length);
      const file = await fileOf('thanks');
      const published = await readFile(file, 'utf8');
      await writeFile(file, `globalThis.stolen = 1;${published}`);
      await expect(entry.openThanks()).rejects.toThrow(/thanks.*\.js$/);
      expect(globalThis.stolen).toBeUndefined();
      await writeFile(file, published);
      expect((await entry.openThanks()).last).toBe(1000);
    },
  );

  it('loads no chunk in a browser that cannot check it', async () => {
    vi.stubGlobal('document', preloading(false));
    const entry = await open('v1.js?old');
    await expect(entry.openSheet()).rejects.toThrow(/\.js$/);
    expect(loads).toEqual([]);
  });

  it('asks the browser to compile the functions of every file while it arrives', async () => {
    const names = (await readdir(join(folder, 'dist/1.2.3'))).filter((name) => name.endsWith('.js'));
    for (const name of [...names.map((file) => `1.2.3/${file}`), 'v1.js'])
      expect(await readFile(join(folder, 'dist', name), 'utf8'), name).toMatch(
        /^\/\/# allFunctionsCalledOnLoad\n/,
      );
  });

  // Holds web-051, tag-067.
  it('writes down the hash of every file', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'dist/1.2.3/manifest.json'), 'utf8'));
    const names = (await readdir(join(folder, 'dist/1.2.3'))).filter((name) => name.endsWith('.js'));
    expect(Object.keys(manifest.integrity).toSorted()).toEqual(names.toSorted());
    for (const [name, integrity] of Object.entries(manifest.integrity)) {
      const code = await readFile(join(folder, 'dist/1.2.3', name));
      expect(integrity).toBe(`sha384-${createHash('sha384').update(code).digest('base64')}`);
    }
  });
});

describe('a chunk that did not load', () => {
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
});
