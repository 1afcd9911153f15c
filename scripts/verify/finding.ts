/** The result of a check. `skipped`: the check is not possible from here, or was not requested. */
export type Verdict =
  | { readonly state: 'ok'; readonly says: string }
  | { readonly state: 'fault'; readonly why: string }
  | { readonly state: 'skipped'; readonly why: string };

export interface Finding {
  readonly name: string;
  readonly verdict: Verdict;
}

export const good = (name: string, says: string): Finding => ({ name, verdict: { state: 'ok', says } });
export const bad = (name: string, why: string): Finding => ({ name, verdict: { state: 'fault', why } });
export const skipped = (name: string, why: string): Finding => ({ name, verdict: { state: 'skipped', why } });

/** A fault if there is a reason for one. */
export const judged = (name: string, fault: string | null, says: string): Finding =>
  fault === null ? good(name, says) : bad(name, fault);

export const onlyAnEdge = 'not on this host: only an edge can show it';

const signs = { ok: 'ok  ', fault: 'FAIL', skipped: '--  ' } as const;

/** One line for a person. */
export function lineOf({ name, verdict }: Finding): string {
  return `${signs[verdict.state]} ${name}: ${verdict.state === 'ok' ? verdict.says : verdict.why}`;
}
