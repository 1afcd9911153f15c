import * as v from 'valibot';
import { badRequest } from '../storage-error';
import type { ObjectSettings } from './object-record';

const text = v.optional(v.nullable(v.string()));

/**
 * Metadata from clients: absent = unchanged, null = remove. Other members (`size`, `etag` …) belong to the server and
 * are ignored. Checksums apply to uploads only.
 */
const settingsPatch = v.object({
  name: v.optional(v.string()),
  md5Hash: text,
  crc32c: text,
  contentType: text,
  contentDisposition: text,
  contentEncoding: text,
  contentLanguage: text,
  cacheControl: text,
  customTime: text,
  metadata: v.optional(
    v.nullable(v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()])))),
  ),
});
export type SettingsPatch = v.InferOutput<typeof settingsPatch>;

const names = [
  'contentType',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'cacheControl',
  'customTime',
] as const;

/** The service's limit for an object's custom metadata. */
const mostMetadata = 8 * 1024;
/** The admin SDK stores download tokens under this key of the custom metadata. */
const tokensKey = 'firebaseStorageDownloadTokens';

export const noSettings: ObjectSettings = { metadata: {} };

export function parseSettings(json: unknown): SettingsPatch {
  const parsed = v.safeParse(settingsPatch, json);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw badRequest(`The metadata cannot be read: ${v.getDotPath(issue) ?? 'it'} ${issue.message}`);
}

export interface Settled {
  readonly settings: ObjectSettings;
  /** Set when the patch changes download tokens. */
  readonly tokens: readonly string[] | null;
}

export function settle(before: ObjectSettings, patch: SettingsPatch): Settled {
  const settings: Record<(typeof names)[number], string | undefined> = { ...pick(before) };
  for (const name of names) {
    const given = patch[name];
    if (given !== undefined) settings[name] = given ?? undefined;
  }
  const { [tokensKey]: tokens, ...metadata } = settleMap(before.metadata, patch.metadata);
  const length = Object.entries(metadata).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key + value),
    0,
  );
  if (length > mostMetadata) throw badRequest(`Custom metadata can have at most ${mostMetadata} bytes.`);
  return {
    settings: { ...withoutAbsent(settings), metadata },
    tokens: tokens === undefined ? null : tokens.split(',').filter((token) => token !== ''),
  };
}

const pick = (from: ObjectSettings): Record<(typeof names)[number], string | undefined> => ({
  contentType: from.contentType,
  contentDisposition: from.contentDisposition,
  contentEncoding: from.contentEncoding,
  contentLanguage: from.contentLanguage,
  cacheControl: from.cacheControl,
  customTime: from.customTime,
});

const withoutAbsent = <T extends object>(from: T): T =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as T;

function settleMap(
  before: Readonly<Record<string, string>>,
  patch: SettingsPatch['metadata'],
): Record<string, string> {
  if (patch === undefined) return { ...before };
  if (patch === null) return {};
  const settled: Record<string, string> = { ...before };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete settled[key];
    else settled[key] = String(value);
  }
  return settled;
}
