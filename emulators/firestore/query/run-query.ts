import type { WireValue } from '@busker/rules-engine/port';
import { lowerBound, type Collection, type DocumentTree, type SortedList } from '../documents/document-tree';
import type { StoredDocument } from '../documents/stored-document';
import {
  collectionOf,
  comparePaths,
  documentName,
  formatFieldPath,
  getField,
  lastSegment,
  type FieldPath,
} from '../values/names';
import { RANK, compareValues, isNaNValue, rankOf } from '../values/values';
import {
  isNamePath,
  type Bound,
  type FieldOperator,
  type Filter,
  type Order,
  type Query,
  type UnaryOperator,
} from './parse-query';

type Predicate = (document: StoredDocument) => boolean;
type Test = (value: WireValue) => boolean;

/** Reads a field of a document; `__name__` is the document's own name. */
function fieldReader(path: FieldPath, database: string): (document: StoredDocument) => WireValue | undefined {
  if (isNamePath(path)) return ({ path: own }) => ({ referenceValue: documentName(database, own) });
  return ({ fields }) => getField(fields, path);
}

const sameType = (a: WireValue, b: WireValue): boolean => rankOf(a) === rankOf(b);

const isNull = (value: WireValue): boolean => 'nullValue' in value;

/** null and NaN match nothing inside `in`, `not-in` and `array-contains-any`. */
const comparable = (value: WireValue): boolean => !isNull(value) && !isNaNValue(value);

const itemsOf = (value: WireValue): readonly WireValue[] =>
  'arrayValue' in value ? (value.arrayValue.values ?? []) : [];

const among = (items: readonly WireValue[], value: WireValue): boolean =>
  items.some((item) => compareValues(item, value) === 0);

function notIn(operand: WireValue): Test {
  const items = itemsOf(operand);
  if (items.some(isNull)) return () => false;
  const known = items.filter(comparable);
  return (value) => !isNull(value) && !among(known, value);
}

function fieldTest(op: FieldOperator, operand: WireValue): Test {
  const ordered =
    (accept: (order: number) => boolean): Test =>
    (value) =>
      sameType(value, operand) && accept(compareValues(value, operand));
  switch (op) {
    case 'LESS_THAN':
      return ordered((order) => order < 0);
    case 'LESS_THAN_OR_EQUAL':
      return ordered((order) => order <= 0);
    case 'GREATER_THAN':
      return ordered((order) => order > 0);
    case 'GREATER_THAN_OR_EQUAL':
      return ordered((order) => order >= 0);
    case 'EQUAL':
      return (value) => compareValues(value, operand) === 0;
    case 'NOT_EQUAL':
      // `!= null` matches nothing; the SDKs use IS_NOT_NULL.
      return (value) => !isNull(value) && !isNull(operand) && compareValues(value, operand) !== 0;
    case 'ARRAY_CONTAINS':
      return (value) => comparable(operand) && among(itemsOf(value), operand);
    case 'ARRAY_CONTAINS_ANY': {
      const wanted = itemsOf(operand).filter(comparable);
      return (value) => itemsOf(value).some((item) => among(wanted, item));
    }
    case 'IN': {
      const wanted = itemsOf(operand).filter(comparable);
      return (value) => among(wanted, value);
    }
    case 'NOT_IN':
      return notIn(operand);
  }
}

function unaryTest(op: UnaryOperator): Test {
  switch (op) {
    case 'IS_NULL':
      return isNull;
    case 'IS_NOT_NULL':
      return (value) => !isNull(value);
    case 'IS_NAN':
      return (value) => rankOf(value) === RANK.nan;
    case 'IS_NOT_NAN':
      return (value) => !isNull(value) && rankOf(value) !== RANK.nan;
  }
}

