// npm run release: makes what a release consists of, in dist/release/, and publishes nothing.
import './first-checks.mjs';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildAll, report } from './build.mjs';
import { commandLine } from './command-line.mjs';
import { buildDocs } from './docs-site.mjs';
import { packEmulators, publishedEmulators } from './emulator-packages.mjs';
import { bundleDemoServer } from './rollup/programs.mjs';
import { must, root, trial } from './run.mjs';

const { options } = commandLine({
  command: 'npm run release',
  about:
    'makes the demo, the npm packages, checksums and the list of packages, in dist/release/; publishes nothing.',
  options: {
    '--try': 'installs the demo in an empty folder, starts it there, and sends a tip',
    '--dry-run': 'packs the npm packages alone, without the demo',
  },
});

const { version, license, engines } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
const into = `${root}dist/release`;
const demo = `${into}/busker-demo`;

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

async function sizeOf(path) {
  const found = await stat(path);
  if (!found.isDirectory()) return found.size;
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const readme = `# Busker ${version}, to try it

\`npm start\`, or \`npx busker demo\`, runs all of Busker on this machine: no account, no key, no network. Its lines say where to look.
\`npm start -- --help\` has the options. Delete the folder, and everything is gone.
`;

/** The dashboard says on every screen that this is a demo. */
async function markAsDemo(dashboard) {
  await cp(`${root}local/demo-banner.js`, `${dashboard}/demo.js`);
  const page = await readFile(`${dashboard}/index.html`, 'utf8');
  const marked = page.replace('</head>', '<script type="module" src="/demo.js"></script></head>');
  if (marked === page) throw new Error('The page of the dashboard has no </head>.');
  await writeFile(`${dashboard}/index.html`, marked);
}

/** Everything that \`npm start\` reads, with the server as one bundle: it needs Node, and no package. */
async function makeDemo() {
  await bundleDemoServer(`${demo}/server`);
  await buildDocs();
  for (const name of ['dashboard', 'docs', 'embed', 'overlay', 'examples'])
    await cp(`${root}dist/${name}`, `${demo}/dist/${name}`, { recursive: true });
  await markAsDemo(`${demo}/dist/dashboard`);
  await mkdir(`${demo}/rules`);
  for (const name of ['firestore.rules', 'storage.rules', 'firestore.indexes.json'])
    await cp(`${root}rules/${name}`, `${demo}/rules/${name}`);
  for (const name of await readdir(`${root}examples`))
    if (existsSync(`${root}examples/${name}/index.html`))
      await cp(`${root}examples/${name}`, `${demo}/examples/${name}`, { recursive: true });
  await cp(`${root}LICENSE`, `${demo}/LICENSE`);
  await writeFile(`${demo}/README.md`, readme);
  const own = { name: 'busker-demo', version, license, engines, bin: { busker: 'server/busker.mjs' } };
  const description = { ...own, type: 'module', scripts: { start: 'node server/busker.mjs demo' } };
  const lock = { name: own.name, version, lockfileVersion: 3, requires: true, packages: { '': own } };
  await writeFile(`${demo}/package.json`, `${JSON.stringify(description, null, 2)}\n`);
  await writeFile(`${demo}/package-lock.json`, `${JSON.stringify(lock, null, 2)}\n`);
}

/** npm leaves the lock file of a package out; it is what \`npm ci\` asks for, so the demo is packed by tar. */
const packDemo = () =>
  must('tar', ['-czf', `${into}/busker-demo-${version}.tgz`, '-C', into, basename(demo)]);

async function checksums() {
  const files = (await readdir(into, { withFileTypes: true })).filter((entry) => entry.isFile());
  const lines = files.map(async ({ name }) => {
    const hash = createHash('sha256').update(await readFile(join(into, name)));
    return `${hash.digest('hex')}  ${name}\n`;
  });
  await writeFile(`${into}/SHA256SUMS`, (await Promise.all(lines)).toSorted().join(''));
}

/** As a stranger would: an empty folder, `npm ci`, `npm start`. Then everything that `npm run verify` looks at, with a tip. */
async function tryDemo(folder) {
  const began = performance.now();
  await must('npm', ['--prefix', folder, 'ci', '--omit=dev', '--offline', '--no-audit', '--no-fund']);
  const start = ['--prefix', folder, 'start', '--', '--free-ports'];
  const { ready, stop } = trial('npm', start, /Busker is ready/, { cwd: folder });
  try {
    const text = await ready;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const [, app] = /Dashboard +(\S+)/.exec(text);
    const [, stripe] = /Stripe sandbox +(\S+)/.exec(text);
    const [, examples] = /Example sites +(\S+)/.exec(text);
    const [, outbox] = /Outbox +(\S+)/.exec(text);
    for (const address of [
      `${stripe}/stripe.js`,
      `${stripe}/`,
      examples,
      outbox,
      `${app}/embed/v1.js`,
      `${app}/@ada`,
      `${app}/demo.js`,
    ]) {
      const { status, body } = await fetch(address);
      // A body that nobody reads keeps its connection, and the server waits for that when it ends.
      await body?.cancel();
      if (status !== 200) throw new Error(`${address} answered ${status}`);
    }
    const args = ['host/busker.mjs', 'verify', app, '--tip', '--handle', 'ada'];
    const verified = await must(process.execPath, args, { BUSKER_STATE: `${folder}/.busker` });
    return `The demo was ready ${seconds} s after it was unpacked, and took a tip: ${verified.trim().split('\n').at(-1)}.`;
  } finally {
    await stop();
  }
}

/** The demo, and the list of the packages in the functions. */
async function makeAllButPackages() {
  await mkdir(demo, { recursive: true });
  await makeDemo();
  await packDemo();
  const bom = await must('npm', [
    '--prefix',
    `${root}dist/functions`,
    'sbom',
    '--sbom-format=cyclonedx',
    '--package-lock-only',
  ]);
  await writeFile(`${into}/functions.cdx.json`, bom.slice(bom.indexOf('{')));
  console.log('What the demo is made of:');
  for (const name of [
    'server',
    'dist/dashboard',
    'dist/docs',
    'dist/embed',
    'dist/overlay',
    'dist/examples',
    'examples',
    'rules',
  ])
    console.log(`  ${name.padEnd(16)} ${megabytes(await sizeOf(`${demo}/${name}`)).padStart(9)}`);
  console.log(`  ${'together'.padEnd(16)} ${megabytes(await sizeOf(demo)).padStart(9)}`);
}

const packagesOnly = options.has('--dry-run');
const targets = packagesOnly ? ['npm'] : ['widget', 'dashboard', 'overlay', 'npm', 'functions'];
if (!report(await buildAll(targets))) process.exit(1);
await rm(into, { recursive: true, force: true });
await mkdir(into, { recursive: true });
if (!packagesOnly) await makeAllButPackages();
await must('npm', ['pack', `${root}dist/npm`, '--silent', '--pack-destination', into]);
await packEmulators(into, await publishedEmulators());
await checksums();

for (const name of await readdir(into))
  if (name.endsWith('.tgz')) console.log(`${name}: ${megabytes(await sizeOf(join(into, name)))}`);

if (options.has('--try') && !packagesOnly) {
  const folder = join(tmpdir(), `busker-release-${process.pid}`);
  await mkdir(folder);
  try {
    await must('tar', ['-xzf', `${into}/busker-demo-${version}.tgz`, '-C', folder]);
    console.log(await tryDemo(join(folder, basename(demo))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
