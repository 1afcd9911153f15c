import { readdir, readFile } from 'node:fs/promises';
import { root } from '../run.mjs';
import { moOf, readPo } from './gettext-files.mjs';
import { zipOf } from './zip-file.mjs';

/** Where the plugin for WordPress is; its README is for readers of this repository. */
const folder = `${root}examples/wordpress/`;
const shipped = ['block.js', 'block.json', 'busker.php', 'readme.txt', 'uninstall.php'];

/**
 * The files of the plugin as WordPress installs them, below one folder: translations compiled from the .po files beside them.
 * @returns {Promise<[string, Buffer][]>}
 */
export async function wordpressFiles() {
  const own = shipped.map(async (name) => [`busker/${name}`, await readFile(folder + name)]);
  const translations = (await readdir(`${folder}languages`))
    .filter((name) => name.endsWith('.po'))
    .toSorted();
  const compiled = translations.map(async (name) => [
    `busker/languages/${name.replace(/\.po$/, '.mo')}`,
    moOf(readPo(await readFile(`${folder}languages/${name}`, 'utf8'))),
  ]);
  const licence = ['busker/LICENSE', await readFile(`${root}LICENSE`)];
  return [...(await Promise.all([...own, ...compiled])), licence];
}

/** Lays the plugin for WordPress beside the dashboard, which links it: `/busker.zip`. */
export function wordpressPlugin() {
  return {
    name: 'wordpress-plugin',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'busker.zip', source: zipOf(await wordpressFiles()) });
    },
  };
}
