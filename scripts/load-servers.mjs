import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const kept = `${root}node_modules/.cache/busker-servers/`;
/** The files that the last bundle was made of. */
const list = `${kept}files.json`;
const hour = 3_600_000;

/** @param {readonly string[]} files paths from the root @returns {Promise<string | null>} null where one is gone */
async function hashOf(files) {
  // The bundle names its sources by their whole paths, so a copied cache of another checkout does not fit.
  const hash = createHash('sha256').update(root);
  try {
    for (const file of files) hash.update(`${file}\0`).update(await readFile(root + file));
    return hash.digest('hex').slice(0, 16);
  } catch {
    return null;
  }
}

const filesOfLast = async () => JSON.parse(await readFile(list, 'utf8').catch(() => '[]'));

/** A file asks for its own place, which is not that of the bundle. */
const placeOfSources = {
  name: 'place-of-sources',
  transform: {
    filter: { code: /import\.meta\.url/ },
    handler: (code, id) => ({
      code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      map: null,
    }),
  },
};

/** The programs in `local/`: each becomes a file of its own, and shares the chunks of the others. */
const programs = { run: `${root}local/run.ts`, busker: `${root}local/busker.ts` };

/**
 * Vite makes the programs of `local/` from their sources. Vite, because what a release brings (`plugins`, `whole`) reads CommonJS that Rollup does not,
 * such as the emulator of sign-ins. `whole`: with every package in it, for a machine with Node alone.
 */
async function bundlePrograms({ input, outDir, plugins, whole = false, output = {} }) {
  const { build } = await import('vite');
  return build({
    root,
    configFile: false,
    envDir: false,
    logLevel: whole ? 'error' : 'warn',
    plugins,
    ...(whole && { ssr: { noExternal: true } }),
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: !whole,
      rolldownOptions: {
        input,
        ...(whole && { external: [/^node:/] }),
        output,
      },
    },
  });
}

/** Makes the bundle beside its place: a process that starts at the same time never reads half of it. @returns {Promise<string>} its hash */
async function bundle() {
  const folder = kept + randomUUID();
  const beganAt = Date.now();
  const plugins = [placeOfSources];
  const { output } = await bundlePrograms({ input: programs, outDir: folder, plugins });
  const sources = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const files = ['package-lock.json', 'scripts/load-servers.mjs', 'tsconfig.json'];
  files.push(...sources.filter((id) => id.startsWith(root)).map((id) => id.slice(root.length)));
  const hash = await hashOf(files);
  const times = await Promise.all(files.map(async (file) => (await stat(root + file)).mtimeMs));
  // A source that was written meanwhile may be in the bundle as it was before.
  if (times.some((at) => at >= beganAt)) return rm(folder, { recursive: true }).then(bundle);
  await rename(folder, kept + hash).catch(() => rm(folder, { recursive: true }));
  await writeFile(`${folder}.json`, JSON.stringify(files));
  await rename(`${folder}.json`, list);
  return hash;
}

/** Those of other sources, but not what another process has just made. */
async function removeOld(hash) {
  for (const name of await readdir(kept)) {
    const made = (await stat(kept + name).catch(() => null))?.mtimeMs ?? Date.now();
    if (Date.now() - made > hour && name !== hash && kept + name !== list)
      await rm(kept + name, { recursive: true, force: true });
  }
}

/**
 * The folder with the programs of `local/` as JavaScript. Node reads its 400 files of TypeScript in 4.6 s of computing, and one file made of them in 1.7 s (measured). It is made
 * again once a source has changed.
 */
export async function builtPrograms() {
  const files = await filesOfLast();
  const last = files.length > 0 ? await hashOf(files) : null;
  const isMade = last !== null && existsSync(kept + last);
  const hash = isMade ? last : await bundle();
  if (!isMade) await removeOld(hash);
  return kept + hash;
}

/** The program `local/run.ts`. */
export async function loadServers() {
  const folder = await builtPrograms();
  // Errors name the files of the sources.
  process.setSourceMapsEnabled(true);
  return import(pathToFileURL(`${folder}/run.js`).href);
}

