import { type Filter, isInequality, isNamePath, type Query } from '../query/query';
import { formatFieldPath } from '../values/field-path';

export type IndexOrder = 'ASCENDING' | 'DESCENDING';

/** What an index must offer so that a query (one disjunction of it) can be answered. */
export interface NeededIndex {
  readonly collectionGroup: string;
  readonly queryScope: 'COLLECTION' | 'COLLECTION_GROUP';
  /** Fields held to a value; any order of them, and indexes that hold some each, will do. */
  readonly equal: readonly string[];
  /** Fields of arrays that are asked for a member; likewise. */
  readonly contains: readonly string[];
  /** Fields that sort the result or have a range, in this order. */
  readonly sorted: readonly { readonly field: string; readonly order: IndexOrder }[];
  /** Which way documents of the same place are sorted by name. */
  readonly nameOrder: IndexOrder;
}

type Leaf = Exclude<Filter, { kind: 'composite' }>;

/** The service takes at most 30. */
const MOST_DISJUNCTIONS = 30;

/** The filter as a choice of conjunctions; null when there are more than the service takes. */
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

function neededBy(leaves: readonly Leaf[], query: Query, collectionGroup: string): NeededIndex {
  const equal = fieldsOf(leaves.filter((leaf) => !isInequality(leaf) && !isContains(leaf)));
  const sorted = query.orders
    .filter(({ path }) => !isNamePath(path))
    .map(({ path, descending }) => ({ field: formatFieldPath(path), order: orderOf(descending) }))
    // What is held to one value sorts nothing.
    .filter(({ field }) => !equal.includes(field));
  return {
    collectionGroup,
    queryScope: query.allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION',
    equal,
    contains: fieldsOf(leaves.filter(isContains)),
    sorted,
    nameOrder: orderOf(query.orders.at(-1)?.descending ?? false),
  };
}

/** The indexes that a query needs, one for each disjunction of its filter; none for a query over all collections. */
export function neededIndexes(query: Query): readonly NeededIndex[] {
  const { collectionId, filter } = query;
  if (collectionId === null) return [];
  const choices = filter === null ? [[]] : (disjunctions(filter) ?? []);
  return choices.map((leaves) => neededBy(leaves, query, collectionId));
}
