import type { FirebaseApp } from 'firebase/app';
import {
  FieldPath,
  clearIndexedDbPersistence,
  collection,
  connectFirestoreEmulator,
  deleteField,
  doc,
  getDocFromCache,
  getDocFromServer,
  increment,
  initializeFirestore,
  limit as first,
  memoryLocalCache,
  memoryLruGarbageCollector,
  onSnapshot,
  orderBy,
  persistentLocalCache,
  persistentMultipleTabManager,
  query,
  runTransaction,
  serverTimestamp,
  setDoc,
  terminate,
  updateDoc,
  waitForPendingWrites,
  where,
  type DocumentReference,
  type Firestore,
  type FirestoreLocalCache,
} from 'firebase/firestore';
import { fail, ok, type Result } from '@busker/core/base/result';
import {
  leavingDocument,
  preferencesDocument,
  type AccountPreferences,
} from '@busker/core/account/account-document';
import { channelsDocument, deliveryDocument } from '@busker/core/outbox-documents/channels-document';
import { paths } from '@busker/core/documents/documents';
import { exportDocument } from '@busker/core/account/export-document';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { overlayAlertDocument, ownOverlayDocument } from '@busker/core/overlay/overlay-document';
import {
  draftDocument,
  linksHealthDocument,
  profileDocument,
} from '@busker/core/profile-documents/profile-document';
import { paymentsDocument } from '@busker/core/money-documents/stripe-account-document';
import { tipDocument, totalsShardDocument, sumTotals } from '@busker/core/money-documents/tip-document';
import { supportShardDocument } from '@busker/core/wall/wall-document';
import { sumSupport } from '@busker/core/monthly/monthly';
import { languageOf } from '@busker/core/locale/language-tags';
import { emptyDraft } from '@busker/core/profile/draft';
import {
  latestFirst,
  type DraftEdit,
  type OwnerStore,
  type StoreCopy,
  type SupporterRepository,
} from '../data/backend';
import { storeFailure, type Answer, type Stop, type Watcher } from '../data/failure';
import { revisionStep } from '../draft/draft-edit';
import { answersInTime, isWebKit } from './answers-in-time';
import { decodedBy, failing, firestoreTipRepository } from './firestore-tip-repository';

/** Passes on what can be read; an unknown stored shape becomes a failure. */
export function give<T, V>(watcher: Watcher<V>, decoded: Result<T>, show: (value: T) => V): void {
  if (decoded.ok) watcher.next(show(decoded.value));
  else watcher.failed({ code: 'store/unreadable' });
}

/** Watches a document; null = there is none. */
export const documentWatcher =
  (db: Firestore) =>
  <T>(path: string, decode: (data: unknown) => Result<T>, watcher: Watcher<T | null>): Stop =>
    onSnapshot(
      doc(db, path),
      // A listener that joins a waiting one gets the cached state first. Without metadata changes, the server's confirmation of an empty
      // result would not be an event.
      { includeMetadataChanges: true },
      (snapshot) => {
        if (snapshot.exists()) give(watcher, decode(snapshot.data()), (value) => value);
        else if (!snapshot.metadata.fromCache) watcher.next(null);
      },
      failing(watcher),
    );

/** Watches the newest documents of a collection, by a field with a time. What cannot be read is left out. */
export const newestWatcher =
  (db: Firestore) =>
  <T>(
    path: string,
    time: string,
    limit: number,
    decode: (data: unknown) => Result<T>,
    watcher: Watcher<readonly T[]>,
  ): Stop =>
    onSnapshot(
      query(collection(db, path), orderBy(time, 'desc'), first(limit)),
      (snapshot) =>
        watcher.next(
          snapshot.docs.flatMap((found) => {
            const decoded = decode(found.data());
            return decoded.ok ? [decoded.value] : [];
          }),
        ),
      failing(watcher),
    );

interface Found {
  readonly id: string;
  data(): unknown;
}

/** Forty years of months. Sorted here, because a query with two fields would need an index of its own. */
const mostPayments = 480;

/** The totals of tips are in the same collection. */
const isSupport = ({ id }: Found): boolean => id.startsWith('monthly-');

