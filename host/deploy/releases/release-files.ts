import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import { known, mapped, unanswered, type GoogleRest, type Reply } from '../../installation/google';

/** The bucket of releases: every embed version, the files of every dashboard, and a record of each release. Its files never change. */
export interface ReleaseFiles {
  /** The paths that begin with this prefix, in alphabetical order. */
  list(prefix: string): Promise<Reply<readonly string[]>>;
  /** null = the file does not exist. */
  read(path: string): Promise<Reply<Buffer | null>>;
  /** Creates a file, and never replaces one: `exists` says that the file was already there. */
  create(path: string, bytes: Uint8Array): Promise<Result<'created' | 'exists', string>>;
}

export interface BucketOptions {
  readonly bucket: string;
  readonly google: GoogleRest;
  readonly token: () => Promise<string>;
  readonly fetch: typeof fetch;
}

/** A bucket of Cloud Storage, through its JSON API (cloud.google.com/storage/docs/json_api/v1). */
export function bucketFiles({ bucket, google, token, fetch: fetchIt }: BucketOptions): ReleaseFiles {
  const host = 'https://storage.googleapis.com';
  const send = async (url: string, init: RequestInit) => {
    const Authorization = `Bearer ${await token()}`;
    const headers = { Authorization, 'Content-Type': 'application/octet-stream' };
    return fetchIt(url, { ...init, headers, signal: AbortSignal.timeout(120_000) });
  };
  const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
  return {
    async list(prefix) {
      const url = `${host}/storage/v1/b/${bucket}/o?fields=items(name),nextPageToken&maxResults=1000&prefix=${encodeURIComponent(prefix)}`;
      const items = await google.readAll(url, 'items', v.object({ name: v.string() }));
      return mapped(items, (list) => list.map(({ name }) => name).toSorted());
    },
    async read(path) {
      try {
        const url = `${host}/storage/v1/b/${bucket}/o/${encodeURIComponent(path)}?alt=media`;
        const response = await send(url, { method: 'GET' });
        if (response.status === 404) return known(null);
        if (!response.ok) return unanswered(`status ${response.status} for ${path}`);
        return known(Buffer.from(await response.arrayBuffer()));
      } catch (error) {
        return unanswered(sentenceOf(error));
      }
    },
    async create(path, bytes) {
      try {
        // Generation 0 means "no such object": if the object exists, the service returns 412.
        const url = `${host}/upload/storage/v1/b/${bucket}/o?uploadType=media&ifGenerationMatch=0&name=${encodeURIComponent(path)}`;
        const response = await send(url, { method: 'POST', body: Uint8Array.from(bytes) });
        if (response.status === 412) return ok('exists');
        return response.ok
          ? ok('created')
          : fail(`${path} could not be stored in ${bucket}: status ${response.status}.`);
      } catch (error) {
        return fail(sentenceOf(error));
      }
    },
  };
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;

/** The paths of the files below a folder, separated by `/`; none when the folder does not exist. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      )
      .toSorted();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** A hash of twelve hexadecimal digits over the names and contents of a folder's files, and over a text that belongs to them. */
export async function folderHash(
  folder: string,
  text: string,
  isCounted: (path: string) => boolean = () => true,
): Promise<string> {
  const hash = createHash('sha256').update(text).update('\0');
  for (const path of (await filesBelow(folder)).filter(isCounted))
    hash
      .update(`${path}\0`)
      .update(await readFile(join(folder, path)))
      .update('\0');
  return hash.digest('hex').slice(0, 12);
}

/** The same files; new files exist only in the memory of this process. */
export function withoutWriting(files: ReleaseFiles): ReleaseFiles {
  const created = new Map<string, Buffer>();
  return {
    async list(prefix) {
      const paths = await files.list(prefix);
      const own = [...created.keys()].filter((path) => path.startsWith(prefix));
      return mapped(paths, (list) => [...new Set([...list, ...own])].toSorted());
    },
    read(path) {
      const own = created.get(path);
      return own === undefined ? files.read(path) : Promise.resolve(known(own));
    },
    async create(path, bytes) {
      const there = await this.read(path);
      if (there.state === 'known' && there.value !== null) return ok('exists');
      created.set(path, Buffer.from(bytes));
      return ok('created');
    },
  };
}
