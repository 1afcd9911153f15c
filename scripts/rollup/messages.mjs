import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { cardFolder, languagesNamed, sourceOf, sourceOfAll, sourceOfEvery } from '../messages/card-texts.mjs';
import { isOnFirstPage, languagesOf, textsOf } from '../messages/read-messages.mjs';
import { ownFile } from '../own-packages.mjs';

const cardPath = join(import.meta.dirname, '../..', cardFolder);
const wanted = /\.json\?(first|rest|all)$/;
const made = /^(.+)\.(first|rest|all|overlay)\.messages\.js$/;
/** A part of the card's texts, of one language or more (scripts/messages/card-texts.mjs): the chunk of `de.json?card-tip` is named `de-tip`. */
const wantedOfCard = /([\w-]+)\.json\?card-([a-z]+)(?:-(every|others))?$/;
/** A group of texts in every language at once. */
const wantedInEvery = /[\w-]+\.json\?every-(\w+)$/;
const madeInEvery = /^(.+)\/every-(\w+)\.messages\.js$/;
/** The overlay's texts in one language: `en.json?overlay-de` reads de.json, because en.json is the only one that core/package.json exports. */
const wantedOfOverlay = /[\w-]+\.json\?overlay-([\w-]+)$/;
/** Groups of the dashboard that it shows in languages other than its own: they come with `?every-…` alone. */
const everyLanguage = /^(startFailure|printedSheet)\./;
const madeOfCard = /\/widget\/messages\/([\w-]+)-([a-z]+)\.js$/;

/**
 * Messages for Rollup and Vite: of `de.json`, `?all` gives every text. Of the dashboard's, `?first` gives those of the first page (the ids of
 * `first-page.json` beside it) and `?rest` all others: so one file a language is enough, and the first page still loads its own texts alone. `?every-wall`
 * gives the texts `wall.…` of every language. Descriptions for translators stay out of what ships.
 */
export function messages() {
  return {
    name: 'messages',
    enforce: 'pre',

    // Vite looks for packages in the sources before it serves them, with plug-ins of its own; without this one it finds no file, and bundles no package.
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [messages()] } } }),

    resolveId(source, importer) {
      const [, language, part, several = language] = wantedOfCard.exec(source) ?? [];
      if (part !== undefined) return `${cardPath}/${several.toLowerCase()}-${part}.js`;
      if (!importer) return null;
      if (![wanted, wantedInEvery, wantedOfOverlay].some((each) => each.test(source))) return null;
      const query = source.slice(source.indexOf('?'));
      const file =
        (ownFile(source) ?? resolve(dirname(importer.split('?')[0]), source.slice(0, -query.length))) + query;
      if (wantedInEvery.test(source)) return file.replace(wantedInEvery, 'every-$1.messages.js');
      if (wantedOfOverlay.test(source)) return file.replace(wantedOfOverlay, '$1.overlay.messages.js');
      // A name of its own, because every bundler has something to do with files that are named .json, each differently.
      return file.replace(wanted, '.$1.messages.js');
    },

    async load(id) {
      const [, name, cardPart] = madeOfCard.exec(id) ?? [];
      if (cardPart !== undefined) return moduleOfCard.call(this, name, cardPart);
      const [, folder, group] = madeInEvery.exec(id) ?? [];
      if (group !== undefined) return moduleOfEvery.call(this, folder, group);
      const [, path, part] = made.exec(id) ?? [];
      if (part === undefined) return null;
      const file = `${path}.json`;
      this.addWatchFile(file);
      const texts = Object.entries(textsOf(await readJson(file))).filter(([key]) => !everyLanguage.test(key));
      const given = part === 'all' ? texts : await partOf.call(this, texts, part, dirname(file));
      if (given.length === 0) this.error(`${basename(file)} has no texts for ?${part}`);
      return { code: `export default ${JSON.stringify(Object.fromEntries(given))};`, map: null };
    },
  };
}

function moduleOfCard(name, part) {
  const languages = languagesNamed(name);
  for (const language of ['en', ...languages]) this.addWatchFile(`${cardPath}/${language}.json`);
  const isOne = languages.length === 1;
  const source = isOne ? sourceOf(languages[0], part) : sourceOfAll(languages, part);
  const plural = source.includes('plural(') ? "import { plural } from './plural';\n" : '';
  return { code: `${plural}export const texts = ${source};`, map: null };
}

function moduleOfEvery(folder, group) {
  for (const language of languagesOf(folder)) this.addWatchFile(`${folder}/${language}.json`);
  return { code: `export const texts = ${sourceOfEvery(folder, group)};`, map: null };
}

async function partOf(texts, part, folder) {
  if (part === 'overlay') return textsBelow(texts, 'overlay.');
  const patterns = join(folder, 'first-page.json');
  this.addWatchFile(patterns);
  const isFirst = isOnFirstPage(await readJson(patterns));
  return texts.filter(([key]) => isFirst(key) === (part === 'first'));
}

/** The texts of a group, by their ids without it. */
const textsBelow = (texts, group) =>
  texts.flatMap(([key, text]) => (key.startsWith(group) ? [[key.slice(group.length), text]] : []));

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));
