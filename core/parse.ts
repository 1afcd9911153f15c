import * as v from 'valibot';
import { problem, type FieldProblems } from './problem';
import { fail, ok, type Result } from './result';

/** Turns what came from outside into a core type, or names every refused field. The only way in. */
export function parseWith<S extends v.GenericSchema>(schema: S, input: unknown): Result<v.InferOutput<S>> {
  const parsed = v.safeParse(schema, input, { abortPipeEarly: true });
  if (parsed.success) return ok(parsed.output);
  return fail(problem('invalid-fields', { fields: faultsByField(parsed.issues) }));
}

/** The first fault of each field. A Map on the way, since a key of the input may be called `__proto__`. */
export function faultsByField(issues: readonly v.BaseIssue<unknown>[]): FieldProblems {
  const faults = new Map<string, string>();
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? 'body';
    if (!faults.has(path)) faults.set(path, issue.message);
  }
  return Object.fromEntries(faults);
}
