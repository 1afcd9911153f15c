import type { Collection } from '../engine/collection';
import type { DocumentTree } from '../engine/document-tree';
import type { StoredDocument } from '../engine/stored-document';
import { compareValues } from '../values/value-order';
import type { CompiledQuery } from './compile-query';
import { fieldReader } from './compile-filter';
import { equalRange, type IndexRange, orderRange, requiredFilters } from './index-range';
import { isNamePath, type Order, type Query } from './query';

/** Below this many documents a scan is quicker than keeping an index. */
const INDEX_FROM = 256;

function* inOrder({ entries, from, to }: IndexRange, descending: boolean): Generator<StoredDocument> {
  for (let i = 0; i < to - from; i++) {
    const entry = entries[descending ? to - 1 - i : from + i];
    if (entry !== undefined) yield entry;
  }
}

/** Results of a sorted walk: runs of equal first values are sorted by the further orderings, then passed on. */
function* sortedRuns(
  walk: Iterable<StoredDocument>,
  { query, matches, compare }: CompiledQuery,
  order: Order,
): Generator<StoredDocument> {
  if (isNamePath(order.path)) {
    for (const document of walk) if (matches(document)) yield document;
    return;
  }
  const read = fieldReader(order.path, query.database);
  let run: StoredDocument[] = [];
  for (const document of walk) {
    if (!matches(document)) continue;
    const first = run[0];
    const a = first === undefined ? undefined : read(first);
    const b = read(document);
    if (a !== undefined && b !== undefined && compareValues(a, b) !== 0) {
      yield* run.sort(compare);
      run = [];
    }
    run.push(document);
  }
  yield* run.sort(compare);
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
  const found: StoredDocument[] = [];
  for (const document of documents) if (compiled.matches(document)) found.push(document);
  return window(found.sort(compiled.compare), compiled.query);
}

function smallestEquality(collection: Collection, query: Query): IndexRange | null {
  let best: IndexRange | null = null;
  for (const filter of requiredFilters(query.filter)) {
    if (filter.op !== 'EQUAL' || isNamePath(filter.path)) continue;
    const range = equalRange(collection, filter);
    if (best === null || range.to - range.from < best.to - best.from) best = range;
  }
  return best;
}

/** Documents a sorted walk is likely to touch before it has filled the limit. */
function walkLength(query: Query, range: IndexRange, equality: IndexRange | null, size: number): number {
  const length = range.to - range.from;
  if (query.limit === null) return length;
  const share = equality === null ? 1 : Math.max(1, equality.to - equality.from) / size;
  return Math.min(length, (query.limit + query.offset) / share);
}

function indexed(collection: Collection, compiled: CompiledQuery): StoredDocument[] {
  const { query } = compiled;
  const [first] = query.orders;
  const equality = smallestEquality(collection, query);
  if (first === undefined) return scan(collection.values(), compiled);
  const range = orderRange(collection, query, first);
  if (
    equality !== null &&
    equality.to - equality.from <= walkLength(query, range, equality, collection.size)
  ) {
    return scan(inOrder(equality, false), compiled);
  }
  return window(sortedRuns(inOrder(range, first.descending), compiled, first), query);
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

/** Runs a query over the newest state. */
export function runQuery(tree: DocumentTree, compiled: CompiledQuery): StoredDocument[] {
  const collections = sources(tree, compiled.query);
  const [only] = collections;
  if (only !== undefined && collections.length === 1 && only.size >= INDEX_FROM)
    return indexed(only, compiled);
  return scan(documentsOf(collections), compiled);
}

/** Runs a query over another state: the newest one with some documents replaced (null = not there). */
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
    for (const document of overlay.values()) if (document !== null) yield document;
  }
  return scan(documents(), compiled);
}
