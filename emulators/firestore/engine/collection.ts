import type { WireValue } from '../../wire-value';
import { type FieldPath, formatFieldPath, getField } from '../values/field-path';
import { compareIds, isNumericId } from '../values/path-order';
import { lastSegment } from '../values/resource-name';
import { compareValues } from '../values/value-order';
import { OrderedIndex } from './ordered-index';
import type { SortedList } from './sorted-list';
import type { StoredDocument } from './stored-document';

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
