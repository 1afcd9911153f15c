import { etagOf } from '../store/etag';
import type { ObjectRecord } from '../store/object-record';

/** An object for the web SDK. 64-bit numbers are strings. */
export function webJson(record: ObjectRecord): Record<string, unknown> {
  const { name, bucket, contentType, md5Hash, crc32c, contentEncoding, contentLanguage, cacheControl } =
    record;
  return {
    name,
    bucket,
    generation: String(record.generation),
    metageneration: String(record.metageneration),
    contentType,
    timeCreated: new Date(record.timeCreated).toISOString(),
    updated: new Date(record.updated).toISOString(),
    storageClass: 'STANDARD',
    size: String(record.size),
    md5Hash,
    crc32c,
    etag: etagOf(record),
    contentEncoding: contentEncoding ?? 'identity',
    contentDisposition: record.contentDisposition,
    contentLanguage,
    cacheControl,
    downloadTokens: record.downloadTokens.join(','),
    ...(Object.keys(record.metadata).length > 0 && { metadata: record.metadata }),
  };
}
