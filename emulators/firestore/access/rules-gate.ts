import type {
  FirestoreOperation,
  RulesAuth,
  RulesBudget,
  RulesDocument,
  RulesLookup,
  Ruleset,
  Verdict,
} from '@busker/rules-engine/port';
import type { Database } from '../engine/database';
import type { Staging, WriteOutcome } from '../engine/writes';
import type { DocumentView, StoredDocument } from '../documents/stored-document';
import { StatusError } from '../values/status';
import { formatInstant, type Micros } from '../values/values';
import type { StructuredQuery } from '../wire/messages';

const SINGLE_BUDGET = 10;
const BATCH_BUDGET = 20;

export const denied = (): StatusError =>
  new StatusError('PERMISSION_DENIED', 'Missing or insufficient permissions.');

/** A stored document as security rules see it. */
export function storedForRules(document: StoredDocument | null): RulesDocument | null {
  if (document === null) return null;
  const { path, fields, createTime, updateTime } = document;
  return { path, fields, createTime: formatInstant(createTime), updateTime: formatInstant(updateTime) };
}

const lookupIn = (before: DocumentView, after: DocumentView): RulesLookup => ({
  get: (path) => storedForRules(before.get(path)),
  getAfter: (path) => storedForRules(after.get(path)),
});

const budgetOf = (limit: number): RulesBudget => ({ limit, seen: new Set() });
/** One budget for all documents of a batch, transaction or batch read. */
export const wholeBudget = (): RulesBudget => budgetOf(BATCH_BUDGET);
const budgetWithin = (whole: RulesBudget): RulesBudget => ({ ...budgetOf(SINGLE_BUDGET), whole });

const describe = (operation: FirestoreOperation): string =>
  operation.method === 'list'
    ? `list ${operation.parent}/ ${JSON.stringify(operation.structuredQuery)}`
    : `${operation.method} ${operation.path}`;

function reasonOf(verdict: Verdict | null): string {
  if (verdict === null) return 'no security rules are loaded';
  if (verdict.allowed) return '';
  const { closest, reason } = verdict;
  return closest === null
    ? `${reason}; no rule matches`
    : `${reason}; closest rule ${closest.line}:${closest.column} ${closest.text}`;
}

function operationOf({ kind, path, before, after, failure }: WriteOutcome): FirestoreOperation {
  const resource = storedForRules(before);
  if (kind === 'verify') return { method: 'get', path, resource };
  const requestResource = after === null ? null : { path, fields: after.fields };
  // A write with `exists: false` is a create for the rules, even if the document exists: rules come first, then
  // ALREADY_EXISTS.
  if (failure?.status === 'ALREADY_EXISTS' && kind === 'update')
    return { method: 'create', path, resource: null, requestResource };
  return { method: kind, path, resource, requestResource };
}

/** Evaluates the rules for every request except the administrator's. Without rules nothing is allowed. */
export class RulesGate {
  constructor(
    private readonly rules: () => Ruleset | null,
    private readonly log: (line: string) => void,
  ) {}

  get(
    caller: Caller,
    database: Database,
    path: string,
    document: StoredDocument | null,
    whole = wholeBudget(),
  ): void {
    if (caller.kind === 'owner') return;
    const operation: FirestoreOperation = { method: 'get', path, resource: storedForRules(document) };
    const lookup = lookupIn(database.tree, database.tree);
    this.ask(caller.auth, database, operation, lookup, budgetWithin(whole));
  }

  /** Like `get`, but without a log line, for documents that no client asked for by name. */
  mayGet(caller: Caller, database: Database, path: string, document: StoredDocument): boolean {
    if (caller.kind === 'owner') return true;
    const operation: FirestoreOperation = { method: 'get', path, resource: storedForRules(document) };
    const lookup = lookupIn(database.tree, database.tree);
    const budget = budgetOf(SINGLE_BUDGET);
    return this.verdict(caller.auth, database, operation, lookup, budget)?.allowed ?? false;
  }

  list(caller: Caller, database: Database, parent: string, structuredQuery: StructuredQuery): void {
    if (caller.kind === 'owner') return;
    const operation: FirestoreOperation = { method: 'list', parent, structuredQuery };
    this.ask(
      caller.auth,
      database,
      operation,
      lookupIn(database.tree, database.tree),
      budgetOf(SINGLE_BUDGET),
    );
  }

  /** A batch is refused as a whole. `time` is the commit time, which is also the value of its server timestamps. */
  writes(caller: Caller, database: Database, outcomes: readonly WriteOutcome[], staging: Staging): void {
    if (caller.kind === 'owner') return;
    const whole = wholeBudget();
    const lookup = lookupIn(staging.base, staging);
    for (const outcome of outcomes) {
      this.ask(caller.auth, database, operationOf(outcome), lookup, budgetWithin(whole), staging.time);
    }
  }

  /** Calls that production allows only for administrators. */
  ownerOnly(caller: Caller, what: string): void {
    if (caller.kind === 'owner') return;
    this.log(`firestore: denied ${what}: only the administrator (Bearer owner) may call it`);
    throw denied();
  }

  private ask(
    auth: RulesAuth,
    database: Database,
    operation: FirestoreOperation,
    lookup: RulesLookup,
    budget: RulesBudget,
    time?: Micros,
  ): void {
    const verdict = this.verdict(auth, database, operation, lookup, budget, time);
    if (verdict?.allowed === true) return;
    const who = auth === null ? 'not signed in' : `uid ${auth.uid}`;
    this.log(`firestore: denied ${describe(operation)} (${who}): ${reasonOf(verdict)}`);
    throw denied();
  }

  private verdict(
    auth: RulesAuth,
    database: Database,
    operation: FirestoreOperation,
    lookup: RulesLookup,
    budget: RulesBudget,
    time: Micros = database.clock.read(),
  ): Verdict | null {
    const name = database.name.slice(database.name.lastIndexOf('/') + 1);
    const request = { auth, time: formatInstant(time), database: name, operation };
    return this.rules()?.verifyFirestore(request, lookup, budget) ?? null;
  }
}

/** The sender of a request: the administrator (`Bearer owner`), or a client that security rules apply to. */
export type Caller = { readonly kind: 'owner' } | { readonly kind: 'client'; readonly auth: RulesAuth };

const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

function claimsOf(token: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return isRecord(json) ? json : null;
  } catch {
    return null;
  }
}

/**
 * Reads an Authorization header. Signature and expiry are not checked: the Auth emulator's tokens are unsigned, and
 * the SDKs' mock tokens are always expired.
 */
export function callerOf(authorization: string | undefined): Caller {
  const token = /^(?:Bearer|Firebase)\s+(.+)$/i.exec(authorization?.trim() ?? '')?.[1];
  if (token === undefined) return { kind: 'client', auth: null };
  if (token === 'owner') return { kind: 'owner' };
  const claims = claimsOf(token);
  const uid = claims?.['sub'] ?? claims?.['user_id'];
  if (claims === null || typeof uid !== 'string' || uid === '') {
    throw new StatusError('UNAUTHENTICATED', 'The ID token cannot be read.');
  }
  // A token that a service account signed for itself has equal `iss` and `sub`. Newer admin SDKs send such a token
  // over REST instead of `owner`.
  if (claims['iss'] === uid) return { kind: 'owner' };
  return { kind: 'client', auth: { uid, token: claims } };
}
