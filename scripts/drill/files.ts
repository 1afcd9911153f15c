import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { JsonApi } from './json-api';

export interface SavedFile {
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
export interface FilesPlace {
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

export async function readFiles(api: JsonApi, place: FilesPlace): Promise<readonly SavedFile[]> {
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

export async function removeFiles(api: JsonApi, place: FilesPlace): Promise<void> {
  for (const { name } of await names(api, place))
    await api.json('DELETE', `${listOf(place)}/${encodeURIComponent(name)}`);
}
