import { evaluateBuiltin, namespaces, type Lookups } from './builtins';
import { compare, equal, isNumber, areEqual, arithmetic, isIn, isType, negate, order } from './operators';
import { pathOf, callMethod } from './methods';
import { Scope } from './match-path';
import {
  strict,
  unreachable,
  bool,
  bytes,
  failure,
  float,
  int,
  isValue,
  list,
  map,
  named,
  nothing,
  path,
  string,
  unknown,
  type Fact,
  type Failure,
  type Outcome,
  type Unknown,
  type Value,
  type Work,
} from './value';
import type { BinaryOp, ComparisonOp, Expression } from './syntax-tree';

/** `value.name`: only a map has fields. A missing field is an error, not null. */
function member(object: Value, name: string): Outcome {
  if (object.kind !== 'map') return failure(`${named(object)} has no field '${name}'.`);
  return object.entries.get(name) ?? failure(`There is no field '${name}'.`);
}

/** `value[i]`: a key of a map, or an index of a list, string or path. */
function index(object: Value, key: Value): Outcome {
  if (object.kind === 'map') {
    return key.kind === 'string' ? member(object, key.value) : failure('The keys of a map must be strings.');
  }
  if (key.kind !== 'int') return failure(`${named(key)} is not an index of ${named(object)}.`);
  const place = Number(key.value);
  if (object.kind === 'list') return object.items[place] ?? failure(`The list has no index ${place}.`);
  if (object.kind === 'path') return segment(object.segments[place], place);
  if (object.kind === 'string') return segment(Array.from(object.value)[place], place);
  return failure(`${named(object)} cannot be indexed.`);
}

const segment = (text: string | undefined, place: number): Outcome =>
  text === undefined ? failure(`There is no index ${place}.`) : string(text);

/**
 * `value[a:b]`: both ends must be valid indexes. Nothing is clamped, and a negative index does not count from the
 * end.
 */
function slice(object: Value, from: Value, to: Value): Outcome {
  if (from.kind !== 'int' || to.kind !== 'int') return failure('The ends of a range must be ints.');
  const range: [number, number] = [Number(from.value), Number(to.value)];
  if (object.kind === 'list') {
    return fits(range, object.items.length) ? list(object.items.slice(...range)) : outside(range);
  }
  if (object.kind !== 'string') return failure(`${named(object)} cannot be sliced.`);
  const characters = Array.from(object.value);
  return fits(range, characters.length) ? string(characters.slice(...range).join('')) : outside(range);
}

const fits = ([start, end]: readonly [number, number], length: number): boolean =>
  start >= 0 && start <= end && end <= length;

const outside = ([start, end]: readonly [number, number]): Outcome =>
  failure(`The range ${start}:${end} is out of bounds.`);

type Certain = boolean | null;

const not = (certain: Certain): Certain => (certain === null ? null : !certain);

