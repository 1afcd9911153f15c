import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import type { GoogleRest } from '../installation/google';

const firestore = 'https://firestore.googleapis.com/v1';
const rulesApi = 'https://firebaserules.googleapis.com/v1';

export const backupShape = v.object({
  name: v.string(),
  database: v.string(),
  snapshotTime: v.string(),
  state: v.string(),
});
export type DatabaseBackup = v.InferOutput<typeof backupShape>;

export const databaseName = (projectId: string, database: string): string =>
  `projects/${projectId}/databases/${database}`;

/** The newest complete backup of a database. */
export async function newestBackup(
  google: GoogleRest,
  projectId: string,
  database: string,
): Promise<Result<DatabaseBackup, string>> {
  const url = `${firestore}/projects/${projectId}/locations/-/backups`;
  const all = await google.readAll(url, 'backups', backupShape);
  if (all.state === 'unknown') return fail(all.why);
  const [newest] = all.value
    .filter((each) => each.state === 'READY' && each.database === databaseName(projectId, database))
    .toSorted((a, b) => Date.parse(b.snapshotTime) - Date.parse(a.snapshotTime));
  return newest === undefined ? fail('there is no backup') : ok(newest);
}

const operation = v.object({
  name: v.string(),
  done: v.optional(v.boolean(), false),
  error: v.optional(v.object({ message: v.optional(v.string(), 'it failed') })),
});

/** Waits for a long-running operation; `pause` sleeps between two requests. */
async function finished(
  google: GoogleRest,
  name: string,
  pause: () => Promise<void>,
): Promise<Result<null, string>> {
  for (;;) {
    const asked = await google.read(`${firestore}/${name}`, operation);
    if (asked.state === 'unknown') return fail(asked.why);
    if (asked.value === null) return fail(`${name} is not known`);
    if (asked.value.error !== undefined) return fail(asked.value.error.message);
    if (asked.value.done) return ok(null);
    await pause();
  }
}

/** Restores a backup into a new database. */
export async function restoreBackup(
  google: GoogleRest,
  projectId: string,
  { backup, into }: { readonly backup: string; readonly into: string },
  pause: () => Promise<void>,
): Promise<Result<null, string>> {
  const url = `${firestore}/projects/${projectId}/databases:restore`;
  const begun = await google.write('POST', url, { databaseId: into, backup }, operation);
  return begun.ok ? finished(google, begun.value.name, pause) : begun;
}

/** A backup contains no rules, so the new database gets those of this checkout. */
export async function releaseRules(
  google: GoogleRest,
  projectId: string,
  { database, rules }: { readonly database: string; readonly rules: string },
): Promise<Result<null, string>> {
  const source = { files: [{ name: 'firestore.rules', content: rules }] };
  const project = `${rulesApi}/projects/${projectId}`;
  const made = await google.write('POST', `${project}/rulesets`, { source }, v.object({ name: v.string() }));
  if (!made.ok) return made;
  const release = {
    name: `projects/${projectId}/releases/cloud.firestore/${database}`,
    rulesetName: made.value.name,
  };
  const released = await google.write('POST', `${project}/releases`, release, v.looseObject({}));
  return released.ok ? ok(null) : released;
}

/** The part of rules/firestore.indexes.json that is needed here. */
export const indexFile = v.object({
  indexes: v.array(
    v.object({ collectionGroup: v.string(), queryScope: v.string(), fields: v.array(v.looseObject({})) }),
  ),
  fieldOverrides: v.array(
    v.object({
      collectionGroup: v.string(),
      fieldPath: v.string(),
      ttl: v.optional(v.boolean(), false),
    }),
  ),
});
export type IndexFile = v.InferOutput<typeof indexFile>;

/** A backup contains no time-to-live policies, so they are set again. */
export async function setExpiry(
  google: GoogleRest,
  name: string,
  { fieldOverrides }: IndexFile,
): Promise<Result<number, string>> {
  const expiring = fieldOverrides.filter(({ ttl }) => ttl);
  for (const { collectionGroup, fieldPath } of expiring) {
    const url = `${firestore}/${name}/collectionGroups/${collectionGroup}/fields/${fieldPath}?updateMask=ttlConfig`;
    const set = await google.write('PATCH', url, { ttlConfig: {} }, v.looseObject({}));
    if (!set.ok) return set;
  }
  return ok(expiring.length);
}

const index = v.object({ name: v.string(), state: v.string() });

/** Checks that the backup contained every declared composite index and that each can be used. */
export async function indexesFault(
  google: GoogleRest,
  name: string,
  { indexes }: IndexFile,
): Promise<string | null> {
  const all = await google.readAll(`${firestore}/${name}/collectionGroups/-/indexes`, 'indexes', index);
  if (all.state === 'unknown') return all.why;
  const ready = all.value.filter(({ state }) => state === 'READY').length;
  return ready >= indexes.length ? null : `${ready} of ${indexes.length} indexes are ready`;
}

const counted = v.array(
  v.object({
    result: v.object({
      aggregateFields: v.object({ count: v.object({ integerValue: v.string() }) }),
    }),
  }),
);

/** The number of documents in all collections with one name; `at` = the time of the count. */
export async function countOf(
  google: GoogleRest,
  name: string,
  group: string,
  at: string | null,
): Promise<Result<number, string>> {
  const query = {
    structuredAggregationQuery: {
      structuredQuery: { from: [{ collectionId: group, allDescendants: true }] },
      aggregations: [{ alias: 'count', count: {} }],
    },
    ...(at === null ? {} : { readTime: at }),
  };
  const reply = await google.query(`${firestore}/${name}/documents:runAggregationQuery`, query, counted);
  if (reply.state === 'unknown') return fail(reply.why);
  const [first] = reply.value ?? [];
  return first === undefined
    ? fail('no count was answered')
    : ok(Number(first.result.aggregateFields.count.integerValue));
}

export async function deleteDatabase(google: GoogleRest, name: string): Promise<Result<null, string>> {
  const deleted = await google.write('DELETE', `${firestore}/${name}`, {}, v.looseObject({}));
  return deleted.ok ? ok(null) : deleted;
}
