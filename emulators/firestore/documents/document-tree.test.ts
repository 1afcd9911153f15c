import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SortedList } from './document-tree';

describe('sorted list', () => {
  const byNumber = (a: number, b: number): number => a - b;
  const number = fc.integer({ min: 0, max: 3000 });

  it('has the same entries as a sorted set after any number of puts and removes', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(number, { maxLength: 2500 }),
        fc.array(fc.tuple(fc.boolean(), number), { maxLength: 2500 }),
        number,
        number,
        (start, changes, a, b) => {
          const set = new Set(start);
          const list = new SortedList(start.toSorted(byNumber), byNumber);
          for (const [puts, item] of changes) {
            if (puts) {
              set.add(item);
              list.put(item);
            } else {
              set.delete(item);
              list.remove(item);
            }
          }
          const sorted = [...set].toSorted(byNumber);
          const from = Math.min(a, b, sorted.length);
          const to = Math.min(Math.max(a, b), sorted.length);
          expect(list.length).toBe(sorted.length);
          expect([...list.range(0, list.length, false)]).toEqual(sorted);
          expect([...list.range(from, to, false)]).toEqual(sorted.slice(from, to));
          expect([...list.range(from, to, true)]).toEqual(sorted.slice(from, to).toReversed());
          expect(list.lowerBound((entry) => entry - a)).toBe(sorted.filter((entry) => entry < a).length);
        },
      ),
    );
  });
});
