import type { WireFields } from '../wire-value';

/** A document as rules see it. `path` is relative to the database's documents: `drafts/u1`. */
export interface RulesDocument {
  readonly path: string;
  readonly fields: WireFields;
  /** RFC 3339; absent on a document that is not stored yet. */
  readonly createTime?: string;
  readonly updateTime?: string;
}

/** Who asks: null when not signed in. `token` holds the ID token's claims. */
export type RulesAuth = { readonly uid: string; readonly token: Readonly<Record<string, unknown>> } | null;

export type FirestoreOperation =
  | { readonly method: 'get'; readonly path: string; readonly resource: RulesDocument | null }
  | {
      readonly method: 'create' | 'update' | 'delete';
      readonly path: string;
      /** The stored document before the write, null when there is none. */
      readonly resource: RulesDocument | null;
      /** The document after the write with its transforms, null for a delete. */
      readonly requestResource: RulesDocument | null;
    }
  /** `parent` is '' for the root, else a document path; `structuredQuery` is the proto3 JSON of the request. */
  | { readonly method: 'list'; readonly parent: string; readonly structuredQuery: unknown };

export interface FirestoreRulesRequest {
  readonly auth: RulesAuth;
  /** The request's time, RFC 3339: equals every server timestamp that the write sets. */
  readonly time: string;
  readonly database: string;
  readonly operation: FirestoreOperation;
}

/** Reads for get(), exists(), getAfter(), existsAfter(). Paths as in RulesDocument. */
export interface RulesLookup {
  get(path: string): RulesDocument | null;
  /** The state after the whole batch or transaction. */
  getAfter(path: string): RulesDocument | null;
}

/** Distinct documents that may be looked up: 10 for one document or query, 20 for all (`whole`) of a batch or transaction. */
export interface RulesBudget {
  readonly limit: number;
  readonly seen: Set<string>;
  readonly whole?: RulesBudget;
}

export interface RulePlace {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

export type Verdict =
  | { readonly allowed: true }
  /** `closest` is the rule that came nearest to allowing it; for the log, never for the client. */
  | { readonly allowed: false; readonly reason: string; readonly closest: RulePlace | null };

/** A Storage object's metadata as rules see it (name, bucket, size, contentType, md5Hash, timeCreated, metadata …). */
export type StorageResource = Readonly<Record<string, unknown>>;

export interface StorageRulesRequest {
  readonly auth: RulesAuth;
  readonly time: string;
  readonly bucket: string;
  /** The object's full name, or the prefix for a list. */
  readonly name: string;
  readonly method: 'get' | 'list' | 'create' | 'update' | 'delete';
  readonly resource: StorageResource | null;
  readonly requestResource: StorageResource | null;
}

export interface Ruleset {
  readonly service: 'cloud.firestore' | 'firebase.storage';
  verifyFirestore(request: FirestoreRulesRequest, lookup: RulesLookup, budget: RulesBudget): Verdict;
  verifyStorage(request: StorageRulesRequest, lookup: RulesLookup, budget: RulesBudget): Verdict;
}

export interface RulesIssue {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** A file is either understood whole or refused whole: there is no partly loaded ruleset. */
export type RulesLoad =
  | { readonly ok: true; readonly ruleset: Ruleset; readonly warnings: readonly RulesIssue[] }
  | { readonly ok: false; readonly issues: readonly RulesIssue[] };

/** `load-rules.ts` exports `loadRules` of this type. */
export type LoadRules = (source: string) => RulesLoad;
