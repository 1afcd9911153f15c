import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { root } from '../run.mjs';
import {
  chunksWithReact,
  cutLock,
  faultOnServer,
  preactOnFrozenPages,
  r2wcWithoutProps,
} from './packages.mjs';
import { rollup } from 'rollup';

describe('the npm package', () => {
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
      expect(chunksWithReact({ ...bundle, 'chunks/sheet.js': sheet }, 'index.js')).toEqual([
        'chunks/sheet.js',
      ]);
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
});

describe('the lock of the functions', () => {
  const own = { name: 'busker-functions', version: '0.1.0', engines: { node: '24' } };
  const packages = {
    'node_modules/a': {
      version: '1.0.0',
      dependencies: { b: '^1.0.0' },
      peerDependencies: { c: '1', d: '1' },
      peerDependenciesMeta: { d: { optional: true } },
    },
    'node_modules/a/node_modules/b': { version: '1.2.0', optionalDependencies: { gone: '1', e: '1' } },
    'node_modules/b': { version: '2.0.0', dev: true },
    'node_modules/c': { version: '1.0.0', devOptional: true },
    'node_modules/d': { version: '1.0.0' },
    'node_modules/e': { version: '1.0.0', optional: true, dependencies: { a: '1.0.0' } },
  };

  it('keeps what the packages need, where it lies, and nothing else', () => {
    const { packages: kept } = cutLock({ packages }, { ...own, dependencies: { a: '1.0.0' } });
    expect(Object.keys(kept)).toEqual([
      '',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/e',
    ]);
    expect(kept['node_modules/c']).toEqual({ version: '1.0.0' });
  });

  it('fails when a needed package is missing', () => {
    const broken = { packages: { 'node_modules/a': { version: '1.0.0', dependencies: { gone: '1' } } } };
    expect(() => cutLock(broken, { ...own, dependencies: { a: '1.0.0' } })).toThrow(
      'no gone, which node_modules/a needs',
    );
  });

  // Holds host-012.
  it('is one that npm ci takes, cut from the real one', async () => {
    const lock = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8'));
    const { dependencies: all } = JSON.parse(await readFile(`${root}functions/package.json`, 'utf8'));
    const names = ['firebase-admin', 'firebase-functions', 'stripe'];
    const dependencies = Object.fromEntries(names.map((name) => [name, all[name]]));
    const cut = cutLock(lock, { ...own, dependencies });
    expect(Object.keys(cut.packages).length).toBeLessThan(Object.keys(lock.packages).length / 3);
    const folder = await mkdtemp(join(tmpdir(), 'busker-lock-'));
    try {
      await writeFile(join(folder, 'package.json'), JSON.stringify({ ...own, private: true, dependencies }));
      await writeFile(join(folder, 'package-lock.json'), JSON.stringify(cut));
      const { stdout } = await promisify(execFile)(
        'npm',
        ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'],
        { cwd: folder },
      );
      expect(stdout).toMatch(/added \d{3} packages/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

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
