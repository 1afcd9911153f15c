import { isBuiltin } from 'node:module';
import { cutLock } from './cut-lock.mjs';

/**
 * Writes the package.json and the package-lock.json that are deployed beside the functions' bundle: the packages that the bundle still imports, at
 * exactly the versions that were tested, and the Node release that Cloud Functions runs (the repository's own
 * `engines` is only the lower bound for working on it).
 */
export function functionsPackage({ rootPackage, lock, node }) {
  return {
    name: 'functions-package',
    generateBundle(_options, bundle) {
      const imported = Object.values(bundle)
        .filter((output) => output.type === 'chunk')
        .flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
        .filter((name) => !(name in bundle) && !isBuiltin(name));
      const names = [...new Set(imported.map(packageOf))].toSorted();
      const dependencies = Object.fromEntries(names.map((name) => [name, rootPackage.dependencies[name]]));
      for (const name of names)
        if (dependencies[name] === undefined)
          this.error(`functions/ imports ${name}, which is not a dependency`);
      const own = { name: 'busker-functions', version: rootPackage.version, engines: { node }, dependencies };
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