export function firestoreSupporterRepository(db: Firestore, uid: string): SupporterRepository {
  const watchDoc = documentWatcher(db);
  return {
    watchAll: (limit, watcher) =>
      onSnapshot(
        // One that was never paid has no beginning, so the comparison leaves it out.
        query(
          collection(db, paths.monthlies(uid)),
          where('startedAt', '>', new Date(0)),
          orderBy('startedAt', 'desc'),
          first(limit + 1),
        ),
        { includeMetadataChanges: true },
        (snapshot) =>
          watcher.next({
            supporters: snapshot.docs.slice(0, limit).flatMap(decodedBy(monthlyDocument.decode)),
            more: snapshot.size > limit,
            stale: snapshot.metadata.fromCache,
          }),
        failing(watcher),
      ),
    watchOne: (monthlyId, watcher) =>
      watchDoc(paths.monthly(uid, monthlyId), monthlyDocument.decode, watcher),
    watchSupport: (watcher) =>
      onSnapshot(
        collection(db, paths.totals(uid)),
        (snapshot) =>
          watcher.next(
            sumSupport(snapshot.docs.filter(isSupport).flatMap(decodedBy(supportShardDocument.decode))),
          ),
        failing(watcher),
      ),
    watchPayments: (monthlyId, watcher) =>
      onSnapshot(
        query(
          collection(db, paths.tips(uid)),
          where('cycle.monthlyId', '==', monthlyId),
          first(mostPayments),
        ),
        (snapshot) => watcher.next(latestFirst(snapshot.docs.flatMap(decodedBy(tipDocument.decode)))),
        failing(watcher),
      ),
  };
}

interface Address {
  readonly host: string;
  readonly port: number;
}

export interface OpenStore {
  readonly store: OwnerStore;
  /** `forget` also deletes this device's copy: for signing out, not for an expired session. */
  close(memory: 'keep' | 'forget'): Promise<void>;
}

const inMemory = () => memoryLocalCache({ garbageCollector: memoryLruGarbageCollector() });
const lasting = () => persistentLocalCache({ tabManager: persistentMultipleTabManager() });

/**
 * Opens Firestore for one owner: with a copy on this device that tabs share, or in memory where that copy is not safe (WebKit) or does not
 * answer. Writes are sent when online.
 */
export async function openFirestore(
  app: FirebaseApp,
  uid: string,
  database: string,
  emulator: Address | null,
): Promise<OpenStore> {
  const connect = (localCache: FirestoreLocalCache): Firestore => {
    const db = initializeFirestore(app, { localCache }, database);
    if (emulator) connectFirestoreEmulator(db, emulator.host, emulator.port);
    return db;
  };
  const opened = (db: Firestore, copy: StoreCopy): OpenStore => ({
    store: firestoreStore(db, uid, copy, () => document.documentElement.lang),
    async close(memory) {
      // The next session waits for this: a database that no longer answers must not hold it up.
      await answersInTime(terminate(db));
      // Refused while another tab has it open; that tab clears it when it closes.
      if (memory === 'forget') await answersInTime(clearIndexedDbPersistence(db));
    },
  });
  if (isWebKit()) return opened(connect(inMemory()), 'memory');
  const db = connect(lasting());
  if (await answersInTime(getDocFromCache(doc(db, paths.draft(uid))))) return opened(db, 'lasting');
  // It is replaced at once, and ends when its database answers.
  terminate(db).catch(() => {});
  return opened(connect(inMemory()), 'silent');
}

/** One update for all edits, field by field, so that other tabs' edits of other fields stay. */
function writeEdits(draft: DocumentReference, edits: readonly DraftEdit[]): Promise<void> {
  const rest = edits.flatMap((edit) => [
    new FieldPath(...edit.path),
    edit.kind === 'set' ? edit.value : deleteField(),
  ]);
  return updateDoc(
    draft,
    'revision',
    increment(revisionStep(edits)),
    'updatedAt',
    serverTimestamp(),
    ...rest,
  );
}

