import { getStorage, type Storage } from 'firebase-admin/storage';
import type { App } from 'firebase-admin/app';
import * as v from 'valibot';
import type { ExportFile, ExportFiles, NewExportFile, UploadState } from '../exports/export-files';
import { filesBelow } from './bucket-files';

/** The bucket's answer to the last piece. */
const finished = v.object({ size: v.string(), crc32c: v.string() });

/** Milliseconds for one piece. */
const patience = 60_000;

/** Exports in Cloud Storage. The address of an upload is the right to write it, so its requests carry no credentials. */
export class FirebaseExportFiles implements ExportFiles {
  private readonly bucket: ReturnType<Storage['bucket']>;

  constructor(app: App, bucket: string) {
    this.bucket = getStorage(app).bucket(bucket);
  }

  async begin({ name, type, saveAs }: NewExportFile): Promise<string> {
    const [upload] = await this.bucket.file(name).createResumableUpload({
      metadata: {
        contentType: type,
        contentDisposition: `attachment; filename="${saveAs}"`,
        cacheControl: 'private, no-store',
      },
    });
    return upload;
  }

  state(upload: string): Promise<UploadState> {
    return send(upload, 'bytes */*', null);
  }

  append(upload: string, offset: number, bytes: Uint8Array, last: boolean): Promise<UploadState> {
    const end = offset + bytes.length;
    const range = bytes.length === 0 ? '*' : `${offset}-${end - 1}`;
    return send(upload, `bytes ${range}/${last ? end : '*'}`, bytes);
  }

  async link(name: string, until: number): Promise<string> {
    const [url] = await this.bucket
      .file(name)
      .getSignedUrl({ version: 'v4', action: 'read', expires: until });
    return url;
  }

  async removeBelow(prefix: string): Promise<void> {
    await this.bucket.deleteFiles({ prefix, force: true });
  }

  async *all(): AsyncGenerator<ExportFile> {
    for await (const { name, metadata } of filesBelow(this.bucket, 'exports/'))
      yield { name, writtenAt: Date.parse(metadata.timeCreated ?? '') };
  }
}

async function send(upload: string, range: string, bytes: Uint8Array | null): Promise<UploadState> {
  const answer = await fetch(upload, {
    method: 'PUT',
    headers: { 'Content-Range': range },
    body: bytes && new Uint8Array(bytes),
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  });
  // 308 means "continue" in this protocol, and `Range` has the bytes that arrived.
  if (answer.status === 308) {
    await answer.body?.cancel();
    const last = /^bytes=0-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1];
    return { kind: 'open', received: last === undefined ? 0 : Number(last) + 1 };
  }
  if (answer.ok) {
    const { size, crc32c } = v.parse(finished, await answer.json());
    return { kind: 'complete', size: Number(size), crc32c };
  }
  await answer.body?.cancel();
  if (answer.status === 404 || answer.status === 410) return { kind: 'gone' };
  throw new Error(`The bucket answered ${answer.status} to a piece of an export`);
}