const flipped: Readonly<Record<ComparisonOp, ComparisonOp>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** An operator with one unknown side. The result is certain if the query's filter decides it, and unknown otherwise. */
function decide(op: BinaryOp, left: Value | Unknown, right: Value | Unknown, work: Work): Outcome {
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

/** Alternating keys and values. */
function makeMap(parts: readonly Outcome[]): Outcome {
  return strict(parts, (values) => {
    const entries = new Map<string, Value>();
    for (let i = 0; i + 1 < values.length; i += 2) {
      const [key, value] = [values[i], values[i + 1]];
      if (key?.kind !== 'string' || value === undefined) return failure('The keys of a map must be strings.');
      if (entries.has(key.value)) return failure(`The key '${key.value}' appears twice.`);
      entries.set(key.value, value);
    }
    return map(entries);
  });
}

/** A string becomes one segment, a path becomes all its segments. */
function makePath(parts: readonly Outcome[], work: Work): Outcome {
  return strict(parts, (values) => {
    const segments: string[] = [];
    for (const value of values) {
      if (value.kind === 'path') segments.push(...value.segments);
      else if (value.kind !== 'string') return failure(`${named(value)} cannot be a path segment.`);
      else if (value.value === '' || value.value.includes('/')) {
        return failure(`'${value.value}' is more than one path segment.`);
      } else segments.push(value.value);
    }
    work.size(segments.length);
    return path(segments);
  });
}

/** `resource.data.get('f', d)` is known when the filter fixes the field's value. */
function getPinned(self: Unknown, [key, otherwise]: readonly Outcome[]): Outcome {
  if (key?.kind === 'error') return key;
  if (otherwise?.kind === 'error') return otherwise;
  const way = key !== undefined && isValue(key) ? pathOf(key) : null;
  let known: Outcome = self;
  for (const name of way ?? [''])
    known = known.kind === 'unknown' ? (known.fields.get(name) ?? unknown) : unknown;
  return known;
}

export interface Run {
  readonly work: Work;
  readonly lookups: Lookups;
}

/** Returns a value, an error, or (only for a query) "unknown". Throws only OutOfBudget. */
export function evaluate(expression: Expression, scope: Scope, run: Run): Outcome {
  return placed(step(expression, scope, run), expression);
}

/** The place of an error is where it first occurred. */
function placed(outcome: Outcome, { at }: Expression): Outcome {
  return outcome.kind === 'error' && outcome.at === undefined ? { ...outcome, at } : outcome;
}

function step(expression: Expression, scope: Scope, run: Run): Outcome {
  run.work.expression(1 + (expression.parentheses ?? 0));
  if (expression.kind === 'name') {
    return scope.name(expression.name) ?? failure(`Unknown name '${expression.name}'.`);
  }
  if (isLiteral(expression)) return literal(expression);
  return compound(expression, scope, run);
}

type Literal = Extract<Expression, { kind: 'null' | 'bool' | 'int' | 'float' | 'string' | 'bytes' }>;
type Compound = Exclude<Expression, Literal | { kind: 'name' }>;

const literalKinds: ReadonlySet<string> = new Set(['null', 'bool', 'int', 'float', 'string', 'bytes']);
const isLiteral = (expression: Exclude<Expression, { kind: 'name' }>): expression is Literal =>
  literalKinds.has(expression.kind);

function literal(expression: Literal): Value {
  switch (expression.kind) {
    case 'null':
      return nothing;
    case 'bool':
      return bool(expression.value);
    case 'int':
      return int(expression.value);
    case 'float':
      return float(expression.value);
    case 'string':
      return string(expression.value);
    case 'bytes':
      return bytes(expression.value);
  }
}

function compound(expression: Compound, scope: Scope, run: Run): Outcome {
  const at = (one: Expression): Outcome => evaluate(one, scope, run);
  switch (expression.kind) {
    case 'list':
      return strict(expression.items.map(at), list);
    case 'map':
      return makeMap(expression.entries.flatMap(({ key, value }) => [at(key), at(value)]));
    case 'path':
      return makePath(
        expression.parts.map((part) => (part.kind === 'text' ? string(part.text) : at(part.expression))),
        run.work,
      );
    case 'member':
      return getMember(at(expression.object), expression.name);
    case 'index':
      return getIndex(at(expression.object), at(expression.index));
    case 'slice':
      return strict([at(expression.object), at(expression.from), at(expression.to)], ([object, from, to]) =>
        object && from && to ? slice(object, from, to) : failure('A range needs two ends.'),
      );
    case 'call':
      return call(expression.name, expression.args.map(at), scope, run);
    case 'method':
      return method(expression, scope, run);
    case 'not':
      return invert(at(expression.operand));
    case 'negate':
      return strict([at(expression.operand)], ([operand]) => negate(operand ?? nothing));
    case 'and':
      return connect(expression.operands, false, scope, run);
    case 'or':
      return connect(expression.operands, true, scope, run);
    case 'binary':
      return binary(expression.op, at(expression.left), at(expression.right), run.work);
    case 'is':
      return strict([at(expression.operand)], ([operand]) => isType(operand ?? nothing, expression.type));
    case 'choice':
      return choose(expression, scope, run);
    default:
      return unreachable(expression);
  }
}

/**
 * `||` stops at true (`settling`), `&&` stops at false, and both absorb errors on either side. The result is an error
 * only if no operand decides it. An unknown operand may still decide it, so the result is then unknown.
 */
function connect(operands: readonly Expression[], decisive: boolean, scope: Scope, run: Run): Outcome {
  let unknownOperand: Outcome | null = null;
  for (const [place, operand] of operands.entries()) {
    if (place > 1) run.work.expression();
    const outcome = evaluate(operand, scope, run);
    if (outcome.kind === 'bool') {
      if (outcome.value === decisive) return outcome;
    } else if (outcome.kind === 'unknown') unknownOperand = unknown;
    else unknownOperand ??= placed(notBool(outcome), operand);
  }
  return unknownOperand ?? bool(!decisive);
}

/** The facts about an operand do not hold for the result, so an unknown bool has no facts. */
function notBool(outcome: Outcome): Outcome {
  if (outcome.kind === 'error') return outcome;
  return outcome.kind === 'unknown' ? unknown : failure(`Expected a bool, found ${named(outcome)}.`);
}

function invert(operand: Outcome): Outcome {
  if (operand.kind === 'bool') return bool(!operand.value);
  return notBool(operand);
}

function choose(expression: Extract<Expression, { kind: 'choice' }>, scope: Scope, run: Run): Outcome {
  const condition = evaluate(expression.condition, scope, run);
  if (condition.kind === 'bool') {
    return evaluate(condition.value ? expression.yes : expression.no, scope, run);
  }
  return notBool(condition);
}

function binary(op: BinaryOp, left: Outcome, right: Outcome, work: Work): Outcome {
  if (left.kind === 'error') return left;
  if (right.kind === 'error') return right;
  if (left.kind === 'unknown' || right.kind === 'unknown') return decide(op, left, right, work);
  switch (op) {
    case '==':
      return areEqual(left, right, work);
    case '!=':
      return invert(areEqual(left, right, work));
    case 'in':
      return isIn(left, right, work);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return order(op, left, right);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return arithmetic(op, left, right, work);
    default:
      return unreachable(op);
  }
}

function getMember(object: Outcome, name: string): Outcome {
  if (object.kind === 'error') return object;
  if (object.kind === 'unknown') return object.fields.get(name) ?? unknown;
  return member(object, name);
}

function getIndex(object: Outcome, key: Outcome): Outcome {
  if (object.kind === 'unknown' && key.kind === 'string') return object.fields.get(key.value) ?? unknown;
  return strict([object, key], ([of, at]) => (of && at ? index(of, at) : failure('An index is missing.')));
}

function method(expression: Extract<Expression, { kind: 'method' }>, scope: Scope, run: Run): Outcome {
  const { object, name } = expression;
  const args = expression.args.map((arg) => evaluate(arg, scope, run));
  if (object.kind === 'name' && scope.name(object.name) === undefined) {
    if (object.name === 'firestore') return evaluateBuiltin(name, args, run.lookups);
    const found = Object.hasOwn(namespaces, object.name) ? namespaces[object.name]?.[name] : undefined;
    return found === undefined
      ? failure(`Unknown function ${object.name}.${name}().`)
      : strict(args, found.run);
  }
  const self = evaluate(object, scope, run);
  if (self.kind === 'unknown' && name === 'get') return getPinned(self, args);
  return strict([self, ...args], ([value = nothing, ...rest]) => callMethod(value, name, rest, run.work));
}

function call(name: string, args: readonly Outcome[], scope: Scope, run: Run): Outcome {
  const closure = scope.function(name);
  if (closure === undefined) return evaluateBuiltin(name, args, run.lookups);
  const { declaration, home } = closure;
  const error = args.find((one): one is Failure => one.kind === 'error');
  if (error !== undefined) return error;
  const names = new Map(
    declaration.parameters.map((parameter, i) => [parameter, args[i] ?? failure('Missing.')]),
  );
  const inner = new Scope(home, names);
  for (const binding of declaration.lets) {
    const outcome = evaluate(binding.value, inner, run);
    if (outcome.kind === 'error') return outcome;
    names.set(binding.name, outcome);
  }
  return evaluate(declaration.body, inner, run);
}
