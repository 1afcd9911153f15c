import type { WireValue } from '../../wire-value';
import { sortByValue } from './sort-by-key';
import type { StoredDocument } from './stored-document';

/** Documents in one order, kept sorted as they come and go. */
export class OrderedIndex {
  private entries: StoredDocument[] | null = null;
  private idleWrites = 0;

  constructor(
    /** The value that the order begins with; a document without it is not in the index. */
    private readonly valueOf: (document: StoredDocument) => WireValue | undefined,
    private readonly compare: (a: StoredDocument, b: StoredDocument) => number,
    private readonly all: () => Iterable<StoredDocument>,
  ) {}

  /** The sorted documents; built at first use, since most collections are only ever read by id. */
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

  /** A collection that is written far more than it is queried pays for no upkeep. */
  private forgetWhenIdle(size: number): boolean {
    if (this.idleWrites++ < size + 1000) return false;
    this.entries = null;
    return true;
  }

  private position(entries: readonly StoredDocument[], document: StoredDocument): number {
    return lowerBound(entries, (entry) => this.compare(entry, document));
  }
}

/** The first position whose entry does not come before the sought place. */
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
