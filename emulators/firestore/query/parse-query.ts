import { invalid, unimplemented } from '../status';
import { type FieldPath, formatFieldPath, parseFieldPath } from '../values/field-path';
import { checkId, parseParentName } from '../values/resource-name';
import { compareText } from '../values/text-order';
import type { CursorMessage, StructuredQuery } from '../wire/messages';
import { checkFilter } from './check-filter';
import { parseFilter } from './parse-filter';
import { type Bound, type Filter, isInequality, isNamePath, leavesOf, type Order, type Query } from './query';

function explicitOrders(query: StructuredQuery): Order[] {
  const orders = (query.orderBy ?? []).map(({ field, direction }) => ({
    path: parseFieldPath(field?.fieldPath ?? ''),
    descending: direction === 'DESCENDING',
  }));
  const nameAt = orders.findIndex(({ path }) => isNamePath(path));
  if (nameAt >= 0 && nameAt < orders.length - 1) {
    throw invalid('order by clause cannot contain more fields after the key __name__');
  }
  const keys = orders.map(({ path }) => formatFieldPath(path));
  if (new Set(keys).size < keys.length) throw invalid('order by clause cannot contain duplicate fields');
  return orders;
}

/** A query's implicit orderings: its inequality fields in alphabetical order, then the document name. */
function allOrders(explicit: readonly Order[], filter: Filter | null): Order[] {
  const descending = explicit.at(-1)?.descending ?? false;
  const known = new Set(explicit.map(({ path }) => formatFieldPath(path)));
  const implicit = new Map<string, FieldPath>();
  for (const leaf of leavesOf(filter)) {
    const key = formatFieldPath(leaf.path);
    if (isInequality(leaf) && !isNamePath(leaf.path) && !known.has(key)) implicit.set(key, leaf.path);
  }
  const named = known.has('__name__') ? [] : [{ path: ['__name__'], descending }];
  const fields = [...implicit].sort(([a], [b]) => compareText(a, b));
  if (known.has('__name__') && fields.length > 0) {
    throw invalid('order by clause cannot contain more fields after the key __name__');
  }
  return [...explicit, ...fields.map(([, path]) => ({ path, descending })), ...named];
}

function bound(cursor: CursorMessage | undefined, orders: readonly Order[], side: string): Bound | null {
  if (cursor === undefined) return null;
  const values = cursor.values ?? [];
  if (values.length > orders.length) {
    throw invalid(`${side} cursor has more values than the query has orderings.`);
  }
  values.forEach((value, index) => {
    const order = orders[index];
    if (order !== undefined && isNamePath(order.path) && !('referenceValue' in value)) {
      throw invalid(`${side} cursor: the value for __name__ must be a reference.`);
    }
  });
  return { values, before: cursor.before ?? false };
}

function selection(query: StructuredQuery): FieldPath[] | null {
  if (query.select === undefined) return null;
  return (query.select.fields ?? [])
    .map(({ fieldPath }) => parseFieldPath(fieldPath ?? ''))
    .filter((path) => !isNamePath(path));
}

function checkKeyEquality(filter: Filter | null): void {
  const leaves = [...leavesOf(filter)];
  const keyEquality = leaves.some(
    (leaf) => leaf.kind === 'field' && leaf.op === 'EQUAL' && isNamePath(leaf.path),
  );
  if (keyEquality && leaves.some((leaf) => isInequality(leaf) && !isNamePath(leaf.path))) {
    throw invalid(
      'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
    );
  }
}

function sourceOf(query: StructuredQuery): { collectionId: string | null; allDescendants: boolean } {
  const [from, ...more] = query.from ?? [];
  if (more.length > 0) throw invalid('A query can have one collection selector only.');
  const collectionId = from?.collectionId ?? '';
  if (collectionId !== '') checkId(collectionId);
  return {
    collectionId: collectionId === '' ? null : collectionId,
    allDescendants: from === undefined ? true : (from.allDescendants ?? false),
  };
}

const notNegative = (name: string, value: number): number => {
  if (value < 0) throw invalid(`${name} must not be negative.`);
  return value;
};

/** Validates a structured query and adds its implicit orderings. */
export function parseQuery(parentName: string, message: StructuredQuery): Query {
  if (message.findNearest !== undefined) throw unimplemented('Vector search');
  const { database, path: parent } = parseParentName(parentName);
  const filter = message.where === undefined ? null : parseFilter(message.where);
  checkFilter(filter, database);
  checkKeyEquality(filter);
  const orders = allOrders(explicitOrders(message), filter);
  return {
    database,
    parent,
    ...sourceOf(message),
    filter,
    orders,
    start: bound(message.startAt, orders, 'Start'),
    end: bound(message.endAt, orders, 'End'),
    offset: notNegative('offset', message.offset ?? 0),
    limit: message.limit === undefined ? null : notNegative('limit', message.limit),
    select: selection(message),
  };
}
