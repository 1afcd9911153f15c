import { builtinNames } from './builtins';
import { checkCalls } from './check-calls';
import { checkExpression, type Findings } from './check-expression';
import { reservedWords } from './known-names';
import type { Place } from './place';
import type { RulesIssue } from './port';
import { StaticScope } from './static-scope';
import type { FunctionDeclaration, MatchBlock, RulesFile } from './syntax-tree';

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
