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
