import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { run } from '../../scripts/run.mjs';

/** The folder whose node_modules has firebase-tools. `npm ci` leaves it out: only deploys, rehearsals and their tests need it. */
const folder = fileURLToPath(new URL('.', import.meta.url));

const versionIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null);

/** The folder with the locked firebase-tools. Fetches it the first time, and says so on the error output: the command's own output may be read by a program. */
export async function firebaseFolder(say = console.error) {
  const lock = JSON.parse(readFileSync(`${folder}package-lock.json`, 'utf8'));
  const locked = lock.packages['node_modules/firebase-tools'].version;
  if (versionIn(`${folder}node_modules/firebase-tools/package.json`) === locked) return folder;
  say(`Fetching firebase-tools ${locked} into host/firebase/: once, 250 MB.`);
  const { code, output } = await run('npm', [
    'ci',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]);
  if (code !== 0) throw new Error(`firebase-tools could not be fetched.\n${output}`);
  return folder;
}

/** Loads files of firebase-tools, and of the packages that it brings. */
export async function firebaseTools() {
  return createRequire(`${await firebaseFolder()}node_modules/firebase-tools/package.json`);
}
