import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as v from 'valibot';
import { isInequality, isNamePath, type Filter, type Query } from '../query/parse-query';
import { StatusError } from '../values/status';
import { formatFieldPath, compareText, type FieldPath } from '../values/names';

type IndexOrder = 'ASCENDING' | 'DESCENDING';

/** What an index needs so that it can answer one disjunction of a query. */
interface NeededIndex {
  readonly collectionGroup: string;
  readonly queryScope: 'COLLECTION' | 'COLLECTION_GROUP';
  /** Fields with an equality filter, in any order. Several indexes may together cover them. */
  readonly equal: readonly string[];
  /** Fields with an array-contains filter, likewise. */
  readonly contains: readonly string[];
  /** Fields with an order or a range, in this sequence. */
  readonly sorted: readonly { readonly field: string; readonly order: IndexOrder }[];
  /** The direction in which equal documents are sorted by name. */
  readonly nameOrder: IndexOrder;
}

type Leaf = Exclude<Filter, { kind: 'composite' }>;

/** The service's limit is 30. */
const MOST_DISJUNCTIONS = 30;

/** The filter in disjunctive normal form; null when it has more disjunctions than the service accepts. */
function disjunctions(filter: Filter): readonly (readonly Leaf[])[] | null {
  if (filter.kind !== 'composite') return [[filter]];
  let found: readonly (readonly Leaf[])[] = filter.op === 'AND' ? [[]] : [];
  for (const inner of filter.filters) {
    const parts = disjunctions(inner);
    if (parts === null) return null;
    found =
      filter.op === 'AND'
        ? found.flatMap((one) => parts.map((part) => [...one, ...part]))
        : [...found, ...parts];
    if (found.length > MOST_DISJUNCTIONS) return null;
  }
  return found;
}

const isContains = (leaf: Leaf): boolean => leaf.op === 'ARRAY_CONTAINS' || leaf.op === 'ARRAY_CONTAINS_ANY';
const orderOf = (descending: boolean): IndexOrder => (descending ? 'DESCENDING' : 'ASCENDING');
const fieldsOf = (leaves: readonly Leaf[]): string[] => [
  ...new Set(leaves.filter(({ path }) => !isNamePath(path)).map(({ path }) => formatFieldPath(path))),
];

function neededBy(
  leaves: readonly Leaf[],
  query: Query,
  collectionGroup: string,
  summed: readonly string[],
): NeededIndex {
  const equal = fieldsOf(leaves.filter((leaf) => !isInequality(leaf) && !isContains(leaf)));
  const sorted = query.orders
    .filter(({ path }) => !isNamePath(path))
    .map(({ path, descending }) => ({ field: formatFieldPath(path), order: orderOf(descending) }))
    // An ordering by a field with an equality filter has no effect.
    .filter(({ field }) => !equal.includes(field));
  const nameOrder = orderOf(query.orders.at(-1)?.descending ?? false);
  const known = [...equal, ...sorted.map(({ field }) => field)];
  const added = summed.filter((field) => !known.includes(field)).sort(compareText);
  return {
    collectionGroup,
    queryScope: query.allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION',
    equal,
    contains: fieldsOf(leaves.filter(isContains)),
    sorted: [...sorted, ...added.map((field) => ({ field, order: nameOrder }))],
    nameOrder,
  };
}

/**
 * The indexes that a query needs, one for each disjunction of its filter; none for a query over all collections. Fields
 * that are added up are part of the index, since only documents that have all of them count. The documentation does not
 * say in which sequence they stand; here it is that of several ranges, alphabetical.
 */
function neededIndexes(query: Query, summed: readonly FieldPath[] = []): readonly NeededIndex[] {
  const { collectionId, filter } = query;
  if (collectionId === null) return [];
  const choices = filter === null ? [[]] : (disjunctions(filter) ?? []);
  return choices.map((leaves) => neededBy(leaves, query, collectionId, summed.map(formatFieldPath)));
}

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

type DeclaredIndexes = Readonly<v.InferOutput<typeof indexesFile>>;
type Composite = DeclaredIndexes['indexes'][number];
type Kind = IndexOrder | 'CONTAINS';

/** @throws when the file is missing or is not an indexes file */
function readIndexes(file: string): DeclaredIndexes {
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
function areEnough(declared: DeclaredIndexes, needed: NeededIndex): boolean {
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

/** Refuses a query that production refuses because of a missing index. `summed` are the fields that it adds up. */
export type IndexCheck = (query: Query, summed?: readonly FieldPath[]) => void;

const described = ({
  collectionGroup,
  queryScope,
  equal,
  contains,
  sorted,
  nameOrder,
}: NeededIndex): string => {
  const [only, ...more] = sorted;
  const implied = sorted.at(-1)?.order ?? 'ASCENDING';
  const fields = [
    ...equal.map((fieldPath) => ({ fieldPath, order: 'ASCENDING' })),
    ...contains.map((fieldPath) => ({ fieldPath, arrayConfig: 'CONTAINS' })),
    ...sorted.map(({ field, order }) => ({ fieldPath: field, order })),
    ...(nameOrder === implied ? [] : [{ fieldPath: '__name__', order: nameOrder }]),
  ];
  const alone = fields.length === 1 && (only === undefined || more.length === 0);
  return alone
    ? `a field override of ${collectionGroup}: ${JSON.stringify({ ...fields[0], queryScope })}`
    : `an index: ${JSON.stringify({ collectionGroup, queryScope, fields })}`;
};

/**
 * The check against an indexes file, which is read once. Without a file every query may run, as in Google's emulator.
 */
export function indexCheck(file: string | null): IndexCheck {
  if (file === null) return () => undefined;
  const declared = readIndexes(file);
  return (query, summed) => {
    const missing = neededIndexes(query, summed).find((needed) => !areEnough(declared, needed));
    if (missing === undefined) return;
    throw new StatusError(
      'FAILED_PRECONDITION',
      `The query requires an index, in production too. Add to ${basename(file)} ${described(missing)}.`,
    );
  };
}
