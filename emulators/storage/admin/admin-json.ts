import { etagOf } from '../store/etag';
import type { ObjectRecord } from '../store/object-record';

/** An object as in the Cloud Storage JSON API; `origin` is this server's own base URL. */
export function adminJson(record: ObjectRecord, origin: string): Record<string, unknown> {
  const { bucket, name, generation, contentType, md5Hash, crc32c, customTime } = record;
  const { contentDisposition, contentEncoding, contentLanguage, cacheControl } = record;
  const path = `b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(name)}`;
  const created = new Date(record.timeCreated).toISOString();
  const metadata = {
    ...record.metadata,
    ...(record.downloadTokens.length > 0 && {
      firebaseStorageDownloadTokens: record.downloadTokens.join(','),
    }),
  };
  return {
    kind: 'storage#object',
    id: `${bucket}/${name}/${generation}`,
    selfLink: `${origin}/storage/v1/${path}`,
    mediaLink: `${origin}/download/storage/v1/${path}?generation=${generation}&alt=media`,
    name,
    bucket,
    generation: String(generation),
    metageneration: String(record.metageneration),
    contentType,
    storageClass: 'STANDARD',
    size: String(record.size),
    md5Hash,
    crc32c,
    etag: etagOf(record),
    timeCreated: created,
    updated: new Date(record.updated).toISOString(),
    timeFinalized: created,
    timeStorageClassUpdated: created,
    contentDisposition,
    contentEncoding,
    contentLanguage,
    cacheControl,
    customTime,
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** Buckets exist on first use; they need not be created. */
export function bucketJson(name: string, origin: string): Record<string, unknown> {
  return {
    kind: 'storage#bucket',
    id: name,
    name,
    selfLink: `${origin}/storage/v1/b/${encodeURIComponent(name)}`,
    location: 'US',
    locationType: 'multi-region',
    storageClass: 'STANDARD',
    metageneration: '1',
    etag: 'CAE=',
    iamConfiguration: { uniformBucketLevelAccess: { enabled: true }, publicAccessPrevention: 'inherited' },
  };
}
