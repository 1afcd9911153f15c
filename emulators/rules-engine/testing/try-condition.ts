import { loadRules } from '../load-rules';
import type { FirestoreOperation, RulesAuth, RulesDocument, RulesLookup, Ruleset, Verdict } from '../port';

/** A request for tests; only the relevant parts need values. */
interface Setting {
  readonly auth?: RulesAuth;
  readonly operation?: FirestoreOperation;
  readonly documents?: readonly RulesDocument[];
  readonly after?: readonly RulesDocument[];
  readonly budget?: number;
  readonly functions?: string;
}

/** A rules file with the condition for every document `things/{id}` and for the collection group. */
export function fileOf(condition: string, functions = ''): string {
  return `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${functions}
    match /{prefix=**}/things/{id} { allow read, write: if ${condition}; }
  }
}`;
}

export function rulesetOf(source: string): Ruleset {
  const load = loadRules(source);
  if (!load.ok) throw new Error(load.issues.map((i) => `${i.line}:${i.column} ${i.message}`).join('\n'));
  return load.ruleset;
}

export const verdictOf = (source: string, setting: Setting = {}): Verdict => ask(rulesetOf(source), setting);

export function ask(ruleset: Ruleset, setting: Setting = {}): Verdict {
  const find = (documents: readonly RulesDocument[] = [], path: string): RulesDocument | null =>
    documents.find((one) => one.path === path) ?? null;
  const lookup: RulesLookup = {
    get: (path) => find(setting.documents, path),
    getAfter: (path) => find(setting.after ?? setting.documents, path),
  };
  const operation = setting.operation ?? { method: 'get', path: 'things/t1', resource: null };
  return ruleset.verifyFirestore(
    { auth: setting.auth ?? null, time: '2026-01-02T03:04:05.000006Z', database: '(default)', operation },
    lookup,
    { limit: setting.budget ?? 10, seen: new Set() },
  );
}

/** `true` when the condition is true, `false` when it is false, otherwise the error message. */
export function tryCondition(condition: string, setting: Setting = {}): true | false | string {
  const verdict = verdictOf(fileOf(condition, setting.functions), setting);
  if (verdict.allowed) return true;
  return verdict.reason === 'This condition is false.' ? false : verdict.reason;
}
