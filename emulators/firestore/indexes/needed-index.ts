import { type Filter, isInequality, isNamePath, type Query } from '../query/query';
import { type FieldPath, formatFieldPath } from '../values/field-path';
import { compareText } from '../values/text-order';

export type IndexOrder = 'ASCENDING' | 'DESCENDING';

/** What an index needs so that it can answer one disjunction of a query. */
export interface NeededIndex {
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
export function neededIndexes(query: Query, summed: readonly FieldPath[] = []): readonly NeededIndex[] {
  const { collectionId, filter } = query;
  if (collectionId === null) return [];
  const choices = filter === null ? [[]] : (disjunctions(filter) ?? []);
  return choices.map((leaves) => neededBy(leaves, query, collectionId, summed.map(formatFieldPath)));
}
