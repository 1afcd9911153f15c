// npm run lint: checks single files (oxlint, with types), imports between folders (dependency-cruiser; no two rooms import each other, and each shows at most three files), and file names.
// `npm run lint -- --changed`: of single files only those that changed since the last landed commit; imports from a cache.
import { existsSync } from 'node:fs';
import { register } from 'tsx/esm/api';
import { root, run } from './run.mjs';
import { changedFiles, sourceFiles } from './source-files.mjs';

const programs =
  'core widget dashboard overlay functions rules emulators local host stories examples e2e bench'.split(' ');

/** A file is named after its content; these names fit any content. */
const nameless = /(^|\/)(utils?|helpers?|common|misc|shared|types)(\/|\.[^/]*$)/;

async function fileNames() {
  const bad = (await sourceFiles()).filter((file) => nameless.test(file));
  return {
    code: bad.length,
    output: bad.map((file) => `${file}: name the file for what it holds\n`).join(''),
  };
}

/** No two rooms import each other, so that each can be read, and changed, after those that it stands on; and a room shows at most three of its files to others. */
async function rooms() {
  register();
  const { roomCirclesIn, roomDoorsIn } = await import('./shape/room-doors.ts');
  const files = await sourceFiles();
  const found = [...(await roomCirclesIn(files)), ...(await roomDoorsIn(files))];
  return { code: found.length, output: found.join('') };
}

/** Oxlint has no cache: of the whole repository it takes twenty seconds on two cores, of a few files two. */
function singleFiles(changed) {
  const files = changed?.filter((file) => /\.(ts|tsx|mjs|cjs|js)$/.test(file)) ?? null;
  return files?.length === 0
    ? Promise.resolve({ code: 0, output: '' })
    : run('oxlint', ['--type-aware', '--deny-warnings', ...(files ?? [])]);
}

const isOfChanged = process.argv.includes('--changed');
const checks = await Promise.all([
  singleFiles(isOfChanged ? await changedFiles() : null),
  run('depcruise', [
    '--config',
    '.dependency-cruiser.cjs',
    ...(isOfChanged
      ? ['--cache', 'node_modules/.cache/dependency-cruiser', '--cache-strategy', 'content']
      : []),
    ...programs.filter((name) => existsSync(root + name)),
  ]),
  fileNames(),
  rooms(),
]);

const failed = checks.filter((check) => check.code !== 0);
for (const { output } of failed) console.error(output.trim());
process.exitCode = failed.length > 0 ? 1 : 0;
