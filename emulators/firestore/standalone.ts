import {
  ask,
  jsonOfSeed,
  OptionFault,
  runProgram,
  startProgram,
  type Emulator,
  type Program,
  type StartOptions,
} from '@busker/emulators/standalone';
import type { WireFields, WireValue } from '@busker/rules-engine/port';
import { loadRules } from '@busker/rules-engine/load-rules';
import { rulesFault } from './access/rules-file';
import { startFirestore } from './start-firestore';

export type FirestoreEmulatorOptions = StartOptions;

const DEFAULT_PROJECT = 'demo-project';

/** A commit may hold as many writes: https://firebase.google.com/docs/firestore/quotas */
const WRITES_OF_A_COMMIT = 500;

const VALUE_KIND = /^(null|boolean|integer|double|timestamp|string|bytes|reference|geoPoint|array|map)Value$/;

const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** Plain JSON as a value of the protocol. What is one already, such as `{"timestampValue": "…"}`, stays as it is. */
function valueOf(json: unknown): WireValue {
  if (json === null) return { nullValue: null };
  if (typeof json === 'boolean') return { booleanValue: json };
  if (typeof json === 'number')
    return Number.isSafeInteger(json) ? { integerValue: String(json) } : { doubleValue: json };
  if (Array.isArray(json)) return { arrayValue: { values: json.map(valueOf) } };
  if (typeof json === 'string') return { stringValue: json };
  if (!isRecord(json)) throw new OptionFault('seed', 'holds something that is not JSON.');
  const [only, ...more] = Object.keys(json);
  if (only !== undefined && more.length === 0 && VALUE_KIND.test(only)) return json as WireValue;
  return { mapValue: { fields: fieldsOf(json) } };
}

const fieldsOf = (json: Record<string, unknown>): WireFields =>
  Object.fromEntries(Object.entries(json).map(([name, value]) => [name, valueOf(value)]));

function readSeed(path: string): [string, Record<string, unknown>][] {
  const json = jsonOfSeed(path);
  if (!isRecord(json)) throw new OptionFault('seed', `needs an object of documents by path in ${path}.`);
  return Object.entries(json).map(([document, fields]) => {
    if (document.split('/').length % 2 === 0 && isRecord(fields)) return [document, fields];
    throw new OptionFault('seed', `has "${document}" in ${path}, which is no document with fields.`);
  });
}

const program: Program = {
  command: 'firestore-emulator',
  about: 'Cloud Firestore with security rules, on this machine.',
  port: 8080,
  options: {
    port: 'the port; 0 takes any free one (8080)',
    host: 'the address; with another one, other machines can reach the emulator (127.0.0.1)',
    data: 'keeps documents in this folder; without it they are in memory only',
    rules: 'security rules, read again when they change; without them only the administrator has access',
    indexes: 'firestore.indexes.json: a query without its index is refused; without it every query runs',
    project: 'the project of --seed; other projects work too (demo-project)',
    seed: 'JSON with documents by path, such as {"users/ada": {"name": "Ada"}}',
    reset: 'deletes the documents of --data before the start',
    foldFrom: 'folds the log of --data into a snapshot at this size (16 MB)',
  },
  env: (address) => ({ FIRESTORE_EMULATOR_HOST: address }),
  serve({ port, host, data, rules, indexes, project, foldFrom, log }) {
    const fault = rules === undefined ? null : rulesFault(rules, loadRules, 'cloud.firestore');
    if (fault !== null) throw new OptionFault('rules', fault);
    return startFirestore({
      port,
      host,
      projectId: project ?? DEFAULT_PROJECT,
      dataDir: data ?? null,
      rulesFile: rules ?? null,
      loadRules,
      log,
      ...(indexes !== undefined && { indexesFile: indexes }),
      ...(foldFrom !== undefined && { compactLogFromBytes: foldFrom }),
    });
  },
  async seed(url, path, { project = DEFAULT_PROJECT }) {
    const documents = `projects/${encodeURIComponent(project)}/databases/(default)/documents`;
    const writes = readSeed(path).map(([document, fields]) => ({
      update: { name: `${documents}/${document}`, fields: fieldsOf(fields) },
    }));
    for (let at = 0; at < writes.length; at += WRITES_OF_A_COMMIT) {
      const some = { writes: writes.slice(at, at + WRITES_OF_A_COMMIT) };
      await ask(`${url}/v1/${documents}:commit`, 'POST', some).catch((error: unknown) => {
        throw new OptionFault('seed', `is refused: ${(error as Error).message}`);
      });
    }
  },
};

/** Starts the emulator, in memory and on any free port unless told otherwise. */
export const start = (options: FirestoreEmulatorOptions = {}): Promise<Emulator> =>
  startProgram(program, options);

/** Runs the command line of this package. */
export const commandLine = (): Promise<void> => runProgram(program);
