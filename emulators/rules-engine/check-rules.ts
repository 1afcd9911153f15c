import { builtinNames, knownMembers, namespaces, reservedWords } from './builtins';
import { methodArities, compilePattern } from './methods';
import type {
  Place,
  Expression,
  FunctionDeclaration,
  MatchBlock,
  RulesFile,
  ServiceName,
} from './syntax-tree';
import type { RulesIssue } from './port';
import { StaticScope } from './match-path';

/** Production's limit for the depth of function calls. */
const deepestCall = 20;

type Calls = ReadonlyMap<FunctionDeclaration, ReadonlySet<FunctionDeclaration>>;

/** Refuses recursive functions and call chains that are longer than production's limit. */
function checkCalls(calls: Calls): { at: Place; message: string }[] {
  const found: { at: Place; message: string }[] = [];
  const depths = new Map<FunctionDeclaration, number>();
  const open = new Set<FunctionDeclaration>();
  const depthOf = (declaration: FunctionDeclaration): number => {
    const known = depths.get(declaration);
    if (known !== undefined) return known;
    // Files with deeper calls are refused anyway, so the search can stop here.
    if (open.size > deepestCall) return 1;
    open.add(declaration);
    let depth = 1;
    for (const other of calls.get(declaration) ?? []) {
      if (open.has(other)) {
        found.push({
          at: declaration.at,
          message: `${declaration.name}() calls itself through ${other.name}().`,
        });
      } else depth = Math.max(depth, 1 + depthOf(other));
    }
    open.delete(declaration);
    depths.set(declaration, depth);
    if (depth > deepestCall) {
      found.push({
        at: declaration.at,
        message: `The calls from ${declaration.name}() are nested deeper than ${deepestCall}.`,
      });
    }
    return depth;
  };
  for (const declaration of calls.keys()) depthOf(declaration);
  return found;
}

interface Findings {
  readonly service: ServiceName;
  error(at: Place, message: string): void;
  /** The function that the expression calls. */
  calls(declaration: FunctionDeclaration): void;
}

/** Finds every unknown name, function and method, and every wrong number of arguments. */
function checkExpression(expression: Expression, scope: StaticScope, findings: Findings): void {
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

/** Production's limits. The outermost block, for the database or bucket, does not count. */
const mostMatches = 10;
const mostCaptures = 20;
const mostParameters = 7;

interface Report {
  readonly errors: readonly RulesIssue[];
  readonly warnings: readonly RulesIssue[];
}

/** All checks that need no request. One error refuses the whole file. */
export function checkRules(file: RulesFile): Report {
  const errors: RulesIssue[] = [];
  const check = new Check(file, (at, message) => {
    errors.push({ line: at.line, column: at.column, message, severity: 'error' });
  });
  check.file();
  const warnings: RulesIssue[] =
    file.version === '1'
      ? [
          {
            line: 1,
            column: 1,
            message: "Rules version 1. Start the file with rules_version = '2';.",
            severity: 'warning',
          },
        ]
      : [];
  return { errors, warnings };
}

class Check {
  readonly #file: RulesFile;
  readonly #error: (at: Place, message: string) => void;
  readonly #calls = new Map<FunctionDeclaration, Set<FunctionDeclaration>>();

  constructor(file: RulesFile, error: (at: Place, message: string) => void) {
    this.#file = file;
    this.#error = error;
  }

  file(): void {
    const { functions, service } = this.#file;
    const outer = new StaticScope(new StaticScope(null, ['request', 'resource']), [], functions);
    this.#functions(functions, outer);
    const inner = new StaticScope(outer, [], service.functions);
    this.#functions(service.functions, inner);
    for (const block of service.matches) this.#block(block, inner);
    for (const { at, message } of checkCalls(this.#calls)) this.#error(at, message);
  }

  #block(block: MatchBlock, parent: StaticScope, depth = 0, captured = 0): void {
    const names = block.pattern.flatMap((part) => (part.kind === 'text' ? [] : [part.name]));
    this.#distinct(names, block.at);
    const captures = captured + names.length;
    if (depth > mostMatches) this.#error(block.at, `More than ${mostMatches} match blocks are nested.`);
    if (captures > mostCaptures) this.#error(block.at, `A path can have at most ${mostCaptures} wildcards.`);
    const scope = new StaticScope(parent, names, block.functions);
    this.#functions(block.functions, scope);
    for (const { condition } of block.allows) {
      if (condition !== null)
        checkExpression(
          condition,
          scope,
          this.#findings(() => undefined),
        );
    }
    for (const inner of block.matches) this.#block(inner, scope, depth + 1, captures);
  }

  #functions(functions: readonly FunctionDeclaration[], home: StaticScope): void {
    const seen = new Set<string>();
    for (const declaration of functions) {
      const { name, at } = declaration;
      if (seen.has(name)) this.#error(at, `The function ${name}() is declared twice in this scope.`);
      if (builtinNames.has(name) || reservedWords.has(name)) this.#error(at, `'${name}' is a reserved word.`);
      seen.add(name);
      this.#function(declaration, home);
    }
  }

  #function(declaration: FunctionDeclaration, home: StaticScope): void {
    const called = new Set<FunctionDeclaration>();
    if (declaration.parameters.length > mostParameters)
      this.#error(declaration.at, `A function can have at most ${mostParameters} arguments.`);
    this.#calls.set(declaration, called);
    const findings = this.#findings((other) => called.add(other));
    this.#distinct([...declaration.parameters, ...declaration.lets.map(({ name }) => name)], declaration.at);
    const scope = new StaticScope(home, declaration.parameters);
    for (const { name, value } of declaration.lets) {
      checkExpression(value, scope, findings);
      scope.add(name);
    }
    checkExpression(declaration.body, scope, findings);
  }

  #distinct(names: readonly string[], at: Place): void {
    const seen = new Set<string>();
    for (const name of names) {
      if (seen.has(name)) this.#error(at, `The name '${name}' is declared twice.`);
      if (reservedWords.has(name)) this.#error(at, `'${name}' is a reserved word.`);
      seen.add(name);
    }
  }

  #findings(calls: Findings['calls']): Findings {
    return { service: this.#file.service.name, error: this.#error, calls };
  }
}
