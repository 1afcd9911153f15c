import type { WireValue } from '../../wire-value';
import type { Collection } from '../engine/collection';
import type { DocumentTree } from '../engine/document-tree';
import { lowerBound, type SortedList } from '../engine/sorted-list';
import type { StoredDocument } from '../engine/stored-document';
import { formatFieldPath, getField, type FieldPath } from '../values/field-path';
import { compareValues } from '../values/value-order';
import { fieldReader } from './compile-filter';
import type { CompiledQuery } from './compile-query';
import { isNamePath, type Filter, type Order, type Query } from './query';

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
