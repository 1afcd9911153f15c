import { readFileSync } from 'node:fs';
import { loadRules } from '@busker/rules-engine/load-rules';
import type { FirestoreOperation, RulesAuth, RulesLookup, Ruleset, Verdict } from '@busker/rules-engine/port';
import { documentOf, type Plain } from '@busker/rules-engine/testing/plain-document';

/** The fields of a document. */
export type Data = { readonly [name: string]: Plain };

export const get = (path: string, data: Data = {}): FirestoreOperation => ({
  method: 'get',
  path,
  resource: documentOf(path, data),
});
export const create = (path: string, data: Data): FirestoreOperation => ({
  method: 'create',
  path,
  resource: null,
  requestResource: documentOf(path, data),
});
export const update = (path: string, before: Data, after: Data): FirestoreOperation => ({
  method: 'update',
  path,
  resource: documentOf(path, before),
  requestResource: documentOf(path, after),
});
export const remove = (path: string, data: Data = {}): FirestoreOperation => ({
  method: 'delete',
  path,
  resource: documentOf(path, data),
  requestResource: null,
});
export const list = (
  parent: string,
  collectionId: string,
  query: Record<string, unknown> = {},
): FirestoreOperation => ({
  method: 'list',
  parent,
  structuredQuery: { from: [{ collectionId }], ...query },
});

/** Loads one of our rules files and throws when it is invalid. */
export function loadFile(name: string): Ruleset {
  const load = loadRules(readFileSync(new URL(name, import.meta.url), 'utf8'));
  if (!load.ok)
    throw new Error(load.issues.map((i) => `${name}:${i.line}:${i.column} ${i.message}`).join('\n'));
  return load.ruleset;
}

export const signedInAs = (uid: string, token: Readonly<Record<string, unknown>> = {}): RulesAuth => ({
  uid,
  token,
});

/** A guest: signed in anonymously. */
export const guest = (uid: string): RulesAuth =>
  signedInAs(uid, { firebase: { sign_in_provider: 'anonymous' } });

const emptyDatabase: RulesLookup = { get: () => null, getAfter: () => null };

/** The document that rules read after the account `uid` was deleted. */
export function withoutAccount(uid: string): RulesLookup {
  const get = (path: string) => (path === `deleted/${uid}` ? documentOf(path, { v: 1, uid }) : null);
  return { get, getAfter: get };
}

/** Evaluates the rules for one operation, by default on an otherwise empty database. */
export function ask(
  ruleset: Ruleset,
  auth: RulesAuth,
  operation: FirestoreOperation,
  lookup: RulesLookup = emptyDatabase,
): Verdict {
  return ruleset.verifyFirestore(
    { auth, time: '2026-01-02T03:04:05.000006Z', database: '(default)', operation },
    lookup,
    { limit: 10, seen: new Set() },
  );
}
