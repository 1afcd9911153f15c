import * as v from 'valibot';
import type { GoogleRest } from './google-rest';
import type { Reply } from './reply';

/** Part of an index: a field, and its order (`ASCENDING`) or its kind of search (`CONTAINS`). */
export interface IndexedField {
  readonly fieldPath: string;
  readonly kind: string;
}

export interface StoreIndex {
  readonly collection: string;
  readonly scope: string;
  readonly fields: readonly IndexedField[];
  readonly ready: boolean;
}

/** A single field that has its own indexes or its own time to live. */
export interface FieldSettings {
  readonly collection: string;
  readonly fieldPath: string;
  readonly ttl: boolean;
  readonly indexes: readonly { readonly scope: string; readonly kind: string; readonly ready: boolean }[];
}

export interface StoreIndexes {
  readonly indexes: readonly StoreIndex[];
  readonly fields: readonly FieldSettings[];
}

const part = v.object({
  fieldPath: v.optional(v.string(), ''),
  order: v.optional(v.string()),
  arrayConfig: v.optional(v.string()),
});
const index = v.object({
  name: v.optional(v.string(), ''),
  queryScope: v.string(),
  fields: v.array(part),
  state: v.optional(v.string(), ''),
});
const field = v.object({
  name: v.string(),
  indexConfig: v.optional(v.object({ indexes: v.optional(v.array(index), []) }), {}),
  ttlConfig: v.optional(v.object({ state: v.optional(v.string(), '') })),
});

/** `…/collectionGroups/tips/indexes/x` → `tips`. */
const collectionOf = (name: string) => /\/collectionGroups\/([^/]+)\//.exec(name)?.[1] ?? '';
const kindOf = ({ order, arrayConfig }: v.InferOutput<typeof part>) => order ?? arrayConfig ?? '';

/** The database's indexes (cloud.google.com/firestore/docs/reference/rest), without the document's name, which the service adds to each. */
export async function readIndexes(
  google: GoogleRest,
  projectId: string,
  database: string,
): Promise<Reply<StoreIndexes>> {
  const groups = `https://firestore.googleapis.com/v1/projects/${projectId}/databases/${encodeURIComponent(database)}/collectionGroups/-`;
  const filter = encodeURIComponent('indexConfig.usesAncestorConfig:false OR ttlConfig:*');
  const [indexes, fields] = await Promise.all([
    google.readAll(`${groups}/indexes?pageSize=300`, 'indexes', index),
    google.readAll(`${groups}/fields?pageSize=300&filter=${filter}`, 'fields', field),
  ]);
  if (indexes.state === 'unknown') return indexes;
  if (fields.state === 'unknown') return fields;
  return {
    state: 'known',
    value: {
      indexes: indexes.value.map(({ name, queryScope, fields: parts, state }) => ({
        collection: collectionOf(name),
        scope: queryScope,
        fields: parts
          .filter(({ fieldPath }) => fieldPath !== '__name__')
          .map((each) => ({ fieldPath: each.fieldPath, kind: kindOf(each) })),
        ready: state === 'READY',
      })),
      fields: fields.value.map(({ name, indexConfig, ttlConfig }) => ({
        collection: collectionOf(name),
        fieldPath: (name.split('/fields/')[1] ?? '').replaceAll('`', ''),
        ttl: ttlConfig !== undefined,
        indexes: indexConfig.indexes.map(({ queryScope, fields: parts, state }) => ({
          scope: queryScope,
          kind: parts.map(kindOf).join(''),
          ready: state === 'READY',
        })),
      })),
    },
  };
}
