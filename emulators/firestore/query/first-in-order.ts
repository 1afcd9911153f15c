import { lowerBound } from '../engine/sorted-list';

/** Above this number, sorting all items is faster. */
const FEW = 1000;

/** Collects the first `most` items in order, or all of them when `most` is null. */
export class FirstInOrder<T> {
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
