/**
 * A Firestore value in canonical proto3 JSON, as in the wire protocol and in the store. Integers are decimal strings
 * (64 bits), timestamps are RFC 3339 with at most six fractional digits, bytes are base64.
 */
export type WireValue =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' | '-0' }
  | { timestampValue: string }
  | { stringValue: string }
  | { bytesValue: string }
  | { referenceValue: string }
  | { geoPointValue: { latitude?: number; longitude?: number } }
  | { arrayValue: { values?: WireValue[] } }
  | { mapValue: { fields?: WireFields } };

/** Field names and values. The object has no prototype, because a field may be named `constructor` or `__proto__`. */
export type WireFields = Record<string, WireValue>;

/** A document as rules see it. `path` is relative to the database's documents: `drafts/u1`. */
export interface RulesDocument {
  readonly path: string;
  readonly fields: WireFields;
  /** RFC 3339; absent for a document that is not stored yet. */
  readonly createTime?: string;
  readonly updateTime?: string;
}

/** The caller; null when not signed in. `token` has the ID token's claims. */
export type RulesAuth = { readonly uid: string; readonly token: Readonly<Record<string, unknown>> } | null;

export type FirestoreOperation =
  | { readonly method: 'get'; readonly path: string; readonly resource: RulesDocument | null }
  | {
      readonly method: 'create' | 'update' | 'delete';
      readonly path: string;
      /** The stored document before the write; null when there is none. */
      readonly resource: RulesDocument | null;
      /** The document after the write with its transforms; null for a delete. */
      readonly requestResource: RulesDocument | null;
    }
  /** `parent` is '' for the root, otherwise a document path; `structuredQuery` is the proto3 JSON of the request. */
  | { readonly method: 'list'; readonly parent: string; readonly structuredQuery: unknown };

export interface FirestoreRulesRequest {
  readonly auth: RulesAuth;
  /** The time of the request, RFC 3339. It equals every server timestamp of the write. */
  readonly time: string;
  readonly database: string;
  readonly operation: FirestoreOperation;
}

/** Reads for get(), exists(), getAfter(), existsAfter(). Paths as in RulesDocument. */
export interface RulesLookup {
  get(path: string): RulesDocument | null;
  /** The document after the whole batch or transaction. */
  getAfter(path: string): RulesDocument | null;
}

/**
 * The number of distinct documents that may be read: 10 for one document or query, 20 (`whole`) for all of a batch or
 * transaction.
 */
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
  /** `closest` is the denying rule with the most true conditions. It is for the log, never for the client. */
  | { readonly allowed: false; readonly reason: string; readonly closest: RulePlace | null };

/** A Storage object's metadata as rules see it (name, bucket, size, contentType, md5Hash, timeCreated, metadata …). */
export type StorageResource = Readonly<Record<string, unknown>>;

export interface StorageRulesRequest {
  readonly auth: RulesAuth;
  readonly time: string;
  readonly bucket: string;
  /** The full name of the object, or the prefix for a list. */
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

/** A file is accepted or refused as a whole; no ruleset is loaded partly. */
export type RulesLoad =
  | { readonly ok: true; readonly ruleset: Ruleset; readonly warnings: readonly RulesIssue[] }
  | { readonly ok: false; readonly issues: readonly RulesIssue[] };

/** The type of `loadRules` in `load-rules.ts`. */
export type LoadRules = (source: string) => RulesLoad;
