import type { ArithmeticOp, ComparisonOp } from './syntax-tree';
import { compare, equal, includes, isNumber } from './compare';
import { bool, failure, float, int, named, string, timestamp, type Outcome, type Value } from './value';
import type { Work } from './work';

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

type NumberValue = Extract<Value, { kind: 'int' | 'float' }>;

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
