import * as v from 'valibot';
import { faultSentence, readFault } from './field-faults';
import { problem, type FieldProblems } from './problem';
import { fail, ok, type Result } from './result';

/** Turns an outside value into a core type, or names every refused field. All outside values are parsed here. */
export function parseWith<S extends v.GenericSchema>(schema: S, input: unknown): Result<v.InferOutput<S>> {
  const parsed = v.safeParse(schema, input, { abortPipeEarly: true });
  if (parsed.success) return ok(parsed.output);
  const named = Object.entries(messagesByField(parsed.issues));
  const fields = Object.fromEntries(named.map(([path, message]) => [path, faultSentence(message)]));
  const faults = Object.fromEntries(named.filter(([, message]) => readFault(message)));
  return fail(problem('invalid-fields', { fields, ...(Object.keys(faults).length > 0 && { faults }) }));
}

/** The first message of each field: a fault (field-faults.ts) or a schema's own message. A Map, since a key of the input may be `__proto__`. */
export function messagesByField(issues: readonly v.BaseIssue<unknown>[]): FieldProblems {
  const faults = new Map<string, string>();
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? 'body';
    if (!faults.has(path)) faults.set(path, issue.message);
  }
  return Object.fromEntries(faults);
}
