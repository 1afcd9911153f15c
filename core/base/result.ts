import * as v from 'valibot';
import { fault, faultSentence, readFault, type FaultCode } from './field-faults';
import { problemKinds, type ProblemCode } from './problem-codes';

export type { ProblemCode } from './problem-codes';

/** Field path (`links.k3.url`) to the sentence that says what is wrong with it. */
export type FieldProblems = Readonly<Record<string, string>>;

/** An expected failure as a value. `figures` carries what the client needs to continue (the right total, the limits). */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly fields?: FieldProblems;
  /** The faults of the same fields (field-faults.ts), for sentences in other languages. */
  readonly faults?: FieldProblems;
  readonly figures?: Readonly<Record<string, number | string>>;
}

/** RFC 9457. `type` points at the code's heading on the server's page /docs/errors. */
interface ProblemJson extends Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
}

interface ProblemExtras {
  readonly detail?: string;
  readonly fields?: FieldProblems;
  readonly faults?: FieldProblems;
  readonly figures?: Readonly<Record<string, number | string>>;
}

export function problem(code: ProblemCode, extras: ProblemExtras = {}): Problem {
  return { code, detail: problemKinds[code].detail, ...extras };
}

export function refusedFields(faults: FieldProblems): Problem {
  const named = Object.entries(faults);
  const fields = Object.fromEntries(named.map(([path, given]) => [path, faultSentence(given)]));
  return problem('invalid-fields', { fields, faults });
}

export const refusedField = (path: string, code: FaultCode): Problem =>
  refusedFields({ [path]: fault(code) });

/** The fault of each refused field: `other` where the server had only a sentence. */
export function faultsOf({ fields = {}, faults = {} }: Pick<Problem, 'fields' | 'faults'>): FieldProblems {
  return Object.fromEntries(Object.keys(fields).map((path) => [path, faults[path] ?? 'other']));
}

export function problemJson(given: Problem, docsUrl: string): ProblemJson {
  const kind = problemKinds[given.code];
  return { type: `${docsUrl}#${given.code}`, title: kind.title, status: kind.status, ...given };
}

export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === 'string' && Object.hasOwn(problemKinds, value);
}

/** The result of an operation that may fail as expected: a value, never an exception. Bugs throw. */
export type Result<T, E = Problem> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const fail = <E>(problem: E): { readonly ok: false; readonly problem: E } => ({ ok: false, problem });

// In a file of its own, because every card's first bytes have this one.
export { unreachable } from './unreachable';

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
