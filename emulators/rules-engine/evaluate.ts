import { unreachable } from './unreachable';
import { index, member, slice } from './access';
import { evaluateBuiltin, type Lookups } from './builtins';
import { decide } from './facts';
import { makeMap, makePath } from './compose';
import { callMethod } from './methods';
import { namespaces } from './namespaces';
import { areEqual, arithmetic, isIn, isType, negate, order } from './operators';
import { Scope } from './scope';
import { strict } from './strict';
import { getPinned } from './unknown-access';
import type { BinaryOp, Expression } from './syntax-tree';
import {
  bool,
  bytes,
  failure,
  float,
  int,
  list,
  named,
  nothing,
  string,
  unknown,
  type Failure,
  type Outcome,
  type Value,
} from './value';
import type { Work } from './work';

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
