// npm run fidelity -- SUITE…: a vendor's own tests of its SDKs against the emulators here. The kit and the sources lie outside of the repository.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { register } from 'tsx/esm/api';
import { commandLine } from './command-line.mjs';
import { root, run } from './run.mjs';

register();
const words = process.argv.slice(2);
const suites = words.filter((each) => !each.startsWith('-'));
const { options } = commandLine(
  {
    command: 'npm run fidelity -- SUITE…',
    about: 'the vendors’ own tests of their SDKs, against the emulators here; without a suite, lists them.',
    options: {
      '--prepare': 'lays kit and sources, and fetches their npm packages, once',
      BUSKER_SUITES: 'the folder for all that, outside of the repository',
      BUSKER_SUITES_KIT: 'the folder of the kit (sdk-suites, with lay.sh)',
      BUSKER_SUITES_MIRRORS: 'bare copies of firebase-js-sdk, nodejs-firestore and firebase-admin-node',
    },
  },
  words.filter((each) => each.startsWith('-')),
);
const stop = (lines, code) => {
  console.log([lines].flat().join('\n'));
  process.exit(code);
};

/** The folders, and whether the sources and packages are fetched first. */
const {
  BUSKER_SUITES_KIT: kit = '',
  BUSKER_SUITES: folder = '',
  BUSKER_SUITES_MIRRORS: mirrors = '',
} = process.env;
const isPreparing = options.has('--prepare');
if (folder === '') stop('Set BUSKER_SUITES to a folder outside of the repository.', 2);
const harness = join(resolve(folder), 'harness');
if (`${harness}/`.startsWith(root)) stop('BUSKER_SUITES must be outside of the repository.', 2);

/** Minutes that a step may take. */
const minutes = (count) => count * 60_000;
const inHarness = (command, limit = minutes(10)) =>
  run('bash', ['-c', `cd ${harness} && ${command}`], { limit });

if (isPreparing) {
  if (!existsSync(join(kit, 'lay.sh')))
    stop('Set BUSKER_SUITES_KIT to the folder of the kit, with its lay.sh.', 2);
  if (!existsSync(mirrors))
    stop('Set BUSKER_SUITES_MIRRORS to a folder with bare copies, such as firebase+firebase-js-sdk/repo.', 2);
  mkdirSync(harness, { recursive: true });
  const sources = join(resolve(folder), 'sources');
  const laid = await run('bash', [
    join(kit, 'lay.sh'),
    harness,
    sources,
    root.slice(0, -1),
    resolve(mirrors),
  ]);
  const { code, output } = laid.code === 0 ? await inHarness('./prepare.sh', minutes(30)) : laid;
  if (code !== 0) stop(output, 1);
}
if (!existsSync(join(harness, 'node_modules'))) stop(`${harness} is empty: run it once with --prepare.`, 2);

const expected = JSON.parse(readFileSync(join(harness, 'expected.json'), 'utf8'));
/** The others need a second set of servers, or a driver: the kit's run-all.sh runs them. */
const known = Object.keys(expected).filter(
  (name) => !/-(disk|protected|named|tracing-grpc)$|^webdriver$/.test(name),
);
if (suites.length === 0 || suites.some((name) => !known.includes(name)))
  stop(`Suites: ${known.join(' ')}`, 2);

/** How a suite is bundled and run, by its name. Its servers listen at the kit's ports. */
function commandOf(name) {
  const [, spec] = /^admin-(.+)$/.exec(name) ?? [];
  if (spec) return `node bundle-admin.mjs ${spec} && ./run-admin.sh ${spec}`;
  const [, version, way] = /^nfs-([\d.]+)-(grpc|rest)$/.exec(name) ?? [];
  if (version) {
    // Releases before 8 have all tests in one file.
    const files = version.startsWith('7.') ? 'firestore' : 'firestore,query,pipeline';
    return `node bundle-nfs.mjs ${version} ${files} && P=p-${way} ./run-nfs.sh ${version} ${way}`;
  }
  if (name.includes('-web')) return `node bundle.mjs ${name} && node run-web.mjs ${name}`;
  const hub =
    name === 'rules-node'
      ? 'FIREBASE_EMULATOR_HUB=127.0.0.1:18080 FIRESTORE_EMULATOR_HOST=127.0.0.1:18080 FIREBASE_STORAGE_EMULATOR_HOST=127.0.0.1:19199 '
      : '';
  return `node bundle.mjs ${name} && ${hub}node -r ./guard.cjs run-node.mjs $PWD/out/${name}.js`;
}

let worse = 0;
for (const name of suites) {
  const here = root.slice(0, -1);
  // The kit waits half a minute for its servers, which is not enough on a busy machine.
  const ready = 'for i in $(seq 180); do grep -q READY servers.log && break; sleep 1; done';
  const { output } = await inHarness(
    `mkdir -p logs && rm -f results/${name}.json && BUSKER=${here} TSX_TSCONFIG_PATH=${here}/tsconfig.json ./start-servers.sh; ${ready}; (${commandOf(name)}); kill $(cat servers.pid)`,
    minutes(30),
  );
  const file = join(harness, 'results', `${name}.json`);
  if (!existsSync(file)) stop(output, 1);
  const { passed, failed, skipped, seconds, failures } = JSON.parse(readFileSync(file, 'utf8'));
  const isWorse = passed < Number.parseInt(expected[name], 10);
  worse += isWorse ? 1 : 0;
  const figures = `${passed} passed, ${failed} failed, ${skipped} skipped (known: ${expected[name]})`;
  console.log(`${name}: ${figures}, ${Math.round(seconds)} s${isWorse ? ': fewer than known' : ''}`);
  for (const { title } of failures) console.log(`  ${title}`);
}
process.exit(worse > 0 ? 1 : 0);
