import type { AllowStatement, FunctionDeclaration, MatchBlock, PatternPart, RulesFile } from './syntax-tree';
import { path, string, unknown, unreachable, type Outcome } from './value';

/** A function and the scope of its declaration: it sees the names of that scope, not those of its caller. */
interface Closure {
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

/**
 * A step of the request's path. For queries, `one` is a document with any name, and `gap` is any number of segments.
 */
export type PathStep =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'one' } | { readonly kind: 'gap' };

export const textSteps = (segments: readonly string[]): PathStep[] =>
  segments.map((text) => ({ kind: 'text', text }));

export interface Candidate {
  readonly allow: AllowStatement;
  readonly scope: Scope;
}

/**
 * Every allow statement whose match path covers the whole request, with its wildcards bound. One of them is enough to
 * allow it.
 */
export function* candidates(
  file: RulesFile,
  steps: readonly PathStep[],
  globals: Scope,
): Generator<Candidate> {
  const fileScope = new Scope(globals, new Map(), file.functions);
  const service = new Scope(fileScope, new Map(), file.service.functions);
  for (const block of file.service.matches) yield* inBlock(block, steps, service, file.version);
}

function* inBlock(
  block: MatchBlock,
  steps: readonly PathStep[],
  parent: Scope,
  version: '1' | '2',
): Generator<Candidate> {
  for (const { names, rest } of matchPattern(block.pattern, steps, version)) {
    const scope = new Scope(parent, names, block.functions);
    if (rest.length === 0) for (const allow of block.allows) yield { allow, scope };
    for (const inner of block.matches) yield* inBlock(inner, rest, scope, version);
  }
}

interface Match {
  readonly names: ReadonlyMap<string, Outcome>;
  readonly rest: readonly PathStep[];
}

/** Every way in which the pattern can match the beginning of the path. */
function* matchPattern(
  pattern: readonly PatternPart[],
  steps: readonly PathStep[],
  version: '1' | '2',
): Generator<Match> {
  const [part, ...others] = pattern;
  if (part === undefined) {
    yield { names: new Map(), rest: steps };
    return;
  }
  for (const { taken, outcome } of ways(part, steps, version)) {
    for (const { names, rest } of matchPattern(others, steps.slice(taken), version)) {
      yield { names: part.kind === 'text' ? names : new Map([[part.name, outcome], ...names]), rest };
    }
  }
}

function* ways(
  part: PatternPart,
  steps: readonly PathStep[],
  version: '1' | '2',
): Generator<{ taken: number; outcome: Outcome }> {
  const [first] = steps;
  switch (part.kind) {
    case 'text':
      if (first?.kind === 'text' && first.text === part.text) yield { taken: 1, outcome: unknown };
      return;
    case 'one':
      if (first?.kind === 'text') yield { taken: 1, outcome: string(first.text) };
      else if (first?.kind === 'one') yield { taken: 1, outcome: unknown };
      return;
    case 'rest':
      for (let taken = 0; taken <= steps.length; taken++) {
        const covered = steps.slice(0, taken);
        // Version 1 needs at least one segment, and a gap may be empty.
        if (version === '1' && covered.every((step) => step.kind === 'gap')) continue;
        yield { taken, outcome: restOf(covered) };
      }
      return;
    default:
      unreachable(part);
  }
}

function restOf(steps: readonly PathStep[]): Outcome {
  const texts = steps.flatMap((step) => (step.kind === 'text' ? [step.text] : []));
  return texts.length === steps.length ? path(texts) : unknown;
}
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
