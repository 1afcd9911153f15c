import type { FunctionDeclaration } from './syntax-tree';
import type { Outcome } from './value';

/** A function and the scope of its declaration: it sees the names of that scope, not those of its caller. */
export interface Closure {
  readonly declaration: FunctionDeclaration;
  readonly home: Scope;
}

/** The names and functions of one scope; inner ones hide outer ones. */
export class Scope {
  readonly #parent: Scope | null;
  readonly #names: ReadonlyMap<string, Outcome>;
  readonly #functions: ReadonlyMap<string, FunctionDeclaration>;

  constructor(
    parent: Scope | null,
    names: ReadonlyMap<string, Outcome>,
    functions: readonly FunctionDeclaration[] = [],
  ) {
    this.#parent = parent;
    this.#names = names;
    this.#functions = new Map(functions.map((one) => [one.name, one]));
  }

  name(name: string): Outcome | undefined {
    return this.#names.get(name) ?? this.#parent?.name(name);
  }

  function(name: string): Closure | undefined {
    const declaration = this.#functions.get(name);
    return declaration === undefined ? this.#parent?.function(name) : { declaration, home: this };
  }
}
