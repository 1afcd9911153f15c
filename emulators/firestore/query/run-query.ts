import type { Collection } from '../engine/collection';
import type { DocumentTree } from '../engine/document-tree';
import type { StoredDocument } from '../engine/stored-document';
import { compareValues } from '../values/value-order';
import type { CompiledQuery } from './compile-query';
import { fieldReader } from './compile-filter';
import { FirstInOrder } from './first-in-order';
import { countOf, type IndexRange, orderRange, pinnedRanges, requiredFilters } from './index-range';
import { isNamePath, type Order, type Query } from './query';

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
export function runQuery(tree: DocumentTree, compiled: CompiledQuery): StoredDocument[] {
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
