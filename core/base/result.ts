import type { Problem } from './problem';

/** What a verb answers when failing is expected: a value, never an exception. Bugs throw. */
export type Result<T, E = Problem> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const fail = <E>(problem: E): { readonly ok: false; readonly problem: E } => ({ ok: false, problem });

/** Ends every switch over a union: a new member that nobody handles does not compile. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
