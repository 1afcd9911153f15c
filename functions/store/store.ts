import {
  deletionDocument,
  leavingDocument,
  preferencesDocument,
  recoveryCodesDocument,
  seenTermsDocument,
  sessionsDocument,
  verifyTokenDocument,
} from '@busker/core/account/account-document';
import type { Clock } from '../clock';
import { exportDocument } from '@busker/core/account/export-document';
import type { Result } from '@busker/core/base/result';
import { paths, type DocumentType, type StoredData } from '@busker/core/documents/documents';
import { ownDomainDocument, provedDomainDocument } from '@busker/core/domains/domain-document';
import { countedDocument, rollUpDocument, viewBatchDocument } from '@busker/core/insights/insight-document';
import { heartbeatDocument, jobDocument, type JobId } from '@busker/core/jobs/job-document';
import {
  appealDocument,
  auditDocument,
  reportDocument,
  standingDocument,
} from '@busker/core/moderation/report-document';
import {
  consentDocument,
  monthlyDocument,
  monthlyLogEntryDocument,
  monthlySetupDocument,
} from '@busker/core/money-documents/monthly-document';
import {
  connectingDocument,
  feesDocument,
  booksDocument,
  feesReadDocument,
  knownMethodsDocument,
  ledgerDocument,
  ledgerEntryDocument,
  paymentsDocument,
  payoutReadDocument,
  stripeAccountDocument,
  stripeEventDocument,
  stripePaymentDocument,
  walletSitesDocument,
} from '@busker/core/money-documents/stripe-account-document';
import {
  refundRequestDocument,
  tipAddressDocument,
  tipDocument,
  tipLogEntryDocument,
  thanksDocument,
  tipWatchDocument,
  totalsShardDocument,
} from '@busker/core/money-documents/tip-document';
import {
  channelsDocument,
  deliveryDocument,
  paceDocument,
} from '@busker/core/outbox-documents/channels-document';
import { eventDocument, mailDocument } from '@busker/core/outbox-documents/event-document';
import {
  overlayAlertDocument,
  overlayPageDocument,
  ownOverlayDocument,
} from '@busker/core/overlay/overlay-document';
import {
  draftDocument,
  handleClaimDocument,
  linksHealthDocument,
  profileDocument,
  cardDocument,
} from '@busker/core/profile-documents/profile-document';
import { markCovers, supporterDocument, wallDocument } from '@busker/core/wall/wall-document';

/**
 * The port to the database: documents by path, transactions, a few queries. Stored data is `unknown` until a document's own `decode` returns a core
 * type. Times are written as Dates and read as Dates or objects with `toMillis`.
 */

export type { StoredData };

/** One document: its path, and how its stored shape and its core type are converted. */
export interface Stored<T> {
  readonly path: string;
  readonly encode: (value: T) => StoredData;
  readonly decode: (data: unknown) => T;
}

/** Amounts to add, by the dotted path of a field. */
export type Increments = Readonly<Record<string, number>>;

/** The state in which a document was read. Only the store interprets `at`. */
export type DocumentState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'present' }
  | { readonly kind: 'written'; readonly at: unknown };

/** The state that a document must have for a write to land. */
export interface Condition {
  readonly path: string;
  readonly state: DocumentState;
}

/** A document with the state in which it was read, which is also the condition that it has not changed. */
export interface VersionedRead<T> extends Condition {
  readonly value: T | undefined;
}

export interface Writes {
  /** Writes the whole document. */
  write<T>(doc: Stored<T>, value: NoInfer<T>): void;
  /** Adds to numbers of a document and creates it if it is missing; `set` are further fields to write, and the other fields of a map stay. */
  add(path: string, by: Increments, set?: StoredData): void;
  remove(path: string): void;
}

/** All reads of a transaction must come before its first write. */
export interface Transaction extends Writes {
  read<T>(doc: Stored<T>): Promise<T | undefined>;
  /** Reads several documents in one round trip, in this order. */
  readAll<T>(docs: readonly Stored<T>[]): Promise<readonly (T | undefined)[]>;
}

export type FilterValue = string | number | boolean | Date;

