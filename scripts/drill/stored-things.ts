import type { Backup } from './backup-folder';
import { readDocuments, removeDocuments, writeDocuments, type DocumentsPlace } from './documents';
import { readFiles, removeFiles, writeFiles, type FilesPlace } from './files';
import type { JsonApi } from './json-api';
import { readUsers, removeUsers, writeUsers } from '../sign-ins/users';

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