/** A filter as a function; a document without the field never matches. */
function compileFilter(filter: Filter, database: string): Predicate {
  if (filter.kind === 'composite') {
    const inner = filter.filters.map((each) => compileFilter(each, database));
    return filter.op === 'AND'
      ? (document) => inner.every((test) => test(document))
      : (document) => inner.some((test) => test(document));
  }
  const read = fieldReader(filter.path, database);
  const test = filter.kind === 'field' ? fieldTest(filter.op, filter.value) : unaryTest(filter.op);
  return (document) => {
    const value = read(document);
    return value !== undefined && test(value);
  };
}

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
function boundComparison(bound: Bound, query: Query): (document: StoredDocument) => number {
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

/** Above this number, sorting all items is faster. */
const FEW = 1000;

/** Collects the first `most` items in order, or all of them when `most` is null. */
class FirstInOrder<T> {
  private readonly items: T[] = [];
  private readonly most: number | null;

  constructor(
    most: number | null,
    private readonly compare: (a: T, b: T) => number,
  ) {
    this.most = most !== null && most <= FEW ? most : null;
  }

  add(item: T): void {
    if (this.most === null) {
      this.items.push(item);
      return;
    }
    const last = this.items.at(-1);
    if (this.items.length >= this.most) {
      if (last === undefined || this.compare(item, last) >= 0) return;
      this.items.pop();
    }
    this.items.splice(
      lowerBound(this.items, (other) => this.compare(other, item)),
      0,
      item,
    );
  }

  sorted(): readonly T[] {
    return this.most === null ? this.items.sort(this.compare) : this.items;
  }
}

type FieldFilter = Extract<Filter, { kind: 'field' }>;

/** A part of a sorted index: positions `from` up to, but not including, `to`. */
interface IndexRange {
  readonly entries: SortedList<StoredDocument>;
  readonly from: number;
  readonly to: number;
}

/** The field filters that every result must match. */
function requiredFilters(filter: Filter | null): FieldFilter[] {
  if (filter === null) return [];
  if (filter.kind === 'field') return [filter];
  if (filter.kind === 'composite' && filter.op === 'AND') return filter.filters.flatMap(requiredFilters);
  return [];
}

const valueOrder = (path: FieldPath, value: WireValue) => (entry: StoredDocument) => {
  const own = getField(entry.fields, path);
  return own === undefined ? -1 : compareValues(own, value);
};

type Entries = SortedList<StoredDocument>;

const firstAtLeast = (entries: Entries, path: FieldPath, value: WireValue): number =>
  entries.lowerBound(valueOrder(path, value));

function firstAbove(entries: Entries, path: FieldPath, value: WireValue): number {
  const order = valueOrder(path, value);
  return entries.lowerBound((entry) => (order(entry) <= 0 ? -1 : 1));
}

function equalRange(collection: Collection, path: FieldPath, value: WireValue): IndexRange {
  const entries = collection.sortedBy(path);
  return { entries, from: firstAtLeast(entries, path, value), to: firstAbove(entries, path, value) };
}

/** The parts of an index with all documents that match an equality or an `in`; null for other filters. */
function pinnedRanges(collection: Collection, filter: FieldFilter): IndexRange[] | null {
  const { path, op, value } = filter;
  if (isNamePath(path)) return null;
  if (op === 'EQUAL') return [equalRange(collection, path, value)];
  if (op !== 'IN' || !('arrayValue' in value)) return null;
  const distinct: WireValue[] = [];
  for (const item of value.arrayValue.values ?? []) {
    if (!distinct.some((known) => compareValues(known, item) === 0)) distinct.push(item);
  }
  return distinct.map((item) => equalRange(collection, path, item));
}

const countOf = (ranges: readonly IndexRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0);

interface Limits {
  low: WireValue[];
  high: WireValue[];
}

function filterLimits(query: Query, key: string): Limits {
  const limits: Limits = { low: [], high: [] };
  for (const { path, op, value } of requiredFilters(query.filter)) {
    if (formatFieldPath(path) !== key) continue;
    if (op === 'GREATER_THAN' || op === 'GREATER_THAN_OR_EQUAL' || op === 'EQUAL') limits.low.push(value);
    if (op === 'LESS_THAN' || op === 'LESS_THAN_OR_EQUAL' || op === 'EQUAL') limits.high.push(value);
  }
  return limits;
}

function addCursorLimits(limits: Limits, query: Query, descending: boolean): void {
  const start = query.start?.values[0];
  const end = query.end?.values[0];
  if (start !== undefined) (descending ? limits.high : limits.low).push(start);
  if (end !== undefined) (descending ? limits.low : limits.high).push(end);
}

/** The part of the index for the query's first ordering that contains its results. */
function orderRange(collection: Collection, query: Query, order: Order): IndexRange {
  if (isNamePath(order.path)) {
    const entries = collection.sortedByName();
    return { entries, from: 0, to: entries.length };
  }
  const entries = collection.sortedBy(order.path);
  const limits = filterLimits(query, formatFieldPath(order.path));
  addCursorLimits(limits, query, order.descending);
  const from = Math.max(0, ...limits.low.map((value) => firstAtLeast(entries, order.path, value)));
  const to = Math.min(entries.length, ...limits.high.map((value) => firstAbove(entries, order.path, value)));
  return { entries, from, to };
}

/** Below this number of documents, a scan is faster than an index. */
const INDEX_FROM = 256;

const inOrder = ({ entries, from, to }: IndexRange, descending: boolean): Iterable<StoredDocument> =>
  entries.range(from, to, descending);

/** Whether an index on the first ordering has the query's whole order: the second one is the name, in the same direction. */
const isIndexOrder = ({ orders: [first, second] }: Query): boolean =>
  first !== undefined &&
  second !== undefined &&
  isNamePath(second.path) &&
  first.descending === second.descending;

/** The results of an index walk: entries with the same first value are sorted by the further orderings. */
function* sortedRuns(
  walk: Iterable<StoredDocument>,
  { query, fits, compare }: CompiledQuery,
  order: Order,
): Generator<StoredDocument> {
  if (isNamePath(order.path) || isIndexOrder(query)) {
    for (const document of walk) if (fits(document)) yield document;
    return;
  }
  const read = fieldReader(order.path, query.database);
  const most = query.limit === null ? null : query.limit + query.offset;
  let run = new FirstInOrder(most, compare);
  let first: StoredDocument | null = null;
  for (const document of walk) {
    if (!fits(document)) continue;
    const a = first === null ? undefined : read(first);
    const b = read(document);
    if (a !== undefined && b !== undefined && compareValues(a, b) !== 0) {
      yield* run.sorted();
      run = new FirstInOrder(most, compare);
      first = null;
    }
    first ??= document;
    run.add(document);
  }
  yield* run.sorted();
}

function window(results: Iterable<StoredDocument>, query: Query): StoredDocument[] {
  const window: StoredDocument[] = [];
  if (query.limit === 0) return window;
  let toSkip = query.offset;
  for (const document of results) {
    if (toSkip-- > 0) continue;
    window.push(document);
    if (query.limit !== null && window.length >= query.limit) break;
  }
  return window;
}

function scan(documents: Iterable<StoredDocument>, compiled: CompiledQuery): StoredDocument[] {
  const { query, fits, compare } = compiled;
  const kept = new FirstInOrder(query.limit === null ? null : query.limit + query.offset, compare);
  for (const document of documents) if (fits(document)) kept.add(document);
  return window(kept.sorted(), query);
}

/** The filter with the fewest candidate documents, as ranges of its index. */
function fewestPinned(collection: Collection, query: Query): IndexRange[] | null {
  let best: IndexRange[] | null = null;
  for (const filter of requiredFilters(query.filter)) {
    const ranges = pinnedRanges(collection, filter);
    if (ranges !== null && (best === null || countOf(ranges) < countOf(best))) best = ranges;
  }
  return best;
}

/** The estimated number of documents that an index walk visits until the limit is reached. */
function walkLength(query: Query, range: IndexRange, pinned: number, size: number): number {
  const length = range.to - range.from;
  if (query.limit === null) return length;
  return Math.min(length, ((query.limit + query.offset) * size) / Math.max(1, pinned));
}

function* eachOf(ranges: readonly IndexRange[]): Generator<StoredDocument> {
  for (const range of ranges) yield* inOrder(range, false);
}

function indexed(collection: Collection, compiled: CompiledQuery): StoredDocument[] {
  const { query } = compiled;
  const [first] = query.orders;
  if (first === undefined) return scan(collection.values(), compiled);
  const range = orderRange(collection, query, first);
  const pinned = fewestPinned(collection, query);
  if (pinned !== null) {
    const count = countOf(pinned);
    const found =
      count <= walkLength(query, range, count, collection.size)
        ? null
        : walked(inOrder(range, first.descending), compiled, first, count);
    return found ?? scan(eachOf(pinned), compiled);
  }
  if (isWhole(query) && (isNamePath(first.path) || isIndexOrder(query)))
    return [...inOrder(windowOf(range, query, first.descending), first.descending)];
  return window(sortedRuns(inOrder(range, first.descending), compiled, first), query);
}

/** The results of an index walk; null when it takes more than `most` documents, since few or none match all filters. */
function walked(
  walk: Iterable<StoredDocument>,
  compiled: CompiledQuery,
  order: Order,
  most: number,
): StoredDocument[] | null {
  let left = most;
  function* first(): Generator<StoredDocument> {
    for (const document of walk) {
      left -= 1;
      if (left < 0) return;
      yield document;
    }
  }
  const results = window(sortedRuns(first(), compiled, order), compiled.query);
  return left < 0 ? null : results;
}

/** Every document that has the ordered field is a result. */
const isWhole = ({ filter, start, end }: Query): boolean => filter === null && start === null && end === null;

/** The part of a whole range that offset and limit leave. */
function windowOf(
  { entries, from, to }: IndexRange,
  { offset, limit }: Query,
  descending: boolean,
): IndexRange {
  const most = limit ?? Infinity;
  if (descending) {
    const end = Math.max(from, to - offset);
    return { entries, from: Math.max(from, end - most), to: end };
  }
  const start = Math.min(to, from + offset);
  return { entries, from: start, to: Math.min(to, start + most) };
}

function sources(tree: DocumentTree, query: Query): Collection[] {
  const prefix = query.parent === '' ? '' : `${query.parent}/`;
  if (query.allDescendants || query.collectionId === null) {
    return tree.descendants(query.parent, query.collectionId);
  }
  const collection = tree.collection(prefix + query.collectionId);
  return collection === null ? [] : [collection];
}

function* documentsOf(collections: readonly Collection[]): Generator<StoredDocument> {
  for (const collection of collections) yield* collection.values();
}

/** Runs a query over the present state. */
function runQuery(tree: DocumentTree, compiled: CompiledQuery): StoredDocument[] {
  const collections = sources(tree, compiled.query);
  const [only] = collections;
  if (only !== undefined && collections.length === 1 && only.size >= INDEX_FROM)
    return indexed(only, compiled);
  return scan(documentsOf(collections), compiled);
}

/** Runs a query over another state: the present one with some documents replaced (null = missing). */
export function runQueryOver(
  tree: DocumentTree,
  overlay: ReadonlyMap<string, StoredDocument | null>,
  compiled: CompiledQuery,
): StoredDocument[] {
  if (overlay.size === 0) return runQuery(tree, compiled);
  function* documents(): Generator<StoredDocument> {
    for (const document of documentsOf(sources(tree, compiled.query))) {
      if (!overlay.has(document.path)) yield document;
    }
    for (const document of overlay.values()) {
      if (document !== null && compiled.matches(document)) yield document;
    }
  }
  return scan(documents(), compiled);
}
