import type { WireValue } from '../../wire-value';
import { formatFieldPath, getField, type FieldPath } from '../values/field-path';
import { compareIds, isNumericId } from '../values/path-order';
import { lastSegment } from '../values/resource-name';
import { RANK, compareValues, rankOf } from '../values/value-order';
import { SortedList } from './sorted-list';
import type { StoredDocument } from './stored-document';

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
