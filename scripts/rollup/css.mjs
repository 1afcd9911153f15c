import { relative } from 'node:path';
import { bundleAsync, Features } from 'lightningcss';
import { root } from '../run.mjs';

const style = /\.css(\?inline)?$/;

/** The oldest browsers that the styles support, if a build does not name an older Chrome. */
const oldest = { safari: (16 << 16) | (4 << 8), chrome: 109, firefox: 115 << 16 };

/**
 * Style sheets for Rollup, in Vite's spelling so that the same source runs in Vite, Vitest and Storybook:
 * `x.css?inline` is the minified text, `x.module.css` gives scoped names, any other `.css` lands in one of two sheets: `style` for what the page needs at
 * once, `later` for all parts that load later. Not a sheet for each part, because their order would then depend on which part came first. `folder`: where
 * the sheets are.
 */
export function css({ folder = 'assets', chrome = oldest.chrome } = {}) {
  const targets = { ...oldest, chrome: chrome << 16 };
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
      const { atOnce, later } = importOrder(
        entries.flatMap((chunk) => chunk.facadeModuleId ?? []),
        (id) => this.getModuleInfo(id),
      );
      const reached = new Set([...atOnce, ...later]);
      const missing = [...sheets.keys()].filter((id) => !reached.has(id));
      if (missing.length > 0)
        this.error(`Styles that no entry reaches: ${missing.map((id) => relative(root, id)).join(', ')}`);
      for (const [name, order] of Object.entries({ 'style.css': atOnce, 'later.css': later })) {
        const source = order.map((id) => sheets.get(id) ?? '').join('');
        if (source) this.emitFile({ type: 'asset', name, source });
      }
    },

    outputOptions: (options) => ({
      ...options,
      assetFileNames: `${folder}/[name]-[hash][extname]`,
    }),
  };
}

/** In one order: the compiler gives them in a random one, and the names of built files are hashes of what is in them. */
function scopedNames(exports) {
  const sorted = Object.entries(exports ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = sorted.map(([local, { name, composes }]) => [
    local,
    [name, ...composes.map((composed) => composed.name)].join(' '),
  ]);
  return Object.fromEntries(names);
}

/** Modules in the order in which they run: those that are loaded at once, and those that are loaded later. */
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
  const atOnce = [...order];
  for (let next = lazy.shift(); next !== undefined; next = lazy.shift()) visit(next);
  return { atOnce, later: [...order].slice(atOnce.length) };
}
