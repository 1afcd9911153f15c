import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import { known, unanswered, type Reply } from '../../installation/google';
import { sha384 } from './keep-versions';
import type { ReleaseFiles } from './release-files';

const recordShape = v.object({
  v: v.literal(1),
  /** The id, which sorts by time: `20261123T131447Z-1a2b3c4d`. */
  id: v.string(),
  at: v.number(),
  by: v.string(),
  commit: v.nullable(v.string()),
  /** The version in package.json, which is also the version of the embed. */
  version: v.string(),
  functions: v.object({
    release: v.string(),
    revisions: v.array(v.object({ id: v.string(), service: v.string(), revision: v.string() })),
    secrets: v.record(v.string(), v.number()),
  }),
  hosting: v.object({ hash: v.string(), version: v.string() }),
  documents: v.record(v.string(), v.number()),
});

/** The state that one deploy left live, so that a later deploy can be undone. */
export type ReleaseRecord = v.InferOutput<typeof recordShape>;

export const releaseId = (at: number, release: string): string =>
  `${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${release.slice(0, 8)}`;

export const storeRecord = (kept: ReleaseFiles, record: ReleaseRecord) =>
  kept.create(`releases/${record.id}.json`, Buffer.from(`${JSON.stringify(record, null, 2)}\n`));

/** The records, newest first, up to this number. */
export async function readRecords(kept: ReleaseFiles, most = 20): Promise<Reply<readonly ReleaseRecord[]>> {
  const paths = await kept.list('releases/');
  if (paths.state === 'unknown') return paths;
  const records: ReleaseRecord[] = [];
  for (const path of paths.value.toReversed().slice(0, most)) {
    const bytes = await kept.read(path);
    if (bytes.state === 'unknown') return bytes;
    const parsed = v.safeParse(recordShape, JSON.parse(bytes.value?.toString() ?? 'null'));
    if (!parsed.success) return unanswered(`${path} cannot be read; it may be of a newer release`);
    records.push(parsed.output);
  }
  return known(records);
}

/**
 * The version of each kind of stored document that these sources declare (`kind: 'tip', version: 1`). They are read from the text, because a release
 * record has to contain them all, and the modules do not export them.
 */
export async function documentVersions(folder: string): Promise<Readonly<Record<string, number>>> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const versions = new Map<string, number>();
  for (const file of files.toSorted()) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, kind = '', version] of text.matchAll(/\bkind: '([a-z-]+)',\s+version: (\d+)\b/g)) {
      if (versions.has(kind))
        throw new Error(`Two documents are of the kind ${kind}, one of them in ${file}.`);
      versions.set(kind, Number(version));
    }
  }
  return Object.fromEntries(versions);
}

/** Kinds of documents whose version in the newer release is one that the older release cannot read. */
export const raisedSince = (
  older: Readonly<Record<string, number>>,
  newer: Readonly<Record<string, number>>,
): readonly string[] =>
  Object.keys(newer).filter((name) => (newer[name] ?? 0) > (older[name] ?? newer[name] ?? 0));

export interface Channels {
  readonly kept: ReleaseFiles;
  /** The folder that Hosting will serve as `/embed/`. The build has already written its own version to `v1.js` and `next.js`. */
  readonly folder: string;
  readonly version: string;
  /** Leave `/embed/v1.js` at its current version. */
  readonly early: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The entry file of a version, from which a later deploy makes `/embed/v1.js`. */
export const channelFile = (version: string): string => `channels/${version}.js`;

/** The version that `/embed/v1.js` was last moved to, from the newest file that records a move. */
export async function promotedVersion(kept: ReleaseFiles): Promise<Result<string | null, string>> {
  const list = await kept.list('promotions/');
  if (list.state === 'unknown') return fail(list.why);
  const [, version = null] = /^promotions\/[^-]+-(.+)\.txt$/.exec(list.value.at(-1) ?? '') ?? [];
  return ok(version);
}

const versionList = v.looseObject({});

/** `versions.json` contains the hash of `v1.js`. */
async function tellHash(folder: string, entry: Uint8Array): Promise<void> {
  const file = join(folder, 'versions.json');
  const list = v.parse(versionList, JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, `${JSON.stringify({ ...list, v1: sha384(entry) }, null, 2)}\n`);
}

/**
 * `/embed/next.js` is always this build. `/embed/v1.js` is too, unless the deploy is an early one: then it stays at its version, which must be
 * stored. Returns the version of `/embed/v1.js`.
 */
export async function applyChannels(options: Channels): Promise<Result<string, string>> {
  const { kept, folder, version, early, now } = options;
  const own = await readFile(join(folder, 'v1.js'));
  const stored = await kept.create(channelFile(version), own);
  if (!stored.ok) return stored;
  const current = await promotedVersion(kept);
  if (!current.ok) return current;
  if (!early || current.value === null || current.value === version) {
    if (current.value === version) return ok(version);
    const at = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const done = await kept.create(`promotions/${at}-${version}.txt`, Buffer.from(version));
    return done.ok ? ok(version) : done;
  }
  const before = await kept.read(channelFile(current.value));
  if (before.state === 'unknown') return fail(before.why);
  if (before.value === null)
    return fail(`${channelFile(current.value)} is missing in the bucket of releases.`);
  await writeFile(join(folder, 'v1.js'), before.value);
  await tellHash(folder, before.value);
  return ok(current.value);
}
