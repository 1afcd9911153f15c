import { failure, named, type Failure, type Outcome, type Value } from './value';
import type { Work } from './work';

export type Of<K extends Value['kind']> = Extract<Value, { kind: K }>;

/** A method of one type. `arity` is the minimum and maximum number of arguments. */
export interface Method<K extends Value['kind']> {
  readonly arity: readonly [number, number];
  readonly run: (self: Of<K>, args: readonly Value[], work: Work) => Outcome;
}

export type Methods<K extends Value['kind']> = Readonly<Record<string, Method<K>>>;

export const wrong = (what: string, given: Value | undefined): Failure =>
  failure(`Expected ${what}, found ${given === undefined ? 'nothing' : named(given)}.`);

/** A method without arguments. */
export const plain = <K extends Value['kind']>(run: (self: Of<K>, work: Work) => Outcome): Method<K> => ({
  arity: [0, 0],
  run: (self, _args, work) => run(self, work),
});

/** A method with one argument of one type. */
export const taking = <K extends Value['kind'], A extends Value['kind']>(
  kind: A,
  run: (self: Of<K>, argument: Of<A>, work: Work) => Outcome,
): Method<K> => ({
  arity: [1, 1],
  run: (self, [argument], work) =>
    isOf(argument, kind) ? run(self, argument, work) : wrong(`a ${kind}`, argument),
});

export function isOf<A extends Value['kind']>(value: Value | undefined, kind: A): value is Of<A> {
  return value?.kind === kind;
}
