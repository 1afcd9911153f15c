import { pathToFileURL } from 'node:url';
import nodeResolve from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { root } from '../run.mjs';
import { ownPackages } from '../own-packages.mjs';
import { transpile } from './transpile.mjs';

/**
 * Runs a module of our own that is TypeScript, for a plug-in of the build. Rollup is loaded and warm already; tsx would start a compiler and a thread of
 * its own, which take a second of processor time.
 * @param {string} file its path from the root @returns {Promise<any>} what it exports
 */
export async function importTypeScript(file) {
  const bundle = await rollup({
    input: root + file,
    external: /^node:/,
    plugins: [
      ownPackages(),
      nodeResolve({ extensions: ['.ts', '.js'] }),
      transpile(),
      {
        name: 'own-address',
        resolveImportMeta: (property, { moduleId }) =>
          property === 'url' ? JSON.stringify(pathToFileURL(moduleId).href) : null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}
