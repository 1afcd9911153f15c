import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import {
  type JsonApi,
  type SavedUser,
  importable,
  readUsers,
  removeUsers,
  savedUser,
  writeUsers,
} from '../sign-ins/users';

/** A document with its fields in the format of Firestore's REST API, which keeps every type. */
interface SavedDocument {
  /** `profiles/uid/tips/tip_1` */
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const pageSize = 300;
const answers = v.object({
  items: v.array(
    v.object({
      document: v.optional(
        v.object({ name: v.string(), fields: v.optional(v.record(v.string(), v.unknown()), {}) }),
      ),
    }),
  ),
});

/** `…/databases/(default)/documents`, and the prefix of the documents' names in it. */
interface DocumentsPlace {
  readonly url: string;
  readonly name: string;
}

export const documentsAt = (origin: string, projectId: string, database: string): DocumentsPlace => {
  const name = `projects/${projectId}/databases/${database}/documents`;
  return { url: `${origin}/v1/${name}`, name };
};

/** Every document of a database, ordered by path. One query reads all collections, so documents of unknown collections are found too. */
async function readDocuments(api: JsonApi, { url, name }: DocumentsPlace): Promise<readonly SavedDocument[]> {
  const all: SavedDocument[] = [];
  for (;;) {
    const last = all.at(-1);
    const start =
      last === undefined
        ? {}
        : { startAt: { values: [{ referenceValue: `${name}/${last.path}` }], before: false } };
    const structuredQuery = {
      from: [{ allDescendants: true }],
      orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
      limit: pageSize,
      ...start,
    };
    const { items } = v.parse(answers, await api.json('POST', `${url}:runQuery`, { structuredQuery }));
    const page = items.flatMap(({ document }) => (document === undefined ? [] : [document]));
    all.push(
      ...page.map((document) => ({ path: document.name.slice(name.length + 1), fields: document.fields })),
    );
    if (page.length < pageSize) return all;
  }
}

async function commit(api: JsonApi, { url }: DocumentsPlace, writes: readonly object[]): Promise<void> {
  for (let from = 0; from < writes.length; from += pageSize)
    await api.json('POST', `${url}:commit`, { writes: writes.slice(from, from + pageSize) });
}

async function writeDocuments(api: JsonApi, place: DocumentsPlace, documents: readonly SavedDocument[]) {
  const { name } = place;
  await commit(
    api,
    place,
    documents.map(({ path, fields }) => ({ update: { name: `${name}/${path}`, fields } })),
  );
}

async function removeDocuments(api: JsonApi, place: DocumentsPlace): Promise<void> {
  const all = await readDocuments(api, place);
  await commit(
    api,
    place,
    all.map(({ path }) => ({ delete: `${place.name}/${path}` })),
  );
}

/** The id of the collection: `tips` for every owner's tips. */
export const groupOf = (path: string): string => path.split('/').at(-2) ?? '';

interface SavedFile {
  readonly name: string;
  readonly contentType: string;
  readonly sha256: string;
  readonly bytes: Buffer;
}

const page = v.object({
  items: v.optional(v.array(v.object({ name: v.string(), contentType: v.optional(v.string(), '') })), []),
  nextPageToken: v.optional(v.string(), ''),
});

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The bucket's address in Cloud Storage's JSON API. */
interface FilesPlace {
  readonly origin: string;
  readonly bucket: string;
}

const listOf = ({ origin, bucket }: FilesPlace) => `${origin}/storage/v1/b/${bucket}/o`;

async function names(api: JsonApi, place: FilesPlace) {
  const all: { readonly name: string; readonly contentType: string }[] = [];
  for (let token = ''; ;) {
    const next = token === '' ? '' : `?pageToken=${encodeURIComponent(token)}`;
    const found = v.parse(page, await api.json('GET', `${listOf(place)}${next}`));
    all.push(...found.items);
    token = found.nextPageToken;
    if (token === '') return all;
  }
}

async function readFiles(api: JsonApi, place: FilesPlace): Promise<readonly SavedFile[]> {
  const all: SavedFile[] = [];
  for (const { name, contentType } of await names(api, place)) {
    const bytes = await api.bytes(`${listOf(place)}/${encodeURIComponent(name)}?alt=media`);
    all.push({ name, contentType, bytes, sha256: sha256(bytes) });
  }
  return all;
}

export async function writeFiles(
  api: JsonApi,
  { origin, bucket }: FilesPlace,
  files: readonly Pick<SavedFile, 'name' | 'contentType' | 'bytes'>[],
): Promise<void> {
  for (const { name, contentType, bytes } of files) {
    const url = `${origin}/upload/storage/v1/b/${bucket}/o?uploadType=media&name=${encodeURIComponent(name)}`;
    await api.send('POST', url, contentType, bytes);
  }
}

async function removeFiles(api: JsonApi, place: FilesPlace): Promise<void> {
  for (const { name } of await names(api, place))
    await api.json('DELETE', `${listOf(place)}/${encodeURIComponent(name)}`);
}

/** All stored data of an installation, except the payments, which Stripe stores. */
export interface Backup {
  readonly documents: readonly SavedDocument[];
  readonly users: readonly SavedUser[];
  readonly files: readonly SavedFile[];
}

const documentLine = v.object({ path: v.string(), fields: v.record(v.string(), v.unknown()) });
const fileLine = v.object({ name: v.string(), contentType: v.string(), sha256: v.string() });

const lines = (items: readonly object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');

async function readLines<T>(file: string, schema: v.GenericSchema<unknown, T>): Promise<readonly T[]> {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => v.parse(schema, JSON.parse(line)));
}

/** Writes one line of JSON for each document, sign-in and file. The bytes of a file are stored under their hash. */
export async function writeBackup(folder: string, { documents, users, files }: Backup): Promise<void> {
  const mode = { mode: 0o600 };
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'documents.ndjson'), lines(documents), mode);
  await writeFile(join(folder, 'users.ndjson'), lines(users), mode);
  const described = files.map(({ name, contentType, sha256: hash }) => ({ name, contentType, sha256: hash }));
  await writeFile(join(folder, 'files.ndjson'), lines(described), mode);
  for (const { sha256: hash, bytes } of files) await writeFile(join(folder, 'files', hash), bytes, mode);
}

