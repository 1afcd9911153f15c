import { builtinNames } from './builtins';
import { knownMembers } from './known-names';
import { methodArities } from './methods';
import { namespaces } from './namespaces';
import { compilePattern } from './pattern-cache';
import type { Place } from './place';
import type { StaticScope } from './static-scope';
import type { Expression, FunctionDeclaration, ServiceName } from './syntax-tree';

export interface Findings {
  readonly service: ServiceName;
  error(at: Place, message: string): void;
  /** The function that the expression calls. */
  calls(declaration: FunctionDeclaration): void;
}

/** Finds every unknown name, function and method, and every wrong number of arguments. */
export function checkExpression(expression: Expression, scope: StaticScope, findings: Findings): void {
  checkOne(expression, scope, findings);
  for (const child of childrenOf(expression, scope)) checkExpression(child, scope, findings);
}

function checkOne(expression: Expression, scope: StaticScope, findings: Findings): void {
  const { kind, at } = expression;
  if (kind === 'name' && !scope.hasName(expression.name)) {
    findings.error(at, `Unknown name '${expression.name}'.`);
  } else if (kind === 'member') checkMember(expression, findings);
  else if (kind === 'call') checkCall(expression, scope, findings);
  else if (kind === 'method' && isNamespace(expression.object, scope)) {
    checkNamespaced(expression.object.name, expression, findings);
  } else if (kind === 'method') checkMethod(expression, findings);
}

type Name = Extract<Expression, { kind: 'name' }>;
type Method = Extract<Expression, { kind: 'method' }>;

/** `math` in `math.abs(x)`, unless a variable has that name. */
function isNamespace(expression: Expression, scope: StaticScope): expression is Name {
  if (expression.kind !== 'name' || scope.hasName(expression.name)) return false;
  return expression.name === 'firestore' || Object.hasOwn(namespaces, expression.name);
}

function pathOf(expression: Expression): string | null {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind !== 'member') return null;
  const object = pathOf(expression.object);
  return object === null ? null : `${object}.${expression.name}`;
}

function checkMember(expression: Extract<Expression, { kind: 'member' }>, findings: Findings): void {
  const object = pathOf(expression.object);
  const all = knownMembers(findings.service);
  const known = object !== null && Object.hasOwn(all, object) ? all[object] : undefined;
  if (known === undefined || known.includes(expression.name)) return;
  findings.error(expression.at, `${object} has no '${expression.name}'. Known: ${known.join(', ')}.`);
}

function checkCall(
  { name, args, at }: Extract<Expression, { kind: 'call' }>,
  scope: StaticScope,
  findings: Findings,
): void {
  const declaration = scope.function(name);
  if (declaration !== null) {
    findings.calls(declaration);
    const wanted = declaration.parameters.length;
    if (wanted !== args.length)
      findings.error(at, `${name}() takes ${wanted} arguments, not ${args.length}.`);
    return;
  }
  const lookup = ['get', 'exists', 'getAfter', 'existsAfter'].includes(name);
  if (!builtinNames.has(name)) findings.error(at, `Unknown function ${name}().`);
  else if (lookup && findings.service !== 'cloud.firestore') {
    findings.error(
      at,
      `${name}() belongs to Firestore rules; Storage rules have firestore.get() and firestore.exists().`,
    );
  } else if (args.length !== 1) findings.error(at, `${name}() takes 1 argument, not ${args.length}.`);
}

function checkNamespaced(namespace: string, { name, args, at }: Method, findings: Findings): void {
  if (namespace === 'firestore') {
    if (findings.service !== 'firebase.storage') findings.error(at, 'firestore.… belongs to Storage rules.');
    else if (name !== 'get' && name !== 'exists') findings.error(at, `Unknown function firestore.${name}().`);
    else if (args.length !== 1)
      findings.error(at, `firestore.${name}() takes 1 argument, not ${args.length}.`);
    return;
  }
  const functions = namespaces[namespace] ?? {};
  const found = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (found === undefined) findings.error(at, `Unknown function ${namespace}.${name}().`);
  else if (found.arity !== args.length) {
    findings.error(at, `${namespace}.${name}() takes ${found.arity} arguments, not ${args.length}.`);
  }
}

function checkMethod({ name, args, at }: Method, findings: Findings): void {
  const arities = methodArities(name);
  if (arities === null) return findings.error(at, `Unknown method ${name}().`);
  if (!arities.some(([least, most]) => args.length >= least && args.length <= most)) {
    return findings.error(at, `${name}() does not take ${args.length} arguments.`);
  }
  const [pattern] = args;
  if (!['matches', 'split', 'replace'].includes(name) || pattern?.kind !== 'string') return;
  const compiled = compilePattern(pattern.value);
  if (!compiled.ok) findings.error(pattern.at, compiled.message);
}

function childrenOf(expression: Expression, scope: StaticScope): readonly Expression[] {
  switch (expression.kind) {
    case 'null':
    case 'bool':
    case 'int':
    case 'float':
    case 'string':
    case 'bytes':
    case 'name':
      return [];
    case 'list':
      return expression.items;
    case 'map':
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case 'path':
      return expression.parts.flatMap((part) => (part.kind === 'value' ? [part.expression] : []));
    case 'member':
      return [expression.object];
    case 'index':
      return [expression.object, expression.index];
    case 'slice':
      return [expression.object, expression.from, expression.to];
    case 'call':
      return expression.args;
    case 'method':
      return isNamespace(expression.object, scope)
        ? expression.args
        : [expression.object, ...expression.args];
    case 'not':
    case 'negate':
    case 'is':
      return [expression.operand];
    case 'and':
    case 'or':
      return expression.operands;
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.condition, expression.yes, expression.no];
  }
}
