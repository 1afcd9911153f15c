import type { WireValue } from '@busker/rules-engine/port';
import type { DocumentView, StoredDocument } from './stored-document';
import {
  collectionOf,
  compareIds,
  formatFieldPath,
  getField,
  isNumericId,
  lastSegment,
  type FieldPath,
} from '../values/names';
import { RANK, compareValues, rankOf } from '../values/values';

/** Chunks are split at this size. A write moves at most one chunk, a position is found through few of them. */
const MAX_CHUNK = 512;

/**
 * A sorted list in chunks: adding and removing move few entries, and entries are found by position or by order.
 * Written by hand, because the B-tree packages cannot tell the position of an entry, which ranges and counts need.
 */
export class SortedList<T> {
  private readonly chunks: T[][] = [];
  private size = 0;

  constructor(
    sorted: readonly T[],
    private readonly compare: (a: T, b: T) => number,
  ) {
    for (let from = 0; from < sorted.length; from += MAX_CHUNK / 2)
      this.chunks.push(sorted.slice(from, from + MAX_CHUNK / 2));
    this.size = sorted.length;
  }

  get length(): number {
    return this.size;
  }

  /** Adds an entry, or replaces the one with the same place in the order. */
  put(item: T): void {
    const [at, index] = this.find((entry) => this.compare(entry, item));
    const chunk = this.chunks[at];
    const found = chunk?.[index];
    if (chunk === undefined) {
      this.chunks.push([item]);
      this.size++;
    } else if (found !== undefined && this.compare(found, item) === 0) {
      chunk[index] = item;
    } else {
      chunk.splice(index, 0, item);
      this.size++;
      if (chunk.length > MAX_CHUNK) this.chunks.splice(at + 1, 0, chunk.splice(MAX_CHUNK / 2));
    }
  }

  /** Removes the entry with the same place in the order, if there is one. */
  remove(item: T): void {
    const [at, index] = this.find((entry) => this.compare(entry, item));
    const chunk = this.chunks[at];
    const found = chunk?.[index];
    if (chunk === undefined || found === undefined || this.compare(found, item) !== 0) return;
    chunk.splice(index, 1);
    this.size--;
    if (chunk.length === 0) this.chunks.splice(at, 1);
  }

  /** The first position whose entry is not before the given place. */
  lowerBound(order: (entry: T) => number): number {
    const [at, index] = this.find(order);
    let position = index;
    for (let i = 0; i < at; i++) position += this.chunks[i]?.length ?? 0;
    return position;
  }

  /** The entries at the positions `from` up to, but not including, `to`; backwards when `descending`. */
  *range(from: number, to: number, descending: boolean): Generator<T> {
    const start = descending ? this.size - to : from;
    const end = descending ? this.size - from : to;
    let passed = 0;
    for (let i = 0; i < this.chunks.length && passed < end; i++) {
      const chunk = this.chunks[descending ? this.chunks.length - 1 - i : i] ?? [];
      const last = Math.min(chunk.length, end - passed);
      for (let k = Math.max(0, start - passed); k < last; k++) {
        const entry = chunk[descending ? chunk.length - 1 - k : k];
        if (entry !== undefined) yield entry;
      }
      passed += chunk.length;
    }
  }

  /** The chunk and the index in it of the first entry that is not before a place. At the end: behind the last entry. */
  private find(order: (entry: T) => number): [chunk: number, index: number] {
    const at = lowerBound(this.chunks, (chunk) => order(chunk[chunk.length - 1] as T));
    if (at < this.chunks.length) return [at, lowerBound(this.chunks[at] ?? [], order)];
    return at === 0 ? [0, 0] : [at - 1, this.chunks[at - 1]?.length ?? 0];
  }
}

