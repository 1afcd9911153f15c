import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { ImmutableFiles } from '../../core/web/route-headers';
import { firebaseConfig } from '../firebase-config';
import { deployConfig } from './firebase-cli';
import { functionsEnv } from './functions-env';
import type { Installation } from './installation';
import type { Machine } from './machine';
import { folderHash } from './releases/folder-hash';
import type { BuiltFunctions } from './steps/functions-step';

/** The text of the storage rules for this database. The rules name it where they read Firestore. */
export const storageRulesFor = (text: string, database: string): string =>
  text.replaceAll('/databases/(default)/documents/', `/databases/${database}/documents/`);

/** The rules in the form in which they will be released. */
export async function readRules(root: string, { database }: Pick<Installation, 'database'>) {
  const read = (name: string) => readFile(`${root}rules/${name}.rules`, 'utf8');
  return { firestore: await read('firestore'), storage: storageRulesFor(await read('storage'), database.id) };
}

/** Writes the configuration for `firebase deploy`, with all values that differ between installations and releases. */
export async function writeDeployConfig(
  root: string,
  wanted: Installation,
  files: ImmutableFiles,
): Promise<void> {
  const named = wanted.database.id !== '(default)';
  const storageRules = 'dist/storage.rules';
  if (named) {
    await mkdir(`${root}dist`, { recursive: true });
    await writeFile(`${root}${storageRules}`, (await readRules(root, wanted)).storage);
  }
  const { region, database } = wanted;
  const config = firebaseConfig({ region, database, files, ...(named ? { storageRules } : {}) });
  await writeFile(`${root}${deployConfig}`, `${JSON.stringify(config, null, 2)}\n`);
}

const isDeployed = (path: string) =>
  !path.startsWith('node_modules/') && !/(?:^|\/)(?:\.env|\.secret\.local)$|\.(?:log|local)$/.test(path);

/** The functions of the built package: their names, and the hash of code and settings. */
export async function readBuiltFunctions(
  { root, run }: Machine,
  projectId: string,
  env: string,
): Promise<BuiltFunctions> {
  const entry = JSON.stringify(`file://${root}dist/functions/index.js`);
  const script = `const all = await import(${entry}); process.stdout.write(JSON.stringify(Object.keys(all).filter((name) => all[name].__endpoint)));`;
  const { code, output } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { FUNCTIONS_CONTROL_API: 'true', GCLOUD_PROJECT: projectId },
  });
  if (code !== 0) throw new Error(`dist/functions cannot be read:\n${output}`);
  const ids = v.parse(v.array(v.string()), JSON.parse(output.slice(output.lastIndexOf('['))));
  return { ids: ids.toSorted(), release: await folderHash(`${root}dist/functions`, env, isDeployed) };
}

/** The functions' own `.env`: their settings, and the release that `/health` returns. */
export async function writeFunctionsEnv(root: string, dotEnv: string, release: string): Promise<void> {
  await writeFile(`${root}dist/functions/.env`, `${functionsEnv(dotEnv)}BUSKER_RELEASE=${release}\n`);
}

/** One folder for Hosting: the dashboard, the embed and the overlay beside it, and the configuration that the dashboard reads when it starts. */
export async function assembleSite(root: string, webConfig: object): Promise<string> {
  const site = `${root}dist/hosting`;
  await rm(site, { recursive: true, force: true });
  await mkdir(site, { recursive: true });
  await cp(`${root}dist/dashboard`, site, { recursive: true });
  await cp(`${root}dist/overlay`, site, { recursive: true });
  await cp(`${root}dist/embed`, `${site}/embed`, { recursive: true });
  await writeFile(`${site}/busker-config.json`, JSON.stringify(webConfig));
  return site;
}
