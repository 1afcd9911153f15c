import type { FunctionDeclaration } from './syntax-tree';

/** The names of one scope, without their values. */
export class StaticScope {
  readonly #parent: StaticScope | null;
  readonly #names: Set<string>;
  readonly #functions: ReadonlyMap<string, FunctionDeclaration>;

  constructor(
    parent: StaticScope | null,
    names: Iterable<string>,
    functions: readonly FunctionDeclaration[] = [],
  ) {
    this.#parent = parent;
    this.#names = new Set(names);
    this.#functions = new Map(functions.map((one) => [one.name, one]));
  }

  hasName(name: string): boolean {
    return this.#names.has(name) || (this.#parent?.hasName(name) ?? false);
  }

  /** A `let` is visible from the next line on. */
  add(name: string): void {
    this.#names.add(name);
  }

  function(name: string): FunctionDeclaration | null {
    return this.#functions.get(name) ?? this.#parent?.function(name) ?? null;
  }
}
