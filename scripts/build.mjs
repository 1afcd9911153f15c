// npm run build [target …] [-- --force]: makes dist/, skipping what is already built from the same sources.
import './first-checks.mjs';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { commandLine } from './command-line.mjs';
import { root, run } from './run.mjs';
import { sayingSteps } from './say-steps.mjs';
import { sourceFiles } from './source-files.mjs';

/** Goes into every target. */
const everywhere = [
  'LICENSE',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'tsconfig.card.json',
  'rollup.config.mjs',
  // What scripts/rollup/ imports of the other scripts.
  'scripts/own-packages.mjs',
  'scripts/source-files.mjs',
  'scripts/messages/card-texts.mjs',
  'scripts/messages/read-messages.mjs',
];

/**
 * Each target's further inputs, its outputs, a file that must exist afterwards, and what a person waits for. `large`: towards its end it takes as much
 * memory as all others together, so only what is `beside` it is built with it: that is done before. `flags`: of its V8.
 */
const targets = {
  dashboard: {
    sources: ['core', 'widget', 'dashboard', 'examples/wordpress'],
    folder: 'dist/dashboard',
    proof: 'index.html',
    waitsFor: 'Rollup reads all modules and leaves out what nothing uses',
    large: true,
    // Without the first V8 would rather take more than tidy up. The others keep it from tidying up a heap that only grows: a seventh of the build.
    flags: [
      '--max-old-space-size=1000',
      '--initial-heap-size=600',
      '--min-semi-space-size=32',
      '--max-semi-space-size=32',
    ],
  },
  widget: {
    sources: ['core', 'widget'],
    folder: 'dist/embed',
    proof: 'v1.js',
    waitsFor: 'terser makes the card as small as it can, in four rounds',
    beside: true,
  },
  functions: {
    sources: ['core', 'functions'],
    folder: 'dist/functions',
    proof: 'index.js',
    waitsFor: 'Rollup bundles the server',
  },
  overlay: {
    sources: ['core', 'overlay'],
    folder: 'dist/overlay',
    proof: 'overlay.html',
    waitsFor: 'Rollup bundles the overlay',
  },
  // Includes the React example, which is built from the package.
  npm: {
    sources: ['core', 'widget', 'examples/react'],
    folder: 'dist/npm',
    proof: 'react.js',
    waitsFor: 'Rollup bundles the npm package, and then the React example with it',
  },
};
const everyTarget = Object.keys(targets);

/** One hash over the names and contents of everything that goes into a target. Tests and docs do not. */
async function sourceHash({ sources }, contentOf) {
  const found = await Promise.all(['scripts/rollup', ...sources].map((folder) => sourceFiles(folder)));
  const files = [...everywhere, ...found.flat()].filter((file) => !/\.(test|stories)\.|\.md$/.test(file));
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(await contentOf(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Reads each file once: most go into several targets. */
function readingOnce() {
  const contents = new Map();
  return async (file) => {
    if (!contents.has(file)) contents.set(file, await readFile(root + file));
    return contents.get(file);
  };
}

const stampOf = (name) => `${root}dist/.built/${name}`;

/** The hash that a target was built from if `dist/` does not have it yet; null if it does. */
async function hashToBuild(name, force, contentOf) {
  const { folder, proof } = targets[name];
  const hash = await sourceHash(targets[name], contentOf);
  const isBuilt = existsSync(`${root}${folder}/${proof}`) && existsSync(stampOf(name));
  return !force && isBuilt && (await readFile(stampOf(name), 'utf8')) === hash ? null : hash;
}

/** A target of `dist/` that no longer is what its sources make; the next build makes it again. */
export const forgetBuilt = (name) => rm(stampOf(name), { force: true });

async function build(name, hash) {
  const { folder, flags = [] } = targets[name];
  await forgetBuilt(name);
  await rm(root + folder, { recursive: true, force: true });
  const { code, output } = await run(process.execPath, [
    ...flags,
    `${root}node_modules/rollup/dist/bin/rollup`,
    '-c',
    'rollup.config.mjs',
    '--configTarget',
    name,
    '--failAfterWarnings',
  ]);
  if (code !== 0) return { name, state: 'failed', output };
  await mkdir(`${root}dist/.built`, { recursive: true });
  await writeFile(stampOf(name), hash);
  return { name, state: 'built' };
}

/** Two at a time, each on one core. One line is said for each target. */
export async function buildAll(names = everyTarget, { force = false, saying = sayingSteps() } = {}) {
  const results = [];
  const queue = [];
  const wanted = everyTarget.filter((name) => names.includes(name));
  const compared = saying.begin('sources', 'they are compared with what dist/ was built from');
  const contentOf = readingOnce();
  for (const name of wanted) {
    const hash = await hashToBuild(name, force, contentOf);
    if (hash === null) results.push({ name, state: 'unchanged' });
    else queue.push({ name, hash });
  }
  const toBuild = queue.map(({ name }) => name).join(', ');
  compared.done(toBuild ? `to build: ${toBuild}` : 'nothing has changed');

  const buildNext = async ({ name, hash }) => {
    const step = saying.begin(name, targets[name].waitsFor);
    const result = await build(name, hash);
    results.push(result);
    if (result.state === 'built') return step.done('built');
    step.failed('the build failed');
    saying.say(result.output.trim());
  };
  const inTurn = async (each) => {
    for (let next = each.shift(); next; next = each.shift()) await buildNext(next);
  };
  const large = queue.filter(({ name }) => targets[name].large);
  const beside = queue.filter(({ name }) => targets[name].beside);
  const others = queue.filter((each) => !large.includes(each) && !beside.includes(each));
  // Without the large one, nothing has to wait for its memory.
  if (large.length === 0) others.unshift(...beside.splice(0));
  await Promise.all([inTurn(large), inTurn(beside)]);
  await Promise.all([inTurn(others), inTurn(others)]);
  return results;
}

/** Whether all that was wanted is now in `dist/`. @param {{ state: string }[]} results */
export const report = (results) => results.every((result) => result.state !== 'failed');

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { options, names } = commandLine({
    command: 'npm run build',
    about: 'makes everything that ships, in dist/; with names, only these.',
    options: { '--force': 'builds also what has not changed' },
    names: { one: 'target', many: 'targets', known: everyTarget },
  });
  const saying = sayingSteps();
  saying.say(`npm run build: ${(names.length > 0 ? names : everyTarget).join(', ')}, into dist/`);
  const from = performance.now();
  const results = await buildAll(names.length > 0 ? names : undefined, {
    force: options.has('--force'),
    saying,
  });
  if (!report(results)) process.exitCode = 1;
  else if (results.every((result) => result.state === 'unchanged')) saying.say('dist/ is up to date');
  else saying.say(`dist/ is built, in ${((performance.now() - from) / 1000).toFixed(1)} s`);
}
