// npm run build [widget] [dashboard] [functions] [npm] [-- --force]: makes dist/, skipping what is already built from the same sources.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { root, run } from './run.mjs';
import { sourceFiles } from './source-files.mjs';

/** Goes into every target. */
const everywhere = [
  'LICENSE',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'rollup.config.mjs',
];

/** Each target's further inputs, its outputs, and a file that must exist afterwards. */
const targets = {
  dashboard: { sources: ['core', 'widget', 'dashboard'], folder: 'dist/dashboard', proof: 'index.html' },
  overlay: { sources: ['core', 'overlay'], folder: 'dist/overlay', proof: 'overlay.html' },
  widget: { sources: ['core', 'widget'], folder: 'dist/embed', proof: 'v1.js' },
  functions: { sources: ['core', 'functions'], folder: 'dist/functions', proof: 'index.js' },
  // Includes the React example, which is built from the package.
  npm: {
    sources: ['core', 'widget', 'examples/react', 'scripts/npm-package'],
    folder: 'dist/npm',
    proof: 'react.js',
  },
};

/** One hash over the names and contents of everything that goes into a target. Tests and docs do not. */
async function sourceHash({ sources }) {
  const found = await Promise.all(['scripts/rollup', ...sources].map((folder) => sourceFiles(folder)));
  const files = [...everywhere, ...found.flat()].filter((file) => !/\.(test|stories)\.|\.md$/.test(file));
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(await readFile(root + file))
      .update('\0');
  }
  return hash.digest('hex');
}

async function build(name, { force }) {
  const { folder, proof } = targets[name];
  const stamp = `${root}dist/.built/${name}`;
  const hash = await sourceHash(targets[name]);
  const isBuilt = existsSync(`${root}${folder}/${proof}`) && existsSync(stamp);
  if (!force && isBuilt && (await readFile(stamp, 'utf8')) === hash) return { name, state: 'unchanged' };

  await rm(stamp, { force: true });
  await rm(root + folder, { recursive: true, force: true });
  const startedAt = performance.now();
  const { code, output } = await run('rollup', [
    '-c',
    'rollup.config.mjs',
    '--configTarget',
    name,
    '--failAfterWarnings',
  ]);
  if (code !== 0) return { name, state: 'failed', output };
  await mkdir(`${root}dist/.built`, { recursive: true });
  await writeFile(stamp, hash);
  return { name, state: 'built', seconds: (performance.now() - startedAt) / 1000 };
}

/** Two at a time, the longest first: each keeps one core busy. */
export async function buildAll(names = Object.keys(targets), { force = false } = {}) {
  const queue = Object.keys(targets).filter((name) => names.includes(name));
  const results = [];
  const worker = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift())
      results.push(await build(name, { force }));
  };
  await Promise.all([worker(), worker()]);
  return results;
}

export function report(results) {
  for (const result of results) {
    if (result.state === 'failed') console.error(`${result.output.trim()}\n${result.name}: the build failed`);
    if (result.state === 'built') console.log(`built ${result.name} in ${result.seconds.toFixed(1)} s`);
  }
  return results.every((result) => result.state !== 'failed');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith('--'));
  const unknown = names.find((name) => !(name in targets));
  if (unknown) {
    console.error(`There is no target ${unknown}; there are ${Object.keys(targets).join(', ')}.`);
    process.exitCode = 1;
  } else {
    const results = await buildAll(names.length > 0 ? names : undefined, { force: args.includes('--force') });
    if (!report(results)) process.exitCode = 1;
    else if (results.every((result) => result.state === 'unchanged')) console.log('dist/ is up to date');
  }
}
