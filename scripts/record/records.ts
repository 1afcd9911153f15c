import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { readPromises, textsOfRepository } from '../promises.mjs';
import { answers, routes } from './routes';
import { type Json, type Recorded, differences, fileText } from './compare';
import { apiSchemas, webhookJson } from './api-schemas';
import {
  customElementsFile,
  embedFiles,
  lostExports,
  npmPackageFiles,
  otherSizes,
  outsideEntries,
  packageManifest,
  packageTypings,
} from './packages';
import { addStoredDocuments, readDocuments } from './documents';
import { hosting, indexes, logLines, rulesOf, watched } from './installation';

/** Every promise with its lanes. Not the tests that hold it: `npm run promises` lists these. */
async function promiseLanes(): Promise<Json> {
  const { promises } = readPromises(await textsOfRepository());
  const rows = promises.map(({ id, lanes }): readonly [string, string] => [id, lanes.join(', ')]);
  return Object.fromEntries(rows.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A promise that is gone, or that a lane no longer holds. New promises and further lanes are welcome. */
export function fewerPromises(recorded: Recorded, now: Recorded): readonly string[] {
  const after = now as { readonly [id: string]: string };
  return Object.entries(recorded as { readonly [id: string]: string }).flatMap(([id, lanes]) => {
    const held = after[id];
    if (held === undefined) return [`${id}: gone`];
    const lost = lanes.split(', ').filter((lane) => !held.split(', ').includes(lane));
    return lost.length === 0 ? [] : [`${id}: no longer held by ${lost.join(', ')}`];
  });
}

/** One record: what must not change while files move, in a form that names no source file. */
export interface Record {
  /** The name of its file in scripts/record/recorded/, without the ending. */
  readonly name: string;
  readonly says: string;
  readonly make: () => Recorded | Promise<Recorded>;
  /** What counts as a change; absent = every difference. */
  readonly compare?: (recorded: Recorded, now: Recorded) => readonly string[];
}

/** The records that are made from the sources alone, in seconds: a part of `npm test`. */
export const ofSources: readonly Record[] = [
  {
    name: 'routes',
    says: 'the routes of the server in their order, with who may call them and how often',
    make: routes,
  },
  { name: 'api', says: 'the JSON schemas of requests and answers', make: apiSchemas },
  { name: 'answers', says: 'status, headers and shape of the answer to a GET of each route', make: answers },
  { name: 'webhooks', says: 'the JSON schemas of the webhooks that owners receive', make: webhookJson },
  {
    name: 'documents',
    says: 'stored documents of every kind and every earlier form, and what they are read as',
    make: readDocuments,
  },
  { name: 'hosting', says: 'rewrites and headers of Firebase Hosting', make: hosting },
  { name: 'firestore-rules', says: 'the security rules of Firestore', make: () => rulesOf('firestore') },
  { name: 'storage-rules', says: 'the security rules of Storage', make: () => rulesOf('storage') },
  { name: 'indexes', says: 'the indexes of Firestore', make: indexes },
  { name: 'log-lines', says: 'the log lines of the server, their levels and fields', make: logLines },
  { name: 'watched', says: 'metrics, alerts and checks of an installation', make: watched },
  {
    name: 'promises',
    says: 'the promises of docs/contracts with their lanes',
    make: promiseLanes,
    compare: fewerPromises,
  },
  { name: 'npm-manifest', says: 'the entries of the npm package', make: packageManifest },
  { name: 'npm-typings', says: 'the typings of the npm package', make: packageTypings },
  { name: 'custom-elements', says: 'custom-elements.json of the npm package', make: customElementsFile },
];

/** Those that start whole servers, or load them: a part of `npm run test:rest`. */
export const ofServers: readonly Record[] = [
  {
    name: 'emulators',
    says: 'the endpoints of the emulators, and how each answers',
    make: async () => (await import('./emulators')).emulatorEndpoints(),
  },
  {
    name: 'outside-entries',
    says: 'the files that programs outside import by path, and their exports',
    make: outsideEntries,
    compare: lostExports,
  },
];

/** Those of what is built: a step of `npm run test:rest`, after the build. */
export const ofBuild: readonly Record[] = [
  { name: 'embed', says: 'the scripts of the embed and their sizes', make: embedFiles, compare: otherSizes },
  {
    name: 'npm-files',
    says: 'the files of the npm package and their sizes',
    make: npmPackageFiles,
    compare: otherSizes,
  },
];

const recorded = new URL('recorded/', import.meta.url);

const fileOf = (name: string, value: Recorded): URL =>
  new URL(`${name}.${typeof value === 'string' ? 'txt' : 'json'}`, recorded);

/** What a record was when it was last accepted; undefined when it never was. */
async function readRecorded(name: string, now: Recorded): Promise<Recorded | undefined> {
  const text = await readFile(fileOf(name, now), 'utf8').catch(() => undefined);
  if (text === undefined || typeof now === 'string') return text;
  return JSON.parse(text) as Json;
}

const most = 40;

/** How what is made now differs from the record, as a text for the person who changed it; null = it does not. */
export async function changesOf({ name, says, make, compare = differences }: Record): Promise<string | null> {
  const now = await make();
  const before = await readRecorded(name, now);
  const changes = before === undefined ? ['it was never recorded'] : compare(before, now);
  if (changes.length === 0) return null;
  const left = changes.length - most;
  return [
    `The record "${name}" has changed: ${says}.`,
    ...changes.slice(0, most).map((change) => `  ${change}`),
    ...(left > 0 ? [`  … and ${left} more`] : []),
    `If this is meant, accept it and look at the diff: npm run record -- --write ${name}`,
  ].join('\n');
}

/** Writes what is made now as the record. */
export async function acceptRecord({ name, make }: Record): Promise<void> {
  if (name === 'documents') await addStoredDocuments();
  const now = await make();
  await mkdir(recorded, { recursive: true });
  await writeFile(fileOf(name, now), fileText(now));
}
