import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { importTypeScript } from './transpile.mjs';
import { isBuiltin } from 'node:module';

/** Which chunks import React among those that a page loads with this entry, now or later; the dynamic imports count. */
export function chunksWithReact(bundle, entry) {
  const seen = new Set([entry]);
  for (const name of seen) {
    const { imports = [], dynamicImports = [] } = bundle[name] ?? {};
    for (const next of [...imports, ...dynamicImports]) seen.add(next);
  }
  const isReact = (name) => /^react(-dom)?(\/|$)/.test(name);
  return [...seen].filter((name) => bundle[name]?.imports?.some(isReact));
}

/**
 * What goes wrong when a server imports the package: a Node without a browser's globals imports each of its entries. Null if nothing does, nothing is
 * printed and nothing keeps the process alive.
 * @param {string} folder the built package
 */
export async function faultOnServer(folder) {
  const { exports } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const entries = Object.values(exports).flatMap((target) => target.default ?? []);
  const addresses = entries.map((entry) => pathToFileURL(resolve(folder, entry)).href);
  const script = addresses.map((address) => `await import(${JSON.stringify(address)});`).join('\n');
  const args = ['--input-type=module', '--eval', script];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    timeout: 60_000,
    // Nothing that is set for this build may stand in for what a server lacks.
    env: { PATH: process.env.PATH ?? '' },
  }).catch((problem) => ({ stdout: '', stderr: problem.stderr || problem.message }));
  return `${stdout}${stderr}`.trim() || null;
}

/** Lays package.json, README, LICENSE, typings and custom-elements.json beside the npm build. */
export function npmPackage({ version }) {
  return {
    name: 'npm-package',
    async generateBundle(_options, bundle) {
      const found = chunksWithReact(bundle, 'index.js');
      if (found.length > 0)
        this.error(
          `The plain entry of the npm package must work without React, but ${found.join(', ')} imports it.`,
        );
      const { npmFiles } = await importTypeScript('widget/npm-files.ts');
      for (const [fileName, source] of Object.entries(npmFiles(version)))
        this.emitFile({ type: 'asset', fileName, source });
    },
    async writeBundle({ dir }) {
      const fault = await faultOnServer(dir);
      if (fault !== null)
        this.error(`A server must be able to import the npm package where there is no document:\n${fault}`);
    },
  };
}

/**
 * Writes the package.json and the package-lock.json that are deployed beside the functions' bundle: the packages that the bundle still imports, at
 * exactly the versions that were tested, and the Node release that Cloud Functions runs (the repository's own
 * `engines` is only the lower bound for working on it).
 */
export function functionsPackage({ version, dependencies: pinned, lock, node }) {
  return {
    name: 'functions-package',
    generateBundle(_options, bundle) {
      const imported = Object.values(bundle)
        .filter((output) => output.type === 'chunk')
        .flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
        .filter((name) => !(name in bundle) && !isBuiltin(name));
      const names = [...new Set(imported.map(packageOf))].toSorted();
      const dependencies = Object.fromEntries(names.map((name) => [name, pinned[name]]));
      for (const name of names)
        if (dependencies[name] === undefined)
          this.error(`functions/ imports ${name}, which is not in its package.json`);
      const own = { name: 'busker-functions', version, engines: { node }, dependencies };
      const files = {
        'package.json': { ...own, private: true, type: 'module', main: 'index.js' },
        'package-lock.json': cutLock(lock, own),
      };
      for (const [fileName, content] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(content, null, 2)}\n` });
    },
  };
}

const packageOf = (name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/**
 * The part of a package-lock.json (version 3) that some of its packages need, for a package of its own: the same versions at the same places.
 * Without it Cloud Build would choose versions that nobody tested.
 * @throws when a needed package is not in the lock
 */
export function cutLock(lock, { name, version, engines, dependencies }) {
  const kept = {};
  /** Node's own search: beside the package that asks, then one level up, and so on. */
  const placeOf = (wanted, from) => {
    for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
      const path = `${place === '' ? '' : `${place}/`}node_modules/${wanted}`;
      if (lock.packages[path]) return path;
      if (place === '') return null;
    }
  };
  const keep = (wanted, from, optional) => {
    const path = placeOf(wanted, from);
    if (path === null) {
      if (optional) return;
      throw new Error(`package-lock.json has no ${wanted}, which ${from || name} needs`);
    }
    if (kept[path]) return;
    const { dev: _dev, devOptional: _devOptional, ...entry } = lock.packages[path];
    kept[path] = entry;
    for (const each of Object.keys(entry.dependencies ?? {})) keep(each, path, false);
    for (const each of Object.keys(entry.optionalDependencies ?? {})) keep(each, path, true);
    for (const each of Object.keys(entry.peerDependencies ?? {}))
      if (entry.peerDependenciesMeta?.[each]?.optional !== true) keep(each, path, false);
  };
  for (const each of Object.keys(dependencies)) keep(each, '', false);
  const sorted = Object.fromEntries(Object.entries(kept).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name, version, dependencies, engines }, ...sorted },
  };
}

/** A plugin that changes the text of one file of a package. Fails too when the program has no such file, which a package may call otherwise. */
const changed = (name, file, pattern, text, fault) => ({
  name,
  transform(code, id) {
    if (!file.test(id)) return null;
    if (code.match(pattern)?.length !== 1) this.error(fault);
    return { code: code.replace(pattern, text), map: null };
  },
  buildEnd(failed) {
    if (!failed && ![...this.getModuleIds()].some((id) => file.test(id))) this.error(fault);
  },
});

/** Preact's own copy of an object, as its builds have it. */
const copies = /function (\w)\(n,l\)\{for\(var u in l\)n\[u\]=l\[u\];return n\}/g;

/**
 * Preact marks what it draws with a key `constructor`, and copies it by assignment. On a page that has frozen `Object.prototype` (locked-down pages do)
 * such an assignment throws, and nothing is drawn again (preactjs/preact has no option for it). A copy without a prototype has nothing to inherit.
 * When Preact no longer has this function, see whether the zoo's page with frozen prototypes needs it still.
 */
export const preactOnFrozenPages = () =>
  changed(
    'preact-on-frozen-pages',
    /\/preact\/dist\/preact\.(module\.js|mjs)$/,
    copies,
    'function $1(n,l){Object.setPrototypeOf(n,null);for(var u in l)n[u]=l[u];return n}',
    'Preact copies objects in another way than it did',
  );

/** r2wc's table of how each kind of prop is read and written. */
const kinds =
  /\{\s*string: \w+,\s*number: \w+,\s*boolean: \w+,\s*function: \w+,\s*method: \w+,\s*json: \w+\s*\}/g;

/** The card declares no props (widget/element/element.ts), so nothing is read from this table: without it, the first load has 240 bytes less. */
export const r2wcWithoutProps = () =>
  changed(
    'r2wc-without-props',
    /\/@r2wc\/core\/dist\/core\.js$/,
    kinds,
    '{}',
    'r2wc reads props in another way than it did',
  );
