import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { IndexOrder, NeededIndex } from './needed-index';

const order = v.picklist(['ASCENDING', 'DESCENDING']);
const queryScope = v.optional(v.picklist(['COLLECTION', 'COLLECTION_GROUP']), 'COLLECTION');

/** The file that `firebase deploy --only firestore:indexes` deploys. */
const indexesFile = v.object({
  indexes: v.optional(
    v.array(
      v.object({
        collectionGroup: v.string(),
        queryScope,
        fields: v.array(
          v.object({
            fieldPath: v.string(),
            order: v.optional(order),
            arrayConfig: v.optional(v.literal('CONTAINS')),
          }),
        ),
      }),
    ),
    [],
  ),
  fieldOverrides: v.optional(
    v.array(
      v.object({
        collectionGroup: v.string(),
        fieldPath: v.string(),
        indexes: v.array(
          v.object({
            order: v.optional(order),
            arrayConfig: v.optional(v.literal('CONTAINS')),
            queryScope,
          }),
        ),
      }),
    ),
    [],
  ),
});

export type DeclaredIndexes = Readonly<v.InferOutput<typeof indexesFile>>;
type Composite = DeclaredIndexes['indexes'][number];
type Kind = IndexOrder | 'CONTAINS';

/** @throws when the file is missing or is not an indexes file */
export function readIndexes(file: string): DeclaredIndexes {
  return v.parse(indexesFile, JSON.parse(readFileSync(file, 'utf8')));
}

/**
 * Every field has automatic single-field indexes for its collection, unless an override of the field, or of a map
 * around it, changes them.
 */
function hasSingle(declared: DeclaredIndexes, needed: NeededIndex, field: string, kind: Kind): boolean {
  const overrides = declared.fieldOverrides
    .filter(({ collectionGroup, fieldPath }) => {
      if (collectionGroup !== needed.collectionGroup) return false;
      return field === fieldPath || field.startsWith(`${fieldPath}.`);
    })
    .sort((a, b) => b.fieldPath.length - a.fieldPath.length);
  const [nearest] = overrides;
  if (nearest === undefined) return needed.queryScope === 'COLLECTION';
  return nearest.indexes.some(
    (index) => index.queryScope === needed.queryScope && (index.order ?? index.arrayConfig) === kind,
  );
}

const hasEither = (declared: DeclaredIndexes, needed: NeededIndex, field: string): boolean =>
  hasSingle(declared, needed, field, 'ASCENDING') || hasSingle(declared, needed, field, 'DESCENDING');

/** The equality fields that an index covers, if it then sorts as needed; null if it does not. */
function heldBy(index: Composite, needed: NeededIndex): readonly string[] | null {
  if (index.collectionGroup !== needed.collectionGroup || index.queryScope !== needed.queryScope) return null;
  const last = index.fields.at(-1);
  const named = last?.fieldPath === '__name__' ? last.order : undefined;
  const fields = named === undefined ? index.fields : index.fields.slice(0, -1);
  const sortedFrom = fields.length - needed.sorted.length;
  if (sortedFrom < 0 || (named ?? last?.order ?? 'ASCENDING') !== needed.nameOrder) return null;
  const sorts = needed.sorted.every(({ field, order: way }, at) => {
    const own = fields[sortedFrom + at];
    return own?.fieldPath === field && own.order === way;
  });
  const held = fields.slice(0, sortedFrom);
  const fits = held.every(({ fieldPath, arrayConfig }) =>
    (arrayConfig === undefined ? needed.equal : needed.contains).includes(fieldPath),
  );
  return sorts && fits ? held.map(({ fieldPath }) => fieldPath) : null;
}

/** Whether the declared and the automatic indexes can answer the query. */
export function areEnough(declared: DeclaredIndexes, needed: NeededIndex): boolean {
  const { equal, contains, sorted, nameOrder } = needed;
  const held = [...equal, ...contains];
  const [first, ...more] = sorted;
  if (first === undefined) {
    const own = equal.every((field) => hasEither(declared, needed, field));
    if (own && contains.every((field) => hasSingle(declared, needed, field, 'CONTAINS'))) return true;
  } else if (held.length === 0 && more.length === 0 && first.order === nameOrder) {
    if (hasSingle(declared, needed, first.field, first.order)) return true;
  }
  const fitting = declared.indexes.flatMap((index) => {
    const fields = heldBy(index, needed);
    return fields === null ? [] : [fields];
  });
  return fitting.length > 0 && held.every((field) => fitting.some((fields) => fields.includes(field)));
}