export interface Query {
  /** A collection's path, or with `group` the id of all collections of that name. */
  readonly from: string;
  readonly group?: boolean;
  readonly where?: readonly (readonly [
    field: string,
    op: '==' | '<' | '<=' | '>' | '>=' | 'in' | 'array-contains',
    value: FilterValue | readonly FilterValue[],
  ])[];
  readonly orderBy?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  readonly limit: number;
  /** The path of the last document of the previous page, which must still exist if the query has an order; or its place, which works without it. */
  readonly after?: string | Place | null;
}

/** A place between two documents: the path and the values of the query's `orderBy` fields of the last document of the previous page. */
export interface Place {
  readonly path: string;
  readonly values: readonly FilterValue[];
}

/** The sums of these fields, and the number of the documents that have all of them. */
export interface Sums<Field extends string> {
  readonly count: number;
  readonly sums: Readonly<Record<Field, number>>;
}

export interface Found<T> {
  readonly path: string;
  readonly value: T;
}

export interface Store {
  read<T>(doc: Stored<T>): Promise<T | undefined>;
  readAll<T>(docs: readonly Stored<T>[]): Promise<readonly (T | undefined)[]>;
  /** Reads several documents of any type in one round trip, each with its state. */
  readVersioned<const T extends readonly unknown[]>(docs: Docs<T>): Promise<VersionedReads<T>>;
  /**
   * Writes everything at once without reading, or nothing when a condition does not hold: half the round trips of a transaction, for a caller that
   * has read already. Documents with a condition must be written whole. `false` = another writer was faster, or this very commit has landed and its
   * answer was lost: read again.
   */
  commit(conditions: readonly Condition[], work: (writes: Writes) => void): Promise<boolean>;
  /**
   * Runs `work` and repeats it until no document that it read changed before its writes landed. `work` may run several times, so it must only read
   * and write through `tx`. An error that it throws drops every write.
   */
  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R>;
  find<T>(query: Query, decode: (data: unknown) => T): Promise<readonly Found<T>[]>;
  /**
   * Counts documents and adds up at most four of their number fields, in one request and without reading them: one read for a thousand documents.
   * A filter and the fields together need a declared index. The current state counts, also within a transaction.
   */
  sum<Field extends string>(
    query: Pick<Query, 'from' | 'group' | 'where'>,
    fields: readonly Field[],
  ): Promise<Sums<Field>>;
  /** Adds without a transaction and without reading: for counters with many concurrent writers. */
  add(path: string, by: Increments, set?: StoredData): Promise<void>;
}

export type Docs<T extends readonly unknown[]> = { readonly [K in keyof T]: Stored<T[K]> };
export type VersionedReads<T extends readonly unknown[]> = { readonly [K in keyof T]: VersionedRead<T[K]> };

/** The store did not answer in time or could not be reached. The request may have been executed. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The store does not answer', { cause });
    this.name = 'StoreUnavailable';
  }
}

/** Reads documents of different types in one round trip of a transaction, in this order. Missing ones are undefined. */
export async function readEach<const T extends readonly unknown[]>(
  tx: Pick<Transaction, 'readAll'>,
  docs: Docs<T>,
): Promise<{ readonly [K in keyof T]: T[K] | undefined }> {
  const list: readonly Stored<unknown>[] = docs;
  const values = await tx.readAll(list);
  return values as { readonly [K in keyof T]: T[K] | undefined };
}

const pageSize = 100;

/** Removes every document that a query finds, page by page. */
export async function removeFound(
  store: Pick<Store, 'find' | 'commit'>,
  query: Pick<Query, 'from' | 'where'>,
): Promise<void> {
  for (;;) {
    const found = await store.find({ ...query, limit: pageSize }, () => null);
    if (found.length === 0) return;
    await store.commit([], (writes) => {
      for (const { path } of found) writes.remove(path);
    });
  }
}

/** Every method of another store, for a store that changes only some of them. A store's methods do not survive a spread. */
export const passingOn = (store: Store): Store => ({
  read: (doc) => store.read(doc),
  readAll: (docs) => store.readAll(docs),
  readVersioned: (docs) => store.readVersioned(docs),
  find: (query, decode) => store.find(query, decode),
  sum: (query, fields) => store.sum(query, fields),
  add: (path, by, set) => store.add(path, by, set),
  commit: (conditions, work) => store.commit(conditions, work),
  transaction: (work) => store.transaction(work),
});

