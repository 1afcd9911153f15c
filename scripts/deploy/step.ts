import type { Result } from '../../core/base/result';

/**
 * One finding about an installation. `missing` needs a person; `due` is work for the deploy itself; `unknown` says why the check has no
 * result, mostly because the credentials lack a permission.
 */
export type Finding =
  | { readonly state: 'ok'; readonly what: string }
  | { readonly state: 'missing'; readonly what: string; readonly mend: string }
  | { readonly state: 'due'; readonly what: string }
  | { readonly state: 'unknown'; readonly what: string; readonly why: string };

export const fine = (what: string): Finding => ({ state: 'ok', what });
export const missing = (what: string, mend: string): Finding => ({ state: 'missing', what, mend });
export const due = (what: string): Finding => ({ state: 'due', what });
export const unknown = (what: string, why: string): Finding => ({ state: 'unknown', what, why });

/** A part of a deploy. Its check only reads, so it can run at any time and any number of times. */
export interface Step {
  readonly name: string;
  ask(): Promise<readonly Finding[]>;
  /** Does the work that is due. Absent where only a person can do it. The problem is one sentence. */
  readonly act?: () => Promise<Result<null, string>>;
}

/** One line for the terminal. */
export function lineOf(finding: Finding): string {
  switch (finding.state) {
    case 'ok':
      return `ok: ${finding.what}`;
    case 'missing':
      return `missing: ${finding.what}\n  ${finding.mend}`;
    case 'due':
      return `to do: ${finding.what}`;
    case 'unknown':
      return `cannot tell: ${finding.what} (${finding.why})`;
  }
}
