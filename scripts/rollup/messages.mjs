import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isOnFirstPage, textsOf } from '../messages/read-messages.mjs';

const wanted = /\.json\?(first|rest|all)$/;
const made = /^(.+)\.(first|rest|all)\.messages\.js$/;

/**
 * Messages for Rollup and Vite: of `de.json`, `?all` gives every text. Of the dashboard's, `?first` gives those of the first page (the ids of
 * `first-page.json` beside it) and `?rest` all others: so one file a language is enough, and the first page still loads its own texts alone. Descriptions for
 * translators stay out of what ships.
 */
export function messages() {
  return {
    name: 'messages',
    enforce: 'pre',

    // Vite looks for packages in the sources before it serves them, with plug-ins of its own; without this one it finds no file, and bundles no package.
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [messages()] } } }),

    resolveId(source, importer) {
      if (!wanted.test(source) || !importer) return null;
      // A name of its own, because every bundler has something to do with files that are named .json, each differently.
      return resolve(dirname(importer.split('?')[0]), source).replace(wanted, '.$1.messages.js');
    },

    async load(id) {
      const [, path, part] = made.exec(id) ?? [];
      if (part === undefined) return null;
      const file = `${path}.json`;
      this.addWatchFile(file);
      const texts = Object.entries(textsOf(await readJson(file)));
      const given = part === 'all' ? texts : await partOf.call(this, texts, part, dirname(file));
      if (given.length === 0) this.error(`${basename(file)} has no texts for ?${part}`);
      return { code: `export default ${JSON.stringify(Object.fromEntries(given))};`, map: null };
    },
  };
}

async function partOf(texts, part, folder) {
  const patterns = join(folder, 'first-page.json');
  this.addWatchFile(patterns);
  const isFirst = isOnFirstPage(await readJson(patterns));
  return texts.filter(([key]) => isFirst(key) === (part === 'first'));
}

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));