/** The scripts of the emulators' pages, which `npm start` bundles when they are first asked for. The demo has no bundler, so it brings them. */
export const emulatorScripts = {
  auth: ['action', 'google-api', 'outbox', 'sign-in-window'],
  push: ['push-manager'],
  stripe: ['card-frame', 'challenge-page', 'checkout-page', 'inspector-page', 'saved-card-page', 'stripe-js'],
};

async function bundledScripts(rooms) {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  const { browserScript } = await import('@busker/emulators/browser-script');
  const entries = rooms.flatMap((room) =>
    (emulatorScripts[room] ?? []).map((name) => [
      name,
      new URL(`../emulators/${room}/browser/${name}.ts`, import.meta.url),
    ]),
  );
  const scripts = {};
  for (const [name, entry] of entries) scripts[name] = await browserScript(entry);
  await unregister();
  return scripts;
}

const lookUp = (scripts) => `const scripts = ${JSON.stringify(scripts)};
export async function browserScript(entry) {
  const [, name = ''] = /([^/]+)\\.ts$/.exec(entry.pathname) ?? [];
  if (!Object.hasOwn(scripts, name)) throw new Error(\`The demo has no script \${name}.\`);
  return scripts[name];
}`;

/** Files that read a file of a package with `require`, which a bundle cannot: what is imported instead, and what stands where it was read. */
const requiring = {
  'emulators/firestore/wire/from-json.ts': {
    imports: "import descriptorFile from '@google-cloud/firestore/build/protos/v1.json';",
    instead: [
      ['const require = createRequire(import.meta.url);', ''],
      ["const admin = createRequire(require.resolve('firebase-admin'));", ''],
      ["admin('@google-cloud/firestore/build/protos/v1.json')", 'descriptorFile'],
    ],
  },
};

/** The text of such a file with imports; null = this file needs none. @returns {string | null} */
export function withImports(file, code) {
  const change = requiring[file];
  if (change === undefined) return null;
  const text = change.instead.reduce((before, [there, instead]) => {
    if (!before.includes(there)) throw new Error(`scripts/load-servers.mjs: ${file} no longer has ${there}`);
    return before.replace(there, () => instead);
  }, code);
  return `${change.imports}\n${text}`;
}

export const filesWithRequire = Object.keys(requiring);

const ofRepository = (id) => (id.startsWith(root) ? id.slice(root.length) : '');

/** Packages of CommonJS read files beside themselves by these names. What the demo does with them, it does not find; none of it is asked for. */
const namesOfCommonJs = `import { fileURLToPath as __toPath } from 'node:url';
const __filename = __toPath(import.meta.url);
const __dirname = __toPath(new URL('.', import.meta.url));`;

/**
 * Programs in one folder, with every package that they need, for a machine with Node alone.
 * @param {{
 *   input: Record<string, string>, outDir: string, plugins: readonly unknown[], rooms: readonly string[], started: string,
 * }} what `rooms`: the emulators whose pages they serve; `started`: which of the programs a shell starts
 */
export async function bundleWhole({ input, outDir, plugins, rooms, started }) {
  const scripts = await bundledScripts(rooms);
  await bundlePrograms({
    input,
    outDir,
    whole: true,
    output: {
      format: 'es',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      banner: ({ name }) => `${name === started ? '#!/usr/bin/env node\n' : ''}${namesOfCommonJs}`,
    },
    plugins: [
      ...plugins,
      {
        name: 'whole-programs',
        enforce: 'pre',
        load: (id) => (ofRepository(id) === 'emulators/browser-script.ts' ? lookUp(scripts) : null),
        transform(code, id) {
          const changed = withImports(ofRepository(id), code);
          return changed === null ? null : { code: changed, map: null };
        },
      },
    ],
  });
}

/** The program `busker` with emulators and functions. None of it is a part of what a host deploys to Functions. */
export const bundleBusker = (outDir, plugins) =>
  bundleWhole({
    input: { busker: programs.busker },
    outDir,
    plugins,
    rooms: Object.keys(emulatorScripts),
    started: 'busker',
  });
