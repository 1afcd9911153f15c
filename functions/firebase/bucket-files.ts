import type { Storage } from 'firebase-admin/storage';
import type { PublicPicture } from '../pictures/pictures';

type Bucket = ReturnType<Storage['bucket']>;
type File = ReturnType<Bucket['file']>;

/** In an object's custom metadata, which is not copied with the object. */
export const unnamedSinceKey = 'unnamedSince';
export const withheldSinceKey = 'withheldSince';

export const hasStatus = (error: unknown, status: number) =>
  typeof error === 'object' && error !== null && 'code' in error && Number(error.code) === status;

export const isMissing = (error: unknown) => hasStatus(error, 404);

/** Undefined when the object is gone or was replaced. */
export async function unlessGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error) || hasStatus(error, 412)) return undefined;
    throw error;
  }
}

/** Every object with a prefix, in the order of their names, in pages of a thousand. `from`: the first name. */
export async function* filesBelow(bucket: Bucket, prefix: string, from?: string): AsyncGenerator<File> {
  let pageToken: string | undefined;
  do {
    const [files, next] = await bucket.getFiles({
      prefix,
      autoPaginate: false,
      maxResults: 1000,
      ...(from !== undefined && { startOffset: from }),
      ...(pageToken !== undefined && { pageToken }),
    });
    yield* files;
    pageToken = (next as { pageToken?: string } | null)?.pageToken;
  } while (pageToken !== undefined);
}

export function publicPictureOf(name: string, metadata: File['metadata']): PublicPicture {
  return {
    sha256: name.split('/').at(-1) ?? '',
    generation: String(metadata.generation),
    writtenAt: Date.parse(metadata.timeCreated ?? ''),
    unnamedSince: noted(metadata, unnamedSinceKey),
    withheldSince: noted(metadata, withheldSinceKey),
  };
}

/** A time in an object's custom metadata; null = it is not there. */
export function noted(metadata: File['metadata'], key: string): number | null {
  const time = Number(metadata.metadata?.[key] ?? Number.NaN);
  return Number.isFinite(time) ? time : null;
}
