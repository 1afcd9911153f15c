import type { Problem } from './problem';

/** The result of an operation that may fail as expected: a value, never an exception. Bugs throw. */
export type Result<T, E = Problem> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const fail = <E>(problem: E): { readonly ok: false; readonly problem: E } => ({ ok: false, problem });

// In a file of its own, because every card's first bytes have this one.
export { unreachable } from './unreachable';
