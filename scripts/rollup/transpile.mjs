import { pathToFileURL } from 'node:url';
import nodeResolve from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { minify as oxcMinify, transformWithOxc } from 'vite';
import { ownPackages } from '../own-packages.mjs';
import { root } from '../run.mjs';

const source = /\.tsx?$/;

/**
 * TypeScript to JavaScript, a file at a time, with Vite's own compiler. It checks nothing: that is `npm run types`. ES2022, like tsconfig.json. For
 * everything but the card (docs/decisions/tools.md).
 */
export function transpile() {
  return {
    name: 'transpile',

    resolveId(id) {
      if (id.startsWith('@oxc-project/runtime/'))
        this.error(`The compiler asks for ${id}: write it in transpile.mjs`);
      return null;
    },

    async transform(code, id) {
      if (!source.test(id)) return null;
      const { code: compiled } = await transformWithOxc(code, id, {
        target: 'es2022',
        sourcemap: false,
        // Nothing is read from tsconfig.json for each file.
        tsconfig: false,
        jsx: { runtime: 'automatic' },
        // Like `verbatimModuleSyntax`: an import stays unless it says `type`.
        typescript: { onlyRemoveTypeImports: true },
      });
      return { code: compiled, map: null };
    },
  };
}

/** Vite's minifier. On the dashboard ten times as fast as terser and no larger (measured: 0.5 s against 11 s on two cores). */
export function minify() {
  return {
    name: 'minify',
    async renderChunk(code, chunk) {
      const result = await oxcMinify(chunk.fileName, code, { module: true, compress: true, mangle: true });
      if (result.errors.length > 0) this.error(result.errors[0].message);
      return { code: result.code, map: null };
    },
  };
}

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