/** Writes that are stored together, and only if every condition holds. */
export interface ConditionalWrites {
  readonly conditions: readonly Condition[];
  readonly write: (writes: Writes) => void;
}

/** Commits all parts in one request, to save round trips. `false` = a condition of one of them did not hold, and nothing was written. */
export const commitTogether = (
  store: Pick<Store, 'commit'>,
  parts: readonly ConditionalWrites[],
): Promise<boolean> =>
  store.commit(
    parts.flatMap(({ conditions }) => conditions),
    (writes) => {
      for (const { write } of parts) write(writes);
    },
  );

/**
 * A document of a type. An unreadable one is a bug or comes from a newer release: decoding throws with the path and the fields, never their content, and
 * nothing overwrites the document.
 */
export const document = <T>(path: string, { decode, encode }: DocumentType<T>): Stored<T> => ({
  path,
  encode,
  decode: (data) => readable(path, decode(data)),
});

const at =
  <P extends readonly unknown[], T>(pathOf: (...parts: P) => string, type: DocumentType<T>) =>
  (...parts: P): Stored<T> =>
    document(pathOf(...parts), type);

/** As `at`, but one that another release wrote and this one cannot read counts as empty: it is made anew. */
const remade =
  <P extends readonly unknown[], T>(pathOf: (...parts: P) => string, { decode, encode }: DocumentType<T>) =>
  (...parts: P): Stored<T | null> => ({
    path: pathOf(...parts),
    encode: (value) => (value === null ? {} : encode(value)),
    decode(data) {
      const read = decode(data);
      return read.ok ? read.value : null;
    },
  });

/** For `store.find`, where the path is not known in advance. */
export function readable<T>(path: string, decoded: Result<T>): T {
  if (decoded.ok) return decoded.value;
  throw new Error(`${path} cannot be read: ${Object.keys(decoded.problem.fields ?? {}).join(', ')}`);
}

/** The documents that functions read and write, each with its path and its type: the one list in which a new document is added. */
export const stored = {
  draft: at(paths.draft, draftDocument),
  preferences: at(paths.account, preferencesDocument),
  handle: at(paths.handle, handleClaimDocument),
  profile: at(paths.profile, profileDocument),
  payments: at(paths.payments, paymentsDocument),
  connecting: at(paths.connecting, connectingDocument),
  books: at(paths.books, booksDocument),
  thanks: at(paths.thanks, thanksDocument),
  feesRead: at(paths.feesRead, feesReadDocument),
  fees: at(paths.fees, feesDocument),
  payoutRead: at(paths.payoutRead, payoutReadDocument),
  seenTerms: at(paths.seenTerms, seenTermsDocument),
  export: at(paths.export, exportDocument),
  leaving: at(paths.leaving, leavingDocument),
  knownMethods: at(paths.knownMethods, knownMethodsDocument),
  sessions: at(paths.sessions, sessionsDocument),
  recoveryCodes: at(paths.recoveryCodes, recoveryCodesDocument),
  ownDomain: at(paths.ownDomain, ownDomainDocument),
  provedDomain: at(paths.provedDomain, provedDomainDocument),
  channels: at(paths.channels, channelsDocument),
  event: at(paths.event, eventDocument),
  delivery: at(paths.delivery, deliveryDocument),
  ownOverlay: at(paths.ownOverlay, ownOverlayDocument),
  overlay: at(paths.overlay, overlayPageDocument),
  overlayAlert: at(paths.overlayAlert, overlayAlertDocument),
  pace: at(paths.pace, paceDocument),
  tipWatch: at(paths.tipWatch, tipWatchDocument),
  walletSites: at(paths.walletSites, walletSitesDocument),
  linkHealth: at(paths.linkHealth, linksHealthDocument),
  stripeAccount: at(paths.stripeAccount, stripeAccountDocument),
  stripeEvent: at(paths.stripeEvent, stripeEventDocument),
  stripePayment: at(paths.stripePayment, stripePaymentDocument),
  consent: at(paths.consent, consentDocument),
  total: at(paths.total, totalsShardDocument),
  tip: at(paths.tip, tipDocument),
  monthly: at(paths.monthly, monthlyDocument),
  monthlySetup: at(paths.monthlySetup, monthlySetupDocument),
  monthlyLog: at(paths.monthlyLog, monthlyLogEntryDocument),
  supporter: at(paths.supporter, supporterDocument),
  refund: at(paths.refund, refundRequestDocument),
  verifyToken: at(paths.verifyToken, verifyTokenDocument),
  tipAddress: at(paths.tipAddress, tipAddressDocument),
  viewBatch: at(paths.viewBatch, viewBatchDocument),
  rollUp: at(paths.rollUp, rollUpDocument),
  counted: at(paths.counted, countedDocument),
  heartbeat: at(paths.heartbeat, heartbeatDocument),
  job: at((id: JobId) => paths.job(id), jobDocument),
  card: remade(paths.card, cardDocument),
  wall: remade(paths.wall, wallDocument),
  standing: at(paths.standing, standingDocument),
  audit: at(paths.audit, auditDocument),
  report: at(paths.report, reportDocument),
  appeal: at(paths.appeal, appealDocument),
  mail: at(paths.mail, mailDocument),
  deletion: at(paths.deletion, deletionDocument),
  ledger: at(paths.ledger, ledgerDocument),
  ledgerEntry: at(paths.ledgerEntry, ledgerEntryDocument),
  tipLog: at(paths.tipLog, tipLogEntryDocument),
} as const;

