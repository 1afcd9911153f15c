import type { WireValue } from '../../wire-value';
import { RANK, rankOf } from '../values/value-order';

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
export function sortByValue<T>(
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
