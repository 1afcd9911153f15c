import type { FunctionDeclaration } from './syntax-tree';
import type { Outcome } from './value';

/** A function together with where it was declared: it sees the names of that place, not of its caller. */
export interface Closure {
  readonly declaration: FunctionDeclaration;
  readonly home: Scope;
}

/** Names and functions visible at one place; inner ones hide outer ones. */
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
