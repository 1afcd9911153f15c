import type { ArithmeticOp, ComparisonOp } from './syntax-tree';
import {
  bool,
  failure,
  float,
  int,
  named,
  string,
  timestamp,
  unreachable,
  type Outcome,
  type Value,
  type Work,
} from './value';

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

export function order(op: ComparisonOp, left: Value, right: Value): Outcome {
  const difference = compare(left, right);
  if (difference === undefined) return failure(`${named(left)} and ${named(right)} cannot be ordered.`);
  if (difference === null) return bool(false);
  switch (op) {
    case '<':
      return bool(difference < 0);
    case '<=':
      return bool(difference <= 0);
    case '>':
      return bool(difference > 0);
    case '>=':
      return bool(difference >= 0);
  }
}

const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

/** Integers do not wrap around. */
export function checkedInt(value: bigint): Outcome {
  return value < smallest || value > largest ? failure('This number does not fit into 64 bits.') : int(value);
}

export function arithmetic(op: ArithmeticOp, left: Value, right: Value, work: Work): Outcome {
  if (isNumber(left) && isNumber(right)) return numbers(op, left, right);
  if (op === '+' && left.kind === 'string' && right.kind === 'string') {
    work.size(left.value.length + right.value.length);
    return string(left.value + right.value);
  }
  return (
    times(op, left, right) ?? failure(`'${op}' cannot be applied to ${named(left)} and ${named(right)}.`)
  );
}

function numbers(op: ArithmeticOp, left: NumberValue, right: NumberValue): Outcome {
  if ((op === '/' || op === '%') && Number(right.value) === 0) return failure('Division by zero.');
  if (left.kind === 'int' && right.kind === 'int') return ints(op, left.value, right.value);
  const a = Number(left.value);
  const b = Number(right.value);
  switch (op) {
    case '+':
      return float(a + b);
    case '-':
      return float(a - b);
    case '*':
      return float(a * b);
    case '/':
      return float(a / b);
    case '%':
      return float(a % b);
  }
}

/** `/` truncates toward zero, and `%` takes the sign of the left side, as for bigint. */
function ints(op: ArithmeticOp, a: bigint, b: bigint): Outcome {
  switch (op) {
    case '+':
      return checkedInt(a + b);
    case '-':
      return checkedInt(a - b);
    case '*':
      return checkedInt(a * b);
    case '/':
      return checkedInt(a / b);
    case '%':
      return checkedInt(a % b);
  }
}

function times(op: ArithmeticOp, left: Value, right: Value): Outcome | null {
  if (op !== '+' && op !== '-') return null;
  const sign = op === '+' ? 1n : -1n;
  if (left.kind === 'duration' && right.kind === 'duration') {
    return { kind: 'duration', nanos: left.nanos + sign * right.nanos };
  }
  if (left.kind === 'timestamp' && right.kind === 'duration')
    return timestamp(left.nanos + sign * right.nanos);
  if (left.kind === 'duration' && right.kind === 'timestamp' && op === '+')
    return timestamp(left.nanos + right.nanos);
  if (left.kind === 'timestamp' && right.kind === 'timestamp' && op === '-') {
    return { kind: 'duration', nanos: left.nanos - right.nanos };
  }
  return null;
}

export function negate(operand: Value): Outcome {
  if (operand.kind === 'int') return checkedInt(-operand.value);
  if (operand.kind === 'float') return float(-operand.value);
  return failure(`'-' cannot be applied to ${named(operand)}.`);
}

/** `x in y`: an item of a list or set, or a key of a map. */
export function isIn(left: Value, right: Value, work: Work): Outcome {
  if (right.kind === 'list' || right.kind === 'set') return bool(includes(right.items, left, work));
  if (right.kind !== 'map') return failure(`'in' cannot be applied to ${named(right)}.`);
  return left.kind === 'string'
    ? bool(right.entries.has(left.value))
    : failure('The keys of a map must be strings.');
}

export function isType(value: Value, type: string): Value {
  if (type === 'number') return bool(isNumber(value));
  // `is constraint` applies only to the conditions of a query, so it is always false here.
  return bool(value.kind === type);
}

export const areEqual = (left: Value, right: Value, work: Work): Value => bool(equal(left, right, work));

/** Keys of a document are many and all strings, so they go into a native Set instead of pairwise comparisons. */
export function toSet(items: readonly Value[], work: Work): Value {
  work.size(items.length);
  const texts = new Set<string>();
  const rest: Value[] = [];
  for (const item of items) {
    if (item.kind === 'string') texts.add(item.value);
    else if (!includes(rest, item, work)) rest.push(item);
  }
  return { kind: 'set', items: [...[...texts].map(string), ...rest] };
}

/** Strings that are known to be distinct. */
export const setOfKeys = (keys: readonly string[]): Value => ({ kind: 'set', items: keys.map(string) });
