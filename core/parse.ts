import * as v from 'valibot';
import { problem } from './problem';
import { fail, ok, type Result } from './result';

/** Turns what came from outside into a core type, or names every refused field. The only way in. */
export function parseWith<S extends v.GenericSchema>(schema: S, input: unknown): Result<v.InferOutput<S>> {
  const parsed = v.safeParse(schema, input, { abortPipeEarly: true });
  if (parsed.success) return ok(parsed.output);
  const fields: Record<string, string> = {};
  for (const issue of parsed.issues) {
    const path = v.getDotPath(issue) ?? 'body';
    fields[path] ??= issue.message;
  }
  return fail(problem('invalid-fields', { fields }));
}
