import { readFileSync } from 'node:fs';
import { loadRules } from '../local/rules-engine/load-rules';
import type {
  FirestoreOperation,
  RulesAuth,
  RulesDocument,
  Ruleset,
  Verdict,
} from '../local/rules-engine/port';
import type { WireFields, WireValue } from '../local/wire-value';

/** Loads a rules file of ours and fails loudly when it does not load. */
export function loadFile(name: string): Ruleset {
  const load = loadRules(readFileSync(new URL(name, import.meta.url), 'utf8'));
  if (!load.ok)
    throw new Error(load.issues.map((i) => `${name}:${i.line}:${i.column} ${i.message}`).join('\n'));
  return load.ruleset;
}

export type Plain =
  null | boolean | number | string | Date | readonly Plain[] | { readonly [name: string]: Plain };

/** A plain value as it is stored; whole numbers are integers. */
export function wire(value: Plain): WireValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (isList(value)) return { arrayValue: { values: value.map(wire) } };
  return { mapValue: { fields: wireFields(value) } };
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

export function wireFields(data: { readonly [name: string]: Plain }): WireFields {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, wire(value)]));
}

export const documentAt = (path: string, data: { readonly [name: string]: Plain }): RulesDocument => ({
  path,
  fields: wireFields(data),
});

export const signedInAs = (uid: string, token: Readonly<Record<string, unknown>> = {}): RulesAuth => ({
  uid,
  token,
});

/** A guest: signed in anonymously. */
export const guest = (uid: string): RulesAuth =>
  signedInAs(uid, { firebase: { sign_in_provider: 'anonymous' } });

/** Asks the rules of an otherwise empty database. */
export function ask(ruleset: Ruleset, auth: RulesAuth, operation: FirestoreOperation): Verdict {
  return ruleset.verifyFirestore(
    { auth, time: '2026-01-02T03:04:05.000006Z', database: '(default)', operation },
    { get: () => null, getAfter: () => null },
    { limit: 10, seen: new Set() },
  );
}