/** The first position in a sorted array whose entry is not before the given place. */
export function lowerBound<T>(entries: readonly T[], order: (entry: T) => number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && order(entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A precomputed sort key for most values; null for values that need the full comparison. */
type SortKey = number | string | null;

function keyOf(value: WireValue): SortKey {
  if ('stringValue' in value) return /[\ud800-\udfff]/.test(value.stringValue) ? null : value.stringValue;
  if ('integerValue' in value) return value.integerValue.length <= 15 ? Number(value.integerValue) : null;
  if ('timestampValue' in value) return value.timestampValue;
  if ('doubleValue' in value) return rankOf(value) === RANK.nan ? null : Number(value.doubleValue);
  return null;
}

/** Sorts many items by one value each; `compare` decides between equal or missing keys. */
function sortByValue<T>(
  items: readonly T[],
  valueOf: (item: T) => WireValue | undefined,
  compare: (a: T, b: T) => number,
): T[] {
  const keyed = items.map((item) => {
    const value = valueOf(item);
    return value === undefined
      ? { item, rank: -1, key: null }
      : { item, rank: rankOf(value), key: keyOf(value) };
  });
  keyed.sort((a, b) => {
    if (a.rank !== b.rank) return a.rank - b.rank;
    if (a.key === null || b.key === null || a.key === b.key) return compare(a.item, b.item);
    return a.key < b.key ? -1 : 1;
  });
  return keyed.map(({ item }) => item);
}

interface Change {
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
}

/** The documents in one order. Changes are applied when the order is next read. */
class OrderedIndex {
  private entries: SortedList<StoredDocument> | null = null;
  /** Changes since the last query. A write only notes them, so that unused indexes cost nothing. */
  private pending: Change[] = [];

  constructor(
    /** The value of the first ordering; a document without it is not in the index. */
    private readonly valueOf: (document: StoredDocument) => WireValue | undefined,
    private readonly compare: (a: StoredDocument, b: StoredDocument) => number,
    private readonly all: () => Iterable<StoredDocument>,
  ) {}

  /** The sorted documents. Sorted on first use, because most collections are only read by id. */
  sorted(): SortedList<StoredDocument> {
    const changes = this.pending;
    this.pending = [];
    if (this.entries !== null) {
      for (const change of changes) this.apply(this.entries, change);
      return this.entries;
    }
    this.entries = new SortedList(
      sortByValue(
        [...this.all()].filter((document) => this.holds(document)),
        this.valueOf,
        this.compare,
      ),
      this.compare,
    );
    return this.entries;
  }

  replace(before: StoredDocument | null, after: StoredDocument | null): void {
    if (this.entries === null) return;
    this.pending.push({ before, after });
    // Above this number, sorting again is about as fast.
    if (this.pending.length < this.entries.length / 2 + 1000) return;
    this.entries = null;
    this.pending = [];
  }

  private apply(entries: SortedList<StoredDocument>, { before, after }: Change): void {
    const was = before !== null && this.holds(before);
    const comes = after !== null && this.holds(after);
    if (was && !(comes && this.compare(before, after) === 0)) entries.remove(before);
    if (comes) entries.put(after);
  }

  private holds(document: StoredDocument): boolean {
    return this.valueOf(document) !== undefined;
  }
}

const MAX_INDEXES = 8;

const byName = (a: StoredDocument, b: StoredDocument): number =>
  compareIds(lastSegment(a.path), lastSegment(b.path));

/** Numeric ids sort before all others. */
function nameValue({ path }: StoredDocument): WireValue {
  const id = lastSegment(path);
  return isNumericId(id) ? { nullValue: null } : { stringValue: id };
}

/** The documents of one collection, by id and in the orders that queries have used. */
export class Collection {
  private readonly documents = new Map<string, StoredDocument>();
  private readonly indexes = new Map<string, OrderedIndex>();
  private readonly names = new OrderedIndex(nameValue, byName, () => this.documents.values());

  constructor(readonly path: string) {}

  get size(): number {
    return this.documents.size;
  }

  get(path: string): StoredDocument | null {
    return this.documents.get(path) ?? null;
  }

  values(): Iterable<StoredDocument> {
    return this.documents.values();
  }

  sortedByName(): SortedList<StoredDocument> {
    return this.names.sorted();
  }

  /** The documents that have the field, sorted by its value, then by name. */
  sortedBy(field: FieldPath): SortedList<StoredDocument> {
    const key = formatFieldPath(field);
    const index = this.indexes.get(key) ?? this.makeIndex(field);
    this.indexes.delete(key);
    this.indexes.set(key, index);
    const oldest = this.indexes.keys().next();
    if (this.indexes.size > MAX_INDEXES && oldest.done !== true) this.indexes.delete(oldest.value);
    return index.sorted();
  }

  /** Adds, replaces or removes a document. */
  replace(path: string, after: StoredDocument | null): void {
    const before = this.get(path);
    if (after === null) this.documents.delete(path);
    else this.documents.set(path, after);
    this.names.replace(before, after);
    for (const index of this.indexes.values()) index.replace(before, after);
  }

  private makeIndex(field: FieldPath): OrderedIndex {
    return new OrderedIndex(
      (document) => getField(document.fields, field),
      (a, b) => {
        const x = getField(a.fields, field);
        const y = getField(b.fields, field);
        return (x !== undefined && y !== undefined ? compareValues(x, y) : 0) || byName(a, b);
      },
      () => this.documents.values(),
    );
  }
}

/** The latest version of every document of one database, by collection. */
export class DocumentTree implements DocumentView {
  private readonly collections = new Map<string, Collection>();

  get(path: string): StoredDocument | null {
    return this.collections.get(collectionOf(path))?.get(path) ?? null;
  }

  set(path: string, after: StoredDocument | null): void {
    const name = collectionOf(path);
    let collection = this.collections.get(name);
    if (collection === undefined) {
      if (after === null) return;
      collection = new Collection(name);
      this.collections.set(name, collection);
    }
    collection.replace(path, after);
    if (collection.size === 0) this.collections.delete(name);
  }

  collection(path: string): Collection | null {
    return this.collections.get(path) ?? null;
  }

  /** All collections below `parent` ('' = the whole database), optionally only those with the given id. */
  descendants(parent: string, collectionId: string | null): Collection[] {
    const prefix = parent === '' ? '' : `${parent}/`;
    return [...this.collections.values()].filter(
      ({ path }) => path.startsWith(prefix) && (collectionId === null || lastSegment(path) === collectionId),
    );
  }

  /** The ids of the collections directly below a document or the root, including those with only subcollections. */
  collectionIds(parent: string): string[] {
    const prefix = parent === '' ? '' : `${parent}/`;
    const ids = new Set<string>();
    for (const path of this.collections.keys()) {
      if (path.startsWith(prefix)) ids.add(path.slice(prefix.length).split('/')[0] ?? '');
    }
    return [...ids].sort();
  }

  *documents(): Generator<StoredDocument> {
    for (const collection of this.collections.values()) yield* collection.values();
  }

  get size(): number {
    let count = 0;
    for (const collection of this.collections.values()) count += collection.size;
    return count;
  }
}
