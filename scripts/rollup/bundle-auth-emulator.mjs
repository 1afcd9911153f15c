// node scripts/rollup/bundle-auth-emulator.mjs: writes emulators/auth/vendor/auth-emulator.mjs, the Auth emulator of firebase-tools with what it needs of
// other packages. `npm start` needs this part of firebase-tools alone, of 250 MB. Run it when the version in host/firebase/package.json changes.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { build } from 'vite';
import { licences } from './licences.mjs';
import { root } from '../run.mjs';
import { firebaseFolder, firebaseTools } from '@busker/host/firebase/installed';

const folder = await firebaseFolder();
const ofTools = await firebaseTools();
const auth = `${folder}node_modules/firebase-tools/lib/emulator/auth`;

const anyAnswer = { 200: { description: '', content: { '*/*': { schema: {} } } } };
const methods = ['get', 'post', 'put', 'patch', 'delete'];

function isImplemented({ operationId }) {
  const { authOperations } = ofTools(`${auth}/operations.js`);
  const found = operationId.split('.').reduce((part, name) => part?.[name], authOperations);
  return typeof found === 'function' || found?._ !== undefined;
}

/** The components that `part` refers to, and those that they refer to. */
function referredTo(part, components, found = {}) {
  if (typeof part !== 'object' || part === null) return found;
  const [, kind, name] = /^#\/components\/(\w+)\/([^/]+)$/.exec(part.$ref) ?? [];
  if (name !== undefined && found[kind]?.[name] === undefined) {
    (found[kind] ??= {})[name] = components[kind][name];
    referredTo(components[kind][name], components, found);
  }
  for (const each of Object.values(part)) referredTo(each, components, found);
  return found;
}

/** Half of the description are sentences. The schema of a property with the name `description` is no text. */
const withoutSentences = (key, value) =>
  key === 'description' && typeof value === 'string' ? undefined : value;

/**
 * The emulator's API description without the parts that no client needs, because it is read at each start. Left out are unimplemented operations, the schemas
 * of its own answers, the nine query parameters that every Google API accepts and this one ignores, and what nothing refers to.
 */
function slimApi() {
  const { default: api } = ofTools(`${auth}/apiSpec.js`);
  for (const [path, item] of Object.entries(api.paths)) {
    if (item.parameters)
      item.parameters = item.parameters.filter(({ $ref }) => !$ref?.startsWith('#/components/parameters/'));
    for (const method of methods) {
      if (!item[method]) continue;
      if (isImplemented(item[method])) item[method].responses = anyAnswer;
      else delete item[method];
    }
    if (!methods.some((method) => item[method])) delete api.paths[path];
  }
  const { securitySchemes } = api.components;
  return { ...api, components: { ...referredTo(api.paths, api.components), securitySchemes } };
}

const types = ['application/json', 'application/x-www-form-urlencoded', 'text/html', 'text/plain'];
const mimeTypes = Object.fromEntries(types.map((type) => [type, ofTools('mime-db')[type]]));

/** Parts that the emulator loads and does not need, by the end of their address: logs of the CLI, the addresses of other emulators, encodings and file types of others. */
const instead = {
  'emulator/emulatorLogger.js': `const none = () => {};
exports.EmulatorLogger = { forEmulator: () => new Proxy({}, { get: () => none }) };`,
  // The command `emulators:start` uses them; it shares a file with what is needed.
  'firebase-tools/lib/utils.js': '',
  'firebase-tools/lib/track.js': '',
  'emulator/registry.js': `exports.EmulatorRegistry = { url: () => new URL('http://127.0.0.1'), isRunning: () => false };`,
  'auth/apiSpec.js': `exports.default = ${JSON.stringify(slimApi(), withoutSentences)};`,
  'iconv-lite/lib/index.js': `const utf8 = (name) => /^utf-?8$/i.test(name);
exports.encodingExists = utf8;
exports.decode = (bytes) => new TextDecoder().decode(bytes);
exports.getDecoder = () => { const all = new TextDecoder(); return { write: (part) => all.decode(part, { stream: true }), end: () => all.decode() }; };`,
  // Descriptions of an API that are files, or whose parts are; controllers that are files.
  'json-schema-ref-parser/lib/index.js': 'module.exports = class { bundle(api) { return api; } };',
  'glob/dist/commonjs/index.js': '',
  'yaml/dist/index.js': '',
  'js-yaml/index.js': '',
  'mime-db/index.js': `module.exports = ${JSON.stringify(mimeTypes)};`,
  'mime/types.json': JSON.stringify(
    Object.fromEntries(types.map((type) => [type, mimeTypes[type]?.extensions ?? []])),
  ),
};

