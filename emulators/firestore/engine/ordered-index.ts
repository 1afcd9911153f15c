import type { WireValue } from '../../wire-value';
import { sortByValue } from './sort-by-key';
import { SortedList } from './sorted-list';
import type { StoredDocument } from './stored-document';

interface Change {
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
}

/** The documents in one order. Changes are applied when the order is next read. */
export class OrderedIndex {
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
