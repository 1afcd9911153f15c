import type { StoredDocument } from '../engine/stored-document';
import { comparePaths } from '../values/path-order';
import { collectionOf, lastSegment } from '../values/resource-name';
import { compareValues } from '../values/value-order';
import { compileFilter, fieldReader, type Predicate } from './compile-filter';
import { type Bound, isNamePath, type Order, type Query } from './query';

/** A query prepared to run: which documents match (without limit and offset), and their order. */
export interface CompiledQuery {
  readonly query: Query;
  readonly matches: Predicate;
  /** `matches` for a document that is known to be in one of the query's collections. */
  readonly fits: Predicate;
  readonly compare: (a: StoredDocument, b: StoredDocument) => number;
}

type Comparison = (a: StoredDocument, b: StoredDocument) => number;

function orderComparison({ path, descending }: Order, database: string): Comparison {
  const sign = descending ? -1 : 1;
  if (isNamePath(path)) return (a, b) => sign * comparePaths(a.path, b.path);
  const read = fieldReader(path, database);
  return (a, b) => {
    const x = read(a);
    const y = read(b);
    return x === undefined || y === undefined ? 0 : sign * compareValues(x, y);
  };
}

function comparison(orders: readonly Order[], database: string): Comparison {
  const each = orders.map((order) => orderComparison(order, database));
  return (a, b) => {
    for (const compare of each) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** The document's place relative to a cursor: negative before it, 0 on it, positive after it. */
export function boundComparison(bound: Bound, query: Query): (document: StoredDocument) => number {
  const parts = bound.values.flatMap((value, index) => {
    const order = query.orders[index];
    if (order === undefined) return [];
    const read = fieldReader(order.path, query.database);
    return [{ value, read, sign: order.descending ? -1 : 1 }];
  });
  return (document) => {
    for (const { value, read, sign } of parts) {
      const own = read(document);
      const order = own === undefined ? 0 : sign * compareValues(own, value);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function sourceTest(query: Query): Predicate {
  const prefix = query.parent === '' ? '' : `${query.parent}/`;
  if (!query.allDescendants) {
    if (query.collectionId !== null) {
      const collection = `${prefix}${query.collectionId}`;
      return ({ path }) => collectionOf(path) === collection;
    }
    const depth = prefix.split('/').length + 1;
    return ({ path }) => path.startsWith(prefix) && path.split('/').length === depth;
  }
  const { collectionId } = query;
  return ({ path }) =>
    path.startsWith(prefix) && (collectionId === null || lastSegment(collectionOf(path)) === collectionId);
}

function boundTests(query: Query): Predicate[] {
  const tests: Predicate[] = [];
  if (query.start !== null) {
    const { before } = query.start;
    const compare = boundComparison(query.start, query);
    tests.push((document) => (before ? compare(document) >= 0 : compare(document) > 0));
  }
  if (query.end !== null) {
    const { before } = query.end;
    const compare = boundComparison(query.end, query);
    tests.push((document) => (before ? compare(document) < 0 : compare(document) <= 0));
  }
  return tests;
}

/** Joins all tests into one function. One or two tests need no loop. */
function allOf(tests: readonly Predicate[]): Predicate {
  const [first, second, ...more] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (more.length === 0) return (document) => first(document) && second(document);
  return (document) => tests.every((test) => test(document));
}

export function compileQuery(query: Query): CompiledQuery {
  const tests: Predicate[] = query.filter === null ? [] : [compileFilter(query.filter, query.database)];
  for (const { path } of query.orders) {
    if (isNamePath(path)) continue;
    const read = fieldReader(path, query.database);
    tests.push((document) => read(document) !== undefined);
  }
  tests.push(...boundTests(query));
  const fits = allOf(tests);
  const inSource = sourceTest(query);
  return {
    query,
    fits,
    matches: (document) => inSource(document) && fits(document),
    compare: comparison(query.orders, query.database),
  };
}
