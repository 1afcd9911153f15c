import type { WireFields, WireValue } from '../../wire-value';
import type { CommittedChanges, StoredDocument } from '../engine/stored-document';
import type { Micros } from '../values/instant';

/** A commit on disk: `d` is the database, `t` the time, `c` the documents after it. */
interface CommitRecord {
  readonly d: string;
  readonly t: Micros;
  readonly c: readonly StoredEntry[];
}

/** The path, then null for a deleted document, else fields, create time, update time. */
type StoredEntry = readonly [string, null] | readonly [string, WireFields, Micros, Micros];

export function documentEntry({ path, fields, createTime, updateTime }: StoredDocument): StoredEntry {
  return [path, fields, createTime, updateTime];
}

/** Commits that are appended together are one record, so that an incomplete write leaves none of them. */
export function commitsRecord(commits: readonly CommittedChanges[]): CommitRecord[] {
  return commits.map(({ database, time, changes }) => ({
    d: database,
    t: time,
    c: changes.map(({ path, after }) => (after === null ? [path, null] : documentEntry(after))),
  }));
}

export const snapshotRecord = (
  d: string,
  t: Micros,
  documents: readonly StoredDocument[],
): CommitRecord[] => [{ d, t, c: documents.map(documentEntry) }];

/** Fields without a prototype, at every depth; the objects come from JSON.parse. */
function bareFields(fields: WireFields): WireFields {
  Object.setPrototypeOf(fields, null);
  for (const key in fields) bareValue(fields[key]);
  return fields;
}

function bareValue(value: WireValue | undefined): void {
  if (value === undefined) return;
  if ('mapValue' in value && value.mapValue.fields !== undefined) bareFields(value.mapValue.fields);
  if ('arrayValue' in value) value.arrayValue.values?.forEach(bareValue);
}

function storedDocument(entry: StoredEntry): StoredDocument | null {
  if (entry[1] === null) return null;
  const [path, fields, createTime, updateTime] = entry;
  return { path, fields: bareFields(fields), createTime, updateTime };
}

export interface ReadCommit {
  readonly database: string;
  readonly time: Micros;
  readonly documents: readonly { readonly path: string; readonly document: StoredDocument | null }[];
}

/** Parses a record that this server wrote; its checksum was verified before. */
export function readCommits(json: unknown): ReadCommit[] {
  return (json as CommitRecord[]).map(({ d, t, c }) => ({
    database: d,
    time: t,
    documents: c.map((entry) => ({ path: entry[0], document: storedDocument(entry) })),
  }));
}
