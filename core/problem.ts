import { problemKinds, type ProblemCode } from './problem-codes';

export type { ProblemCode } from './problem-codes';

/** Field path (`links.k3.url`) to the sentence that says what is wrong with it. */
export type FieldProblems = Readonly<Record<string, string>>;

/** An expected failure as a value. `figures` carries what the other side needs to go on (the right total, the limits). */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly fields?: FieldProblems;
  readonly figures?: Readonly<Record<string, number | string>>;
}

/** RFC 9457. `type` points at the code's heading in docs/errors.md. */
export interface ProblemJson extends Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
}

interface ProblemExtras {
  readonly detail?: string;
  readonly fields?: FieldProblems;
  readonly figures?: Readonly<Record<string, number | string>>;
}

export function problem(code: ProblemCode, extras: ProblemExtras = {}): Problem {
  return { code, detail: problemKinds[code].detail, ...extras };
}

export function problemJson(given: Problem, docsUrl: string): ProblemJson {
  const kind = problemKinds[given.code];
  return { type: `${docsUrl}#${given.code}`, title: kind.title, status: kind.status, ...given };
}

export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === 'string' && Object.hasOwn(problemKinds, value);
}
