import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { SavedDocument } from './documents';
import { sha256, type SavedFile } from './files';
import { savedUser, type SavedUser } from '../sign-ins/users';

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
