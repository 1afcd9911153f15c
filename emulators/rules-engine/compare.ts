import { unreachable } from './unreachable';
import type { Value } from './value';
import type { Work } from './work';

/** Equality in rules: values of different types are unequal, except that an int can equal a float. */
export function equal(left: Value, right: Value, work: Work): boolean {
  work.step();
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) === 0;
  switch (left.kind) {
    case 'null':
      return right.kind === 'null';
    case 'bool':
      return right.kind === 'bool' && left.value === right.value;
    case 'int':
    case 'float':
      return false;
    case 'string':
      return right.kind === 'string' && left.value === right.value;
    case 'bytes':
      return right.kind === 'bytes' && Buffer.compare(left.value, right.value) === 0;
    case 'timestamp':
      return right.kind === 'timestamp' && left.nanos === right.nanos;
    case 'duration':
      return right.kind === 'duration' && left.nanos === right.nanos;
    case 'latlng':
      return (
        right.kind === 'latlng' && left.latitude === right.latitude && left.longitude === right.longitude
      );
    case 'path':
      return right.kind === 'path' && sameSegments(left.segments, right.segments);
    case 'list':
      return right.kind === 'list' && sameItems(left.items, right.items, work);
    case 'set':
      return (
        right.kind === 'set' &&
        left.items.length === right.items.length &&
        left.items.every((item) => includes(right.items, item, work))
      );
    case 'map':
      return right.kind === 'map' && sameEntries(left.entries, right.entries, work);
    case 'map_diff':
      return (
        right.kind === 'map_diff' &&
        sameEntries(left.after, right.after, work) &&
        sameEntries(left.before, right.before, work)
      );
    default:
      return unreachable(left);
  }
}

export function includes(items: readonly Value[], wanted: Value, work: Work): boolean {
  return items.some((item) => equal(item, wanted, work));
}

const sameSegments = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((segment, i) => segment === right[i]);

function sameItems(left: readonly Value[], right: readonly Value[], work: Work): boolean {
  if (left.length !== right.length) return false;
  return left.every((item, i) => {
    const other = right[i];
    return other !== undefined && equal(item, other, work);
  });
}

function sameEntries(
  left: ReadonlyMap<string, Value>,
  right: ReadonlyMap<string, Value>,
  work: Work,
): boolean {
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    const other = right.get(key);
    if (other === undefined || !equal(value, other, work)) return false;
  }
  return true;
}

type NumberValue = Extract<Value, { kind: 'int' | 'float' }>;
export const isNumber = (value: Value): value is NumberValue =>
  value.kind === 'int' || value.kind === 'float';

/** Exact for all 64-bit integers (JavaScript compares bigint and number exactly); null when one of them is NaN. */
function compareNumbers(left: NumberValue, right: NumberValue): number | null {
  const a = left.value;
  const b = right.value;
  if (a < b) return -1;
  if (a > b) return 1;
  return Number.isNaN(a) || Number.isNaN(b) ? null : 0;
}

const compareBigints = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of UTF-8 bytes, as in the database. JavaScript's order differs beyond the basic multilingual plane. */
const compareStrings = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** -1, 0 or 1; null for NaN; undefined when values of these types cannot be ordered. */
export function compare(left: Value, right: Value): number | null | undefined {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  if (left.kind === 'string' && right.kind === 'string') return compareStrings(left.value, right.value);
  if (left.kind === 'timestamp' && right.kind === 'timestamp') return compareBigints(left.nanos, right.nanos);
  if (left.kind === 'duration' && right.kind === 'duration') return compareBigints(left.nanos, right.nanos);
  return undefined;
}
