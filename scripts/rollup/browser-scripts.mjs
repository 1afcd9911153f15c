import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { root } from '../run.mjs';
import { ownPackages } from '../own-packages.mjs';
import { minify, transpile } from './transpile.mjs';

const entry = /^(.+)-(?:script|worker)\.ts$/;
const asked = '\0browser-script';

/** `functions/receipt/browser/receipt-script.ts` exports `receiptScript`, which gets the page, or the worker, that it runs in. */
const functionIn = (file) => basename(file, '.ts').replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());

/** The files of all scripts, by name: `receipt`, `watch-worker`. */
async function scriptFiles() {
  const rooms = await readdir(`${root}functions`, { withFileTypes: true });
  const folders = rooms
    .filter((room) => room.isDirectory())
    .map(({ name }) => `${root}functions/${name}/browser`);
  const found = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  const files = folders
    .flatMap((folder, at) => found[at].map((name) => join(folder, name)))
    .filter((file) => entry.test(file));
  return files.toSorted().map((file) => [basename(file).replace(/(?:-script)?\.ts$/, ''), file]);
}

async function bundle(file, watch) {
  const call = `import { ${functionIn(file)} as run } from ${JSON.stringify(file)}; run(globalThis);`;
  const bundled = await rollup({
    input: asked,
    plugins: [
      {
        name: 'browser-script',
        resolveId: (id) => (id === asked ? id : null),
        load: (id) => (id === asked ? call : null),
      },
      ownPackages(),
      nodeResolve({ extensions: ['.ts'] }),
      transpile(),
      minify(),
    ],
  });
  for (const part of bundled.watchFiles) if (part !== asked) watch(part);
  const { output } = await bundled.generate({ format: 'iife' });
  await bundled.close();
  return output[0].code;
}

/** The scripts of the server's pages, each bundled into one classic script, by name. */
export async function bundleBrowserScripts(watch = () => undefined) {
  const files = await scriptFiles();
  return Object.fromEntries(
    await Promise.all(files.map(async ([name, file]) => [name, await bundle(file, watch)])),
  );
}

/** By the names of core/looks/page-look.ts: the package, and the weights, of which a page asks for all. Together at most 30 kB. */
const served = {
  roboto: ['roboto', 400],
  arimo: ['arimo', 400, 700],
  robotoslab: ['roboto-slab', 400, 700],
  robotomono: ['roboto-mono', 400, 700],
  comingsoon: ['coming-soon', 400],
  ultra: ['ultra', 400],
  marker: ['permanent-marker', 400],
  yellowtail: ['yellowtail', 400],
};

/** Those with a second file, which has the letters of central Europe and Turkey. With it, the other fonts would be 31 to 98 kB, or have no such file. */
const extended = ['ultra', 'yellowtail'];

/** The files of each font, by font, weight and letters: `arimo-700-latin`. */
const fontsByName = Object.entries(served).flatMap(([name, [folder, ...weights]]) =>
  weights.flatMap((weight) =>
    (extended.includes(name) ? ['latin-ext', 'latin'] : ['latin']).map((letters) => [
      `${name}-${weight}-${letters}`,
      `${root}node_modules/@fontsource/${folder}/files/${folder}-${letters}-${weight}-normal.woff2`,
    ]),
  ),
);

/** The same in Base64. */
export const readFontFiles = async () =>
  Object.fromEntries(
    await Promise.all(fontsByName.map(async ([name, file]) => [name, await readFile(file, 'base64')])),
  );

/** A module for each font, in its package, whose licence then stands beside the program (licences.mjs). */
const fontModule = '\0';
const isFont = (id) => id.startsWith(fontModule) && id.endsWith('.woff2');
const allFonts = [
  ...fontsByName.map(([, file], at) => `import font${at} from ${JSON.stringify(fontModule + file)};`),
  `export const fontFiles = { ${fontsByName.map(([name], at) => `'${name}': font${at}`).join(', ')} };`,
].join('\n');

/**
 * For Rollup and Vite: `functions/pages/browser-scripts.ts` becomes the text of the scripts, so that the server and its tests need no bundler when they
 * start, and `functions/pages/font-files.ts` becomes the fonts, because a deployed server has not their packages. Nor has it the package.json of
 * `functions/pages/card-version.ts`.
 */
export function browserScripts() {
  return {
    name: 'browser-scripts',
    resolveId: (id) => (isFont(id) ? id : null),
    async load(id) {
      if (id === `${root}functions/pages/font-files.ts`) return { code: allFonts, map: null };
      if (id === `${root}functions/pages/card-version.ts`) {
        const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
        return { code: `export const cardVersion = ${JSON.stringify(version)};`, map: null };
      }
      if (isFont(id)) {
        const font = await readFile(id.slice(fontModule.length), 'base64');
        return { code: `export default ${JSON.stringify(font)};`, map: null };
      }
      if (id !== `${root}functions/pages/browser-scripts.ts`) return null;
      const texts = await bundleBrowserScripts((file) => this.addWatchFile(file));
      return { code: `export const browserScripts = ${JSON.stringify(texts)};`, map: null };
    },
  };
}