/** `language`: the dashboard's, in which the page of a new owner is. */
export function firestoreStore(
  db: Firestore,
  uid: string,
  copy: StoreCopy,
  language: () => string = () => emptyDraft.language,
): OwnerStore {
  const draftRef = doc(db, paths.draft(uid));

  /** Two tabs may get here at once. To the rules the slower one changes the draft, which they forbid. */
  const makeDraft = () =>
    runTransaction(db, async (tx) => {
      const found = await tx.get(draftRef);
      if (found.exists()) return;
      const made = { ...emptyDraft, language: languageOf(language()), updatedAt: Date.now() };
      tx.set(draftRef, draftDocument.encode(made));
    }).catch(async (thrown: unknown) => {
      if (!(await getDocFromServer(draftRef)).exists()) throw thrown;
    });

  const watchDoc = documentWatcher(db);
  const watchNewest = newestWatcher(db);

  async function keep(chosen: Partial<AccountPreferences>): Answer {
    try {
      const preferences = { v: 1, ...chosen, updatedAt: serverTimestamp() };
      await setDoc(doc(db, paths.account(uid)), preferences, { merge: true });
      return ok(undefined);
    } catch (thrown) {
      return fail(storeFailure(thrown));
    }
  }

  return {
    copy,
    watchDraft(watcher) {
      let making = false;
      return onSnapshot(
        draftRef,
        { includeMetadataChanges: true },
        (snapshot) => {
          const { fromCache, hasPendingWrites } = snapshot.metadata;
          if (snapshot.exists()) {
            const data = snapshot.data({ serverTimestamps: 'estimate' });
            give(watcher, draftDocument.decode(data), (draft) => ({
              draft,
              unsent: hasPendingWrites,
              stale: fromCache,
            }));
          } else if (!fromCache && !making) {
            making = true;
            makeDraft().catch(failing(watcher));
          }
        },
        failing(watcher),
      );
    },
    async editDraft(edits, kept) {
      try {
        const written = writeEdits(draftRef, edits);
        // The SDK does one thing after another: it reads its copy when the edits are in it.
        if (kept && copy === 'lasting') getDocFromCache(draftRef).then(kept, () => {});
        await written;
        return ok(undefined);
      } catch (thrown) {
        return fail(storeFailure(thrown));
      }
    },
    async settled() {
      try {
        await waitForPendingWrites(db);
        const decoded = draftDocument.decode((await getDocFromServer(draftRef)).data());
        return decoded.ok ? ok(decoded.value.revision) : fail({ code: 'store/unreadable' });
      } catch (thrown) {
        return fail(storeFailure(thrown));
      }
    },
    watchPublished: (watcher) => watchDoc(paths.profile(uid), profileDocument.decode, watcher),
    watchPayments: (watcher) => watchDoc(paths.payments(uid), paymentsDocument.decode, watcher),
    watchLinkHealth: (watcher) => watchDoc(paths.linkHealth(uid), linksHealthDocument.decode, watcher),
    watchExport: (watcher) => watchDoc(paths.export(uid), exportDocument.decode, watcher),
    watchLeaving: (watcher) => watchDoc(paths.leaving(uid), leavingDocument.decode, watcher),
    watchChannels: (watcher) => watchDoc(paths.channels(uid), channelsDocument.decode, watcher),
    watchDeliveries: (limit, watcher) =>
      watchNewest(paths.deliveries(uid), 'createdAt', limit, deliveryDocument.decode, watcher),
    watchOverlay: (watcher) => watchDoc(paths.ownOverlay(uid), ownOverlayDocument.decode, watcher),
    watchAlerts: (key, limit, watcher) =>
      watchNewest(paths.overlayAlerts(key), 'at', limit, overlayAlertDocument.decode, watcher),
    watchPreferences: (watcher) => watchDoc(paths.account(uid), preferencesDocument.decode, watcher),
    keepLanguage: (language) => keep({ language }),
    keepTimeZone: (timeZone) => keep({ timeZone }),
    keepSetUp: (set) => keep(set),
    keepTellMeHidden: (tellMeHidden) => keep({ tellMeHidden }),
    keepStatementOwner: (owner) => keep(owner),
    watchTips(limit, watcher) {
      // An unpaid tip has no time of payment, so the comparison leaves it out.
      const paid = query(
        collection(db, paths.tips(uid)),
        where('payment.succeededAt', '>', new Date(0)),
        orderBy('payment.succeededAt', 'desc'),
        first(limit + 1),
      );
      return onSnapshot(
        paid,
        { includeMetadataChanges: true },
        (snapshot) => {
          const tips = snapshot.docs.flatMap((found) => {
            const decoded = tipDocument.decode(found.data());
            return decoded.ok ? [decoded.value] : [];
          });
          watcher.next({
            tips: tips.slice(0, limit),
            more: snapshot.size > limit,
            stale: snapshot.metadata.fromCache,
          });
        },
        failing(watcher),
      );
    },
    watchTotals: (watcher) =>
      onSnapshot(
        collection(db, paths.totals(uid)),
        // The server's answer may be the cached sums: then only this says so.
        { includeMetadataChanges: true },
        (snapshot) => {
          const shards = snapshot.docs.flatMap((found) => {
            const decoded = totalsShardDocument.decode(found.data());
            return decoded.ok ? [decoded.value] : [];
          });
          watcher.next({ totals: sumTotals(shards), stale: snapshot.metadata.fromCache });
        },
        failing(watcher),
      ),
    tipRepository: firestoreTipRepository(db, uid),
    supporters: firestoreSupporterRepository(db, uid),
  };
}
