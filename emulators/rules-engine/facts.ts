import { compare, equal, isNumber } from './compare';
import { isIn, order } from './operators';
import type { BinaryOp, ComparisonOp } from './syntax-tree';
import { bool, unknown, type Fact, type Outcome, type Unknown, type Value } from './value';
import type { Work } from './work';

type Certain = boolean | null;

const not = (certain: Certain): Certain => (certain === null ? null : !certain);

const flipped: Readonly<Record<ComparisonOp, ComparisonOp>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** An operator with one unknown side. The result is certain if the query's filter decides it, and unknown otherwise. */
export function decide(op: BinaryOp, left: Value | Unknown, right: Value | Unknown, work: Work): Outcome {
  const certain = certainResult(op, left, right, work);
  return certain === null ? unknown : bool(certain);
}

function certainResult(op: BinaryOp, left: Value | Unknown, right: Value | Unknown, work: Work): Certain {
  if (op === '==') return isEqual(left, right, work);
  if (op === '!=') return not(isEqual(left, right, work));
  if (op === 'in') return isContained(left, right, work);
  if (op === '<' || op === '<=' || op === '>' || op === '>=') {
    if (left.kind === 'unknown') return right.kind === 'unknown' ? null : isOrdered(op, left.facts, right);
    return right.kind === 'unknown' ? isOrdered(flipped[op], right.facts, left) : null;
  }
  return null;
}

function isEqual(left: Value | Unknown, right: Value | Unknown, work: Work): Certain {
  if (left.kind === 'unknown') return right.kind === 'unknown' ? null : isFactEqual(left.facts, right, work);
  return right.kind === 'unknown' ? isFactEqual(right.facts, left, work) : null;
}

function isFactEqual(facts: readonly Fact[], value: Value, work: Work): Certain {
  for (const fact of facts) {
    if (fact.op === '==') return equal(fact.value, value, work);
    if (fact.op === '!=' && equal(fact.value, value, work)) return false;
    if (fact.op !== '!=' && fact.op !== 'contains' && excludes(fact, value)) return false;
  }
  return null;
}

/** A range filter matches only values of its own type, so no other type is in the result. */
function excludes(fact: Fact, value: Value): boolean {
  if (value.kind !== fact.value.kind && !(isNumber(value) && isNumber(fact.value))) return true;
  const difference = compare(value, fact.value);
  if (difference === undefined || difference === null) return false;
  if (fact.op === '<') return difference >= 0;
  if (fact.op === '<=') return difference > 0;
  if (fact.op === '>') return difference <= 0;
  return fact.op === '>=' && difference < 0;
}

function isOrdered(op: ComparisonOp, facts: readonly Fact[], value: Value): Certain {
  const exact = facts.find((fact) => fact.op === '==');
  if (exact !== undefined) {
    const outcome = order(op, exact.value, value);
    return outcome.kind === 'bool' ? outcome.value : null;
  }
  // The database sorts NaN below every number, so a filter with only an upper bound matches NaN. In rules, NaN is
  // less than nothing.
  const bounded = facts.some((fact) => fact.op === '>' || fact.op === '>=');
  const upward = op === '>' || op === '>=';
  for (const fact of facts) {
    const difference = compare(fact.value, value);
    if (difference === undefined || difference === null) continue;
    const lower = fact.op === '>' || fact.op === '>=';
    const upper = fact.op === '<' || fact.op === '<=';
    if (!lower && !upper) continue;
    const towards = upward ? difference : -difference;
    if (lower === upward) {
      if (!lower && isNumber(value) && !bounded) continue;
      if (towards > 0 || (towards === 0 && !(op.length === 1 && fact.op.length === 2))) return true;
    } else if (towards < 0 || (towards === 0 && (op.length === 1 || fact.op.length === 1))) return false;
  }
  return null;
}

function isContained(left: Value | Unknown, right: Value | Unknown, work: Work): Certain {
  if (right.kind === 'unknown') {
    if (left.kind === 'unknown') return null;
    return right.facts.some((fact) => fact.op === 'contains' && equal(fact.value, left, work)) ? true : null;
  }
  if (left.kind !== 'unknown') return null;
  const exact = left.facts.find((fact) => fact.op === '==');
  if (exact !== undefined) {
    const outcome = isIn(exact.value, right, work);
    return outcome.kind === 'bool' ? outcome.value : null;
  }
  if (right.kind !== 'list' && right.kind !== 'set') return null;
  return right.items.every((item) => isFactEqual(left.facts, item, work) === false) && right.items.length > 0
    ? false
    : null;
}