/** @throws when the bytes of a file differ from the saved ones. */
export async function readBackup(folder: string): Promise<Backup> {
  const documents = await readLines(join(folder, 'documents.ndjson'), documentLine);
  const users = await readLines(join(folder, 'users.ndjson'), savedUser);
  const described = await readLines(join(folder, 'files.ndjson'), fileLine);
  const files: SavedFile[] = [];
  for (const each of described) {
    const bytes = await readFile(join(folder, 'files', each.sha256));
    if (sha256(bytes) !== each.sha256) throw new Error(`The backup of ${each.name} is damaged.`);
    files.push({ ...each, bytes });
  }
  return { documents, users, files };
}

/** A person's sign-in methods. Times of use are left out, because each sign-in changes them. APIs leave out false values. */
const signInFields = [
  'email',
  'emailVerified',
  'passwordHash',
  'salt',
  'disabled',
  'phoneNumber',
  'customAttributes',
  'providerUserInfo',
  'mfaInfo',
];
/** Authenticator apps are left out, since no service gives their secrets away. */
function signIn(user: SavedUser) {
  const kept = importable(user);
  return signInFields.map((field) => kept[field] || null);
}

/** The number of documents of each kind of collection. */
export function countsOf(backup: Backup): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of backup.documents) counts.set(groupOf(path), (counts.get(groupOf(path)) ?? 0) + 1);
  return counts;
}

function differing<T>(
  name: string,
  wanted: ReadonlyMap<string, T>,
  found: ReadonlyMap<string, T>,
): readonly string[] {
  const missing = [...wanted.keys()].filter((key) => !found.has(key));
  const added = [...found.keys()].filter((key) => !wanted.has(key));
  const changed = [...wanted].filter(
    ([key, value]) => found.has(key) && !isDeepStrictEqual(value, found.get(key)),
  );
  return [
    ...missing.map((key) => `${name} ${key} is missing`),
    ...added.map((key) => `${name} ${key} was not there`),
    ...changed.map(([key]) => `${name} ${key} differs`),
  ];
}

const documentsOf = ({ documents }: Backup) => new Map(documents.map(({ path, fields }) => [path, fields]));
const usersOf = ({ users }: Backup) => new Map(users.map((user) => [user.localId, signIn(user)]));
const filesOf = ({ files }: Backup) =>
  new Map(files.map(({ name, contentType, sha256 }) => [name, [contentType, sha256]]));

/** Every document, sign-in and file that differs between the two. */
export const differences = (wanted: Backup, found: Backup): readonly string[] => [
  ...differing('document', documentsOf(wanted), documentsOf(found)),
  ...differing('sign-in', usersOf(wanted), usersOf(found)),
  ...differing('file', filesOf(wanted), filesOf(found)),
];

/** The addresses of an installation's documents, sign-ins and files. */
export interface Places {
  readonly documents: DocumentsPlace;
  readonly users: string;
  readonly files: FilesPlace;
}

export async function exportAll(api: JsonApi, at: Places): Promise<Backup> {
  return {
    documents: await readDocuments(api, at.documents),
    users: await readUsers(api, at.users),
    files: await readFiles(api, at.files),
  };
}

export async function deleteAll(api: JsonApi, at: Places): Promise<void> {
  await removeDocuments(api, at.documents);
  await removeUsers(api, at.users);
  await removeFiles(api, at.files);
}

/** Sign-ins come first, because the daily sweep removes data that belongs to no user. */
export async function restoreAll(
  api: JsonApi,
  at: Places,
  { documents, users, files }: Backup,
): Promise<void> {
  const refused = await writeUsers(api, at.users, users);
  if (refused.length > 0) throw new Error(`sign-ins were refused: ${JSON.stringify(refused)}`);
  await writeFiles(api, at.files, files);
  await writeDocuments(api, at.documents, documents);
}
