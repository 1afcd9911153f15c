import { isBuiltin } from 'node:module';

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
