import { relative } from 'node:path';
import { bundleAsync, Features } from 'lightningcss';
import { root } from '../run.mjs';

const style = /\.css(\?inline)?$/;

/** The oldest browsers that the styles support. */
const targets = { safari: (16 << 16) | (4 << 8), chrome: 109 << 16, firefox: 115 << 16 };

/**
 * Style sheets for Rollup, in Vite's spelling so that the same source runs in Vite, Vitest and Storybook:
 * `x.css?inline` is the minified text, `x.module.css` gives scoped names, any `.css` lands in one sheet for the page.
 * One sheet, because a lazy page's styles then cannot arrive in an order that depends on which page came first.
 */
export function css({ fileName = 'assets/style-[hash].css' } = {}) {
  /** @type {Map<string, string>} */
  const sheets = new Map();

  return {
    name: 'css',

    async resolveId(source, importer) {
      if (!style.test(source)) return null;
      const [path, query] = source.split('?');
      const found = await this.resolve(path, importer, { skipSelf: true });
      if (!found) return this.error(`No such style sheet: ${source}, imported by ${importer}`);
      return {
        id: query ? `${found.id}?${query}` : found.id,
        moduleSideEffects: query ? false : 'no-treeshake',
      };
    },

    async load(id) {
      if (!style.test(id)) return null;
      const inline = id.endsWith('?inline');
      const file = id.replace(/\?inline$/, '');
      const { code, exports } = await bundleAsync({
        filename: file,
        // Scoped names are hashed from the path: from the root on, so that every machine builds the same names.
        projectRoot: root,
        minify: true,
        targets,
        // It would set two properties beside every `color-scheme`.
        exclude: Features.LightDark,
        cssModules: file.endsWith('.module.css') ? { pattern: '[local]_[hash]' } : false,
        resolver: {
          resolve: (specifier, from) => {
            this.addWatchFile(from);
            return this.resolve(specifier, from).then((found) => found?.id ?? specifier);
          },
        },
      });
      this.addWatchFile(file);
      const text = code.toString();
      if (text.includes('light-dark('))
        this.error(`${file}: older browsers know no light-dark(), and nothing here replaces it`);
      if (inline) return { code: `export default ${JSON.stringify(text)};`, map: null };
      sheets.set(id, text);
      return { code: `export default ${JSON.stringify(scopedNames(exports))};`, map: null };
    },

    generateBundle(_options, bundle) {
      const entries = Object.values(bundle).filter((chunk) => chunk.type === 'chunk' && chunk.isEntry);
      const order = importOrder(
        entries.flatMap((chunk) => chunk.facadeModuleId ?? []),
        (id) => this.getModuleInfo(id),
      );
      const missing = [...sheets.keys()].filter((id) => !order.includes(id));
      if (missing.length > 0)
        this.error(`Styles that no entry reaches: ${missing.map((id) => relative(root, id)).join(', ')}`);
      const source = order.map((id) => sheets.get(id) ?? '').join('');
      if (source) this.emitFile({ type: 'asset', name: 'style.css', source });
    },

    outputOptions: (options) => ({
      ...options,
      assetFileNames: (asset) =>
        asset.names.includes('style.css') ? fileName : 'assets/[name]-[hash][extname]',
    }),
  };
}

function scopedNames(exports) {
  const names = Object.entries(exports ?? {}).map(([local, { name, composes }]) => [
    local,
    [name, ...composes.map((composed) => composed.name)].join(' '),
  ]);
  return Object.fromEntries(names);
}

/** Modules in the order in which they run, with lazily loaded ones after everything that is loaded at once. */
function importOrder(entries, infoOf) {
  const order = new Set();
  const lazy = [];
  const visited = new Set();
  const visit = (id) => {
    if (visited.has(id)) return;
    visited.add(id);
    const info = infoOf(id);
    for (const imported of info?.importedIds ?? []) visit(imported);
    order.add(id);
    lazy.push(...(info?.dynamicallyImportedIds ?? []));
  };
  for (const id of entries) visit(id);
  for (let next = lazy.shift(); next !== undefined; next = lazy.shift()) visit(next);
  return [...order];
}
