import * as v from 'valibot';
import { fail, ok } from '../../../core/base/result';
import type { GoogleRest } from '../google/google-rest';
import { known, mapped, unanswered } from '../google/reply';
import type { ReleaseFiles } from './release-files';

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
