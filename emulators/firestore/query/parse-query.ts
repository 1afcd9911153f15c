import type { WireValue } from '@busker/rules-engine/port';
import {
  checkId,
  compareText,
  formatFieldPath,
  parseFieldPath,
  parseParentName,
  parseResourceName,
  type FieldPath,
} from '../values/names';
import { invalid, unimplemented } from '../values/status';
import type { CursorMessage, FilterMessage, StructuredQuery } from '../wire/messages';

export type FieldOperator =
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'ARRAY_CONTAINS'
  | 'IN'
  | 'ARRAY_CONTAINS_ANY'
  | 'NOT_IN';

export type UnaryOperator = 'IS_NAN' | 'IS_NULL' | 'IS_NOT_NAN' | 'IS_NOT_NULL';

export type Filter =
  | { readonly kind: 'composite'; readonly op: 'AND' | 'OR'; readonly filters: readonly Filter[] }
  | {
      readonly kind: 'field';
      readonly path: FieldPath;
      readonly op: FieldOperator;
      readonly value: WireValue;
    }
  | { readonly kind: 'unary'; readonly path: FieldPath; readonly op: UnaryOperator };

export interface Order {
  readonly path: FieldPath;
  readonly descending: boolean;
}

export interface Bound {
  readonly values: readonly WireValue[];
  readonly before: boolean;
}

/** A validated query with its implicit orderings; the last ordering is always `__name__`. */
export interface Query {
  /** `projects/p/databases/d`; needed to resolve references in filters and cursors. */
  readonly database: string;
  readonly parent: string;
  /** null: documents of every collection. */
  readonly collectionId: string | null;
  readonly allDescendants: boolean;
  readonly filter: Filter | null;
  readonly orders: readonly Order[];
  readonly start: Bound | null;
  readonly end: Bound | null;
  readonly offset: number;
  readonly limit: number | null;
  /** null: whole documents; an empty list: only names. */
  readonly select: readonly FieldPath[] | null;
}

export const isNamePath = (path: FieldPath): boolean => path.length === 1 && path[0] === '__name__';

const INEQUALITIES: ReadonlySet<string> = new Set([
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'NOT_EQUAL',
  'NOT_IN',
  'IS_NOT_NAN',
  'IS_NOT_NULL',
]);

export const isInequality = (filter: Filter): boolean =>
  filter.kind !== 'composite' && INEQUALITIES.has(filter.op);

function* leavesOf(filter: Filter | null): Generator<Exclude<Filter, { kind: 'composite' }>> {
  if (filter === null) return;
  if (filter.kind !== 'composite') yield filter;
  else for (const inner of filter.filters) yield* leavesOf(inner);
}

type Leaf = Exclude<Filter, { kind: 'composite' }>;

const NEGATIONS: ReadonlySet<string> = new Set(['NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', 'IS_NOT_NULL']);

function* composites(filter: Filter | null): Generator<Extract<Filter, { kind: 'composite' }>> {
  if (filter?.kind !== 'composite') return;
  yield filter;
  for (const inner of filter.filters) yield* composites(inner);
}

/** The largest number of array-contains in any disjunction of the filter. */
function arrayContains(filter: Filter): number {
  if (filter.kind !== 'composite') return filter.op === 'ARRAY_CONTAINS' ? 1 : 0;
  const counts = filter.filters.map(arrayContains);
  return filter.op === 'AND' ? counts.reduce((sum, count) => sum + count, 0) : Math.max(...counts);
}

function checkNegations(filter: Filter, leaves: readonly Leaf[]): void {
  if (leaves.filter(({ op }) => NEGATIONS.has(op)).length > 1) {
    throw invalid("A query can have one of 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN' and 'IS_NOT_NULL' only.");
  }
  const lists = leaves.some(({ op }) => op === 'IN' || op === 'ARRAY_CONTAINS_ANY');
  const or = [...composites(filter)].some(({ op, filters }) => op === 'OR' && filters.length > 1);
  if ((lists || or) && leaves.some(({ op }) => op === 'NOT_IN')) {
    throw invalid("A query cannot have 'NOT_IN' beside 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.");
  }
}

