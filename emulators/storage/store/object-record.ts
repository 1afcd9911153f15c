import * as v from 'valibot';

const text = v.optional(v.string());

/** The settings that can change without new bytes. `metadata` is the custom metadata. */
const settings = {
  contentType: text,
  contentDisposition: text,
  contentEncoding: text,
  contentLanguage: text,
  cacheControl: text,
  customTime: text,
  metadata: v.record(v.string(), v.string()),
};

/** One stored object. Times are epoch milliseconds; generations increase and are never reused. */
export const objectRecord = v.object({
  bucket: v.string(),
  name: v.string(),
  /** The SHA-256 of the bytes in hex: the name of their file. */
  blob: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  size: v.number(),
  /** Base64, as in the service. */
  md5Hash: v.string(),
  crc32c: v.string(),
  generation: v.number(),
  metageneration: v.number(),
  timeCreated: v.number(),
  updated: v.number(),
  downloadTokens: v.array(v.string()),
  ...settings,
});
export type ObjectRecord = Readonly<v.InferOutput<typeof objectRecord>>;

export type ObjectSettings = Pick<ObjectRecord, keyof typeof settings>;

export const logEntry = v.union([
  v.object({ put: objectRecord }),
  v.object({ remove: v.object({ bucket: v.string(), name: v.string() }) }),
  /** The highest generation so far, kept when old entries are dropped. */
  v.object({ generation: v.number() }),
]);
export type LogEntry = v.InferOutput<typeof logEntry>;

export const describeObject = ({ bucket, name }: Pick<ObjectRecord, 'bucket' | 'name'>): string =>
  `${bucket}/${name}`;

/** The record without the settings that clients can change. */
export function withoutSettings(record: ObjectRecord): ObjectRecord {
  const { bucket, name, blob, size, md5Hash, crc32c, generation, metageneration } = record;
  const { timeCreated, updated, downloadTokens } = record;
  const times = { timeCreated, updated };
  const hashes = { blob, size, md5Hash, crc32c };
  return { bucket, name, ...hashes, generation, metageneration, ...times, downloadTokens, metadata: {} };
}
