import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../run.mjs';

/** Licences that ask for no more than their text, and where the source is, beside the program. Another one ends the build: somebody has to read it first. */
const accepted = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'public domain',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
]);

/** The folder of the package that a module is in; null = it is our own, or made by a plugin. */
export function packageFolderOf(id) {
  const [path = ''] = id.replace(/^\0/, '').split('?');
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? null;
}

/** Drawings of others that are files of ours (scripts/rollup/write-icons.mjs), with their licence beside them. */
const drawings = {
  name: 'Tabler Icons',
  version: '3.51.0',
  source: 'https://github.com/tabler/tabler-icons',
  licence: 'MIT',
};
const isDrawing = (id) => id.includes('/dashboard/icons/');

/** Packages have their licence as a word, and old ones as an object or a list of such. */
const licenceIn = ({ license, licenses }) => {
  const [first] = [license ?? licenses ?? []].flat();
  return typeof first === 'object' ? first.type : first;
};

const textIn = (folder) => {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name));
  return file ? readFileSync(join(folder, file), 'utf8').trim() : null;
};

/** Name, version, licence and its text. A folder inside a package may have a package.json without a name: the one above it counts. */
function packageAt(folder) {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return packageAt(dirname(folder));
  const description = JSON.parse(readFileSync(file, 'utf8'));
  const { name, version, author, repository, homepage } = description;
  const by = typeof author === 'object' ? author.name : author;
  const source = repository?.url ?? repository ?? homepage ?? 'no address of its source';
  return { name, version, source, licence: licenceIn(description), by, text: textIn(folder) };
}

/** `licenses.txt` beside what a program is built into: every package of which something is in it, with the text of its licence. */
export function licences(fileName = 'licenses.txt') {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => Object.entries(part.modules ?? {}));
      const used = modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id);
      const folders = [...new Set(used.map(packageFolderOf))].filter((folder) => folder !== null);
      const found = new Map();
      for (const each of folders.map(packageAt)) found.set(`${each.name} ${each.version}`, each);
      if (used.some(isDrawing))
        found.set('drawings', { ...drawings, text: textIn(`${root}dashboard/icons`) });
      const packages = [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const strange = packages.filter(({ licence }) => !accepted.has(licence));
      if (strange.length > 0)
        this.error(
          `Read the licence of ${strange.map(({ name, licence }) => `${name} (${licence})`).join(', ')}, and add it to scripts/rollup/licences.mjs or leave the package out.`,
        );
      const sections = packages.map(
        ({ name, version, source, licence, by, text }) =>
          `${name} ${version} (${licence}), ${source}\n\n${text ?? `${by ? `By ${by}. ` : ''}The package has no text of its licence.`}`,
      );
      const source = `What is built here contains parts of these packages.\n\n${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
