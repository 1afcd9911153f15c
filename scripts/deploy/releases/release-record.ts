import * as v from 'valibot';
import { known, unanswered, type Reply } from '../google/reply';
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
    /** The service and the revision of each function. */
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
