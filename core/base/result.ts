import type { Problem } from './problem';

/** The result of an operation that may fail as expected: a value, never an exception. Bugs throw. */
export type Result<T, E = Problem> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const fail = <E>(problem: E): { readonly ok: false; readonly problem: E } => ({ ok: false, problem });

/** The last case of every switch over a union: a new member without a case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
