import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { rulesFault } from '@busker/emulator-firestore/access/rules-file';
import {
  OptionFault,
  runProgram,
  startProgram,
  type Emulator,
  type Program,
  type StartOptions,
} from '@busker/emulators/standalone';
import { loadRules } from '@busker/rules-engine/load-rules';
import { startStorage } from './start-storage';

export type StorageEmulatorOptions = Pick<
  StartOptions,
  'port' | 'host' | 'data' | 'rules' | 'seed' | 'reset' | 'log'
>;

/** Types of files that a seed often has; others are `application/octet-stream`. */
const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  gif: 'image/gif',
  html: 'text/html',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
};

const typeOf = (name: string): string => types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

/** The files of a folder and of those in it, by their paths below it. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.split(sep).join('/'))
    .toSorted();

async function upload(url: string, folder: string, path: string): Promise<void> {
  const [bucket = '', ...name] = path.split('/');
  if (name.length === 0)
    throw new OptionFault('seed', `has the file ${path} beside the folders that are buckets.`);
  const query = new URLSearchParams({ uploadType: 'media', name: name.join('/') }).toString();
  const answer = await fetch(`${url}/upload/storage/v1/b/${encodeURIComponent(bucket)}/o?${query}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': typeOf(path) },
    body: readFileSync(join(folder, path)),
  });
  if (!answer.ok) throw new OptionFault('seed', `has ${path}, which is refused: ${await answer.text()}`);
}

const program: Program = {
  command: 'storage-emulator',
  about: 'Cloud Storage for Firebase with security rules, on this machine.',
  port: 9199,
  options: {
    port: 'the port; 0 takes any free one (9199)',
    host: 'the address; with another one, other machines can reach the emulator (127.0.0.1)',
    data: 'keeps objects in this folder; without it they are in a temporary one',
    rules: 'security rules, read again when they change; without them only the administrator has access',
    seed: 'a folder with a folder for each bucket, such as demo-project.appspot.com/pictures/ada.png',
    reset: 'deletes the objects of --data before the start',
  },
  seedsFolder: true,
  env: (address) => ({
    FIREBASE_STORAGE_EMULATOR_HOST: address,
    STORAGE_EMULATOR_HOST: `http://${address}`,
  }),
  serve({ port, host, data, rules, log }) {
    const fault = rules === undefined ? null : rulesFault(rules, loadRules, 'firebase.storage');
    if (fault !== null) throw new OptionFault('rules', fault);
    return startStorage({ port, host, dataDir: data ?? null, rulesFile: rules ?? null, loadRules, log });
  },
  async seed(url, folder) {
    for (const path of filesIn(folder)) await upload(url, folder, path);
  },
};

/** Starts the emulator, with nothing kept and on any free port unless told otherwise. */
export const start = (options: StorageEmulatorOptions = {}): Promise<Emulator> =>
  startProgram(program, options);

/** Runs the command line of this package. */
export const commandLine = (): Promise<void> => runProgram(program);