const storedPageSize = 200;

/** Every document of a collection, page by page. */
export async function* allDocuments<T>(
  store: Pick<Store, 'find'>,
  from: string,
  decode: (data: unknown) => Result<T>,
): AsyncGenerator<{ readonly path: string; readonly value: T }> {
  let after: string | null = null;
  for (;;) {
    const page: readonly { readonly path: string; readonly value: Result<T> }[] = await store.find(
      { from, limit: storedPageSize, after },
      decode,
    );
    for (const { path, value } of page) yield { path, value: readable(path, value) };
    after = page.at(-1)?.path ?? null;
    if (page.length < storedPageSize) return;
  }
}

/** Above this number, marks whose minute is over are removed. */
const mostMarks = 5000;

/** The owner whose wall these fields mark as changed, without emptying it; null = they do something else. */
function markedBy(path: string, set: StoredData | undefined): string | null {
  const [, uid = ''] = path.split('/');
  return path === paths.wall(uid) && set !== undefined && set['made'] === undefined ? uid : null;
}

/**
 * The same store, which leaves out the mark of a changed wall when this instance has stored one in the last minute. Each tip marks the wall of its
 * profile in its own commit. One document takes about one write a second, and so many tips must not wait for each other.
 */
export function sparingMarks(store: Store, clock: Clock): Store {
  const covered = new Map<string, number>();
  const spare = (writes: Writes, marked: Set<string>): Pick<Writes, 'add'> => ({
    add: (path, by, set) => {
      const uid = markedBy(path, set);
      if (uid !== null && (covered.get(uid) ?? 0) > clock.now()) return;
      if (uid !== null) marked.add(uid);
      writes.add(path, by, set);
    },
  });
  const landed = (marked: ReadonlySet<string>, now: number) => {
    if (covered.size > mostMarks) for (const [uid, until] of covered) if (until <= now) covered.delete(uid);
    for (const uid of marked) covered.set(uid, now + markCovers);
  };
  return {
    ...passingOn(store),
    async commit(conditions, work) {
      const now = clock.now();
      const marked = new Set<string>();
      const isDone = await store.commit(conditions, (writes) =>
        work({ ...writes, ...spare(writes, marked) }),
      );
      if (isDone) landed(marked, now);
      return isDone;
    },
    async transaction(work) {
      const now = clock.now();
      const marked = new Set<string>();
      const result = await store.transaction((tx) => {
        marked.clear();
        return work({ ...tx, ...spare(tx, marked) });
      });
      landed(marked, now);
      return result;
    },
  };
}
