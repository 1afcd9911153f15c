import { bundlePrograms } from '../load-servers.mjs';
import { root } from '../run.mjs';
import { browserScripts } from './browser-scripts.mjs';
import { licences } from './licences.mjs';

/** The scripts of the emulators' pages, which `npm start` bundles when they are first asked for. The demo has no bundler, so it brings them. */
export const emulatorScripts = {
  auth: ['action', 'chooser', 'google-api', 'outbox', 'relay'],
  push: ['push-manager'],
  stripe: ['card-frame', 'challenge-page', 'checkout-page', 'inspector-page', 'saved-card-page', 'stripe-js'],
};

async function bundledScripts() {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  const { browserScript } = await import('../../emulators/browser-script.ts');
  const entries = Object.entries(emulatorScripts).flatMap(([room, names]) =>
    names.map((name) => [name, new URL(`../../emulators/${room}/browser/${name}.ts`, import.meta.url)]),
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
  'emulators/auth/start-auth.ts': {
    imports: `import * as apiSpecFile from 'firebase-tools/lib/emulator/auth/apiSpec.js';
import exegesisFile from 'exegesis-express';`,
    instead: [
      ['const require = createRequire(import.meta.url);', ''],
      [
        "require('firebase-tools/lib/emulator/auth/apiSpec.js')",
        '(apiSpecFile.default?.default ? apiSpecFile.default : apiSpecFile)',
      ],
      ["const ofTools = createRequire(require.resolve('firebase-tools/package.json'));", ''],
      ["ofTools('exegesis-express')", 'exegesisFile'],
    ],
  },
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
    if (!before.includes(there))
      throw new Error(`scripts/rollup/demo-server.mjs: ${file} no longer has ${there}`);
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
 * The program `busker` in one folder, with emulators, functions and every package that they need, for a machine with Node alone. None of it is a part of
 * what a host deploys to Functions.
 */
export async function bundleDemoServer(outDir) {
  const scripts = await bundledScripts();
  await bundlePrograms({
    names: ['busker'],
    outDir,
    whole: true,
    output: {
      format: 'es',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      banner: ({ isEntry }) => `${isEntry ? '#!/usr/bin/env node\n' : ''}${namesOfCommonJs}`,
    },
    plugins: [
      browserScripts(),
      {
        name: 'demo-server',
        enforce: 'pre',
        load: (id) => (ofRepository(id) === 'emulators/browser-script.ts' ? lookUp(scripts) : null),
        transform(code, id) {
          const changed = withImports(ofRepository(id), code);
          return changed === null ? null : { code: changed, map: null };
        },
      },
      licences(),
    ],
  });
}
