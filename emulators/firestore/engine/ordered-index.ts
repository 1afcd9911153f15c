import type { WireValue } from '../../wire-value';
import { sortByValue } from './sort-by-key';
import type { StoredDocument } from './stored-document';

/** The documents in one order, kept sorted on every change. */
export class OrderedIndex {
  private entries: StoredDocument[] | null = null;
  private idleWrites = 0;

  constructor(
    /** The value of the first ordering; a document without it is not in the index. */
    private readonly valueOf: (document: StoredDocument) => WireValue | undefined,
    private readonly compare: (a: StoredDocument, b: StoredDocument) => number,
    private readonly all: () => Iterable<StoredDocument>,
  ) {}

  /** The sorted documents. Sorted on first use, because most collections are only read by id. */
  sorted(): readonly StoredDocument[] {
    this.idleWrites = 0;
    this.entries ??= sortByValue(
      [...this.all()].filter((document) => this.holds(document)),
      this.valueOf,
      this.compare,
    );
    return this.entries;
  }

  replace(before: StoredDocument | null, after: StoredDocument | null): void {
    if (this.entries === null) return;
    if (this.forgetWhenIdle(this.entries.length)) return;
    const was = before !== null && this.holds(before) ? this.position(this.entries, before) : -1;
    const comes = after !== null && this.holds(after);
    if (was >= 0 && comes && before !== null && this.compare(before, after) === 0) {
      this.entries[was] = after;
      return;
    }
    if (was >= 0) this.entries.splice(was, 1);
    if (comes) this.entries.splice(this.position(this.entries, after), 0, after);
  }

  private holds(document: StoredDocument): boolean {
    return this.valueOf(document) !== undefined;
  }

  /** Drops the sorted list of a collection with many more writes than queries, to save its upkeep. */
  private forgetWhenIdle(size: number): boolean {
    if (this.idleWrites++ < size + 1000) return false;
    this.entries = null;
    return true;
  }

  private position(entries: readonly StoredDocument[], document: StoredDocument): number {
    return lowerBound(entries, (entry) => this.compare(entry, document));
  }
}

/** The first position whose entry is not before the given place. */
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