/** References must name documents of the queried database. */
function checkNames(leaf: Leaf, database: string): void {
  if (leaf.kind !== 'field' || !isNamePath(leaf.path)) return;
  const values = 'arrayValue' in leaf.value ? (leaf.value.arrayValue.values ?? []) : [leaf.value];
  for (const value of values) {
    if ('referenceValue' in value && parseResourceName(value.referenceValue).database !== database) {
      throw invalid(
        `The request is for the database "${database}", not for that of "${value.referenceValue}".`,
      );
    }
  }
}

/** Refuses the filter combinations that production refuses. The admin SDK does not check them. */
function checkFilter(filter: Filter | null, database: string): void {
  if (filter === null) return;
  const leaves = [...leavesOf(filter)];
  checkNegations(filter, leaves);
  if (arrayContains(filter) > 1) throw invalid("A disjunction can have one 'ARRAY_CONTAINS' only.");
  for (const leaf of leaves) checkNames(leaf, database);
}

const FIELD_OPERATORS: ReadonlySet<string> = new Set<FieldOperator>([
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'EQUAL',
  'NOT_EQUAL',
  'ARRAY_CONTAINS',
  'IN',
  'ARRAY_CONTAINS_ANY',
  'NOT_IN',
]);

const UNARY_OPERATORS: ReadonlySet<string> = new Set<UnaryOperator>([
  'IS_NAN',
  'IS_NULL',
  'IS_NOT_NAN',
  'IS_NOT_NULL',
]);

const isFieldOperator = (op: string): op is FieldOperator => FIELD_OPERATORS.has(op);

const isUnaryOperator = (op: string): op is UnaryOperator => UNARY_OPERATORS.has(op);

/**
 * The maximum number of operands of a list operator (https://firebase.google.com/docs/firestore/query-data/queries).
 */
const MOST_OPERANDS: Partial<Record<FieldOperator, number>> = { IN: 30, ARRAY_CONTAINS_ANY: 30, NOT_IN: 10 };

function checkOperand(op: FieldOperator, value: WireValue): void {
  const most = MOST_OPERANDS[op];
  if (most === undefined) return;
  const count = 'arrayValue' in value ? (value.arrayValue.values?.length ?? 0) : -1;
  if (count < 0) throw invalid(`'${op}' requires an ArrayValue.`);
  if (count === 0) throw invalid(`'${op}' requires a non-empty ArrayValue.`);
  if (count > most) throw invalid(`'${op}' supports up to ${most} comparison values.`);
}

function checkName(op: FieldOperator, value: WireValue): void {
  const values =
    'arrayValue' in value && (op === 'IN' || op === 'NOT_IN') ? value.arrayValue.values : [value];
  if (values?.every((item) => 'referenceValue' in item) !== true) {
    throw invalid('__key__ filter value must be a Key');
  }
}

function fieldFilter(message: NonNullable<FilterMessage['fieldFilter']>): Filter {
  const op = message.op ?? 'OPERATOR_UNSPECIFIED';
  if (!isFieldOperator(op)) throw invalid(`Invalid filter operator ${op}.`);
  if (message.value === undefined) throw invalid('A field filter needs a value.');
  const path = parseFieldPath(message.field?.fieldPath ?? '');
  checkOperand(op, message.value);
  if (isNamePath(path)) checkName(op, message.value);
  return { kind: 'field', path, op, value: message.value };
}

function unaryFilter(message: NonNullable<FilterMessage['unaryFilter']>): Filter {
  const op = message.op ?? 'OPERATOR_UNSPECIFIED';
  if (!isUnaryOperator(op)) throw invalid(`Invalid filter operator ${op}.`);
  return { kind: 'unary', path: parseFieldPath(message.field?.fieldPath ?? ''), op };
}

function compositeFilter(message: NonNullable<FilterMessage['compositeFilter']>): Filter | null {
  const { op, filters = [] } = message;
  if (op !== 'AND' && op !== 'OR')
    throw invalid(`Invalid composite operator ${op ?? 'OPERATOR_UNSPECIFIED'}.`);
  const parsed = filters.map(parseFilter).filter((filter) => filter !== null);
  return parsed.length === 0 ? null : { kind: 'composite', op, filters: parsed };
}

/** Null: an empty composite filter, which matches every document. */
function parseFilter(message: FilterMessage): Filter | null {
  if (message.fieldFilter !== undefined) return fieldFilter(message.fieldFilter);
  if (message.unaryFilter !== undefined) return unaryFilter(message.unaryFilter);
  if (message.compositeFilter !== undefined) return compositeFilter(message.compositeFilter);
  throw invalid('Filter type is not set.');
}

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