const entry = `import server from '${auth}/server.js';
import operations from '${auth}/operations.js';
import state from '${auth}/state.js';
import errors from '${auth}/errors.js';
export const { createApp } = server;
export const { authOperations } = operations;
export const { AgentProjectState, ProjectState } = state;
export const { assert } = errors;
import api from '${auth}/apiSpec.js';
export const { default: apiSpec } = api;
`;

const exegesis = 'exegesis/lib/oas3/';

/**
 * By file: what stands there, and what stands there instead. What the emulator does at each start although few requests need it is done when the first
 * request comes: the start takes 5 ms instead of 150 (measured). What costs a request time without any use is not done at all.
 */
const changed = {
  'emulator/auth/server.js': [
    ['middleware(specForRouter(), {', 'middleware(specForRouter(), { lazyCompileValidationSchemas: true,'],
    // `slimApi` lets every answer pass.
    ['onResponseValidationError(', 'unused('],
  ],
  // An unsigned token needs no key; reading this one fails, in a tenth of the time of a sign-in.
  'emulator/auth/operations.js': [['"fake-secret", {', 'null, {']],
  // A text is sent as it is, without the streams of a pipeline.
  'exegesis/lib/core/exegesisRunner.js': [
    ["(0, stringToStream_1.default)(JSON.stringify(result), 'utf-8')", 'JSON.stringify(result)'],
  ],
  'exegesis/lib/index.js': [
    [
      'const body = httpResult.body;',
      "const body = httpResult.body;\nif (typeof body === 'string') return void res.end(body);",
    ],
  ],
  // The part of the description that a validator needs is copied, and Ajv prepared, when the validator is first asked.
  [`${exegesis}Schema/validators.js`]: [
    [
      'function generateValidator(',
      `function generateValidator(...given) {
      let made;
      return (json) => (made ??= generateValidatorNow(...given))(json);
    }
    function generateValidatorNow(`,
    ],
  ],
  // The operations of a path.
  [`${exegesis}Paths/index.js`]: [
    [
      'const pathObject = new Path_1.default(',
      'let made;\nconst pathObject = () => made ??= new Path_1.default(',
    ],
    ['path: result.value,', 'path: result.value(),'],
  ],
};

const parts = {
  name: 'parts-of-firebase-tools',
  load: (id) => Object.entries(instead).find(([end]) => id.endsWith(`/${end}`))?.[1] ?? null,
  transform(code, id) {
    const [, changes = []] = Object.entries(changed).find(([end]) => id.endsWith(`/${end}`)) ?? [];
    return changes.reduce((text, [found, put]) => {
      if (!text.includes(found)) throw new Error(`${id} has no "${found}" any more.`);
      return text.replaceAll(found, put);
    }, code);
  },
};

/** Texts with line breaks become ordinary strings: searches and reviews of the source then pass over one line. */
async function onOneLine(code) {
  const written = { minify: true, format: 'esm', target: 'es2022', legalComments: 'none' };
  return (await transform(code, { ...written, supported: { 'template-literal': false } })).code;
}

const entryFile = `${folder}auth-emulator-entry.mjs`;
const made = `${root}emulators/auth/vendor/`;
writeFileSync(entryFile, entry);
try {
  const [{ output }] = [
    await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      plugins: [parts, licences()],
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: entryFile,
        write: false,
        minify: true,
        target: 'es2022',
        rollupOptions: { output: { format: 'es', codeSplitting: false } },
      },
    }),
  ].flat();
  mkdirSync(made, { recursive: true });
  const top =
    '// Made by scripts/rollup/bundle-auth-emulator.mjs; licenses.txt beside this file has the licences.\n';
  for (const { type, code, source } of output)
    writeFileSync(
      type === 'chunk' ? `${made}auth-emulator.mjs` : `${made}licenses.txt`,
      type === 'chunk' ? top + (await onOneLine(code)) : source,
    );
} finally {
  rmSync(entryFile);
}
