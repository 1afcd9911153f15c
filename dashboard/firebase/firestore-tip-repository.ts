import {
  collection,
  doc,
  documentId,
  getDocs,
  limit as first,
  onSnapshot,
  orderBy,
  query,
  startAfter,
  where,
  type Firestore,
  type Query,
  type QuerySnapshot,
} from 'firebase/firestore';
import { fail, ok, type Result } from '@busker/core/base/result';
import { paths } from '@busker/core/documents/documents';
import { insightDocument, countedDocument } from '@busker/core/insights/insight-document';
import {
  refundRequestDocument,
  tipDocument,
  tipLogEntryDocument,
} from '@busker/core/money-documents/tip-document';
import type { Tip } from '@busker/core/tip/tip';
import { type TipRepository, type TipsView } from '../data/backend';
import { storeFailure, type Watcher } from '../data/failure';

/** Documents that this release can read; a list leaves out newer ones. */
export const decodedBy =
  <T>(decode: (stored: unknown) => Result<T>) =>
  (found: { data(): unknown }): T[] => {
    const decoded = decode(found.data());
    return decoded.ok ? [decoded.value] : [];
  };
export const failing = (watcher: Watcher<never>) => (thrown: unknown) => watcher.failed(storeFailure(thrown));

/** Tips that were decoded before are not decoded again with every change: a list may have thousands. */
function tipReader(): (snapshot: QuerySnapshot) => readonly Tip[] {
  const known = new Map<string, Tip[]>();
  const read = decodedBy(tipDocument.decode);
  return (snapshot) => {
    for (const { type, doc: found } of snapshot.docChanges()) {
      if (type === 'removed') known.delete(found.id);
      else known.set(found.id, read(found));
    }
    return snapshot.docs.flatMap((found) => known.get(found.id) ?? []);
  };
}

function watchTips(tips: Query, limit: number, watcher: Watcher<TipsView>) {
  const read = tipReader();
  return onSnapshot(
    query(tips, first(limit + 1)),
    { includeMetadataChanges: true },
    (snapshot) =>
      watcher.next({
        tips: read(snapshot).slice(0, limit),
        more: snapshot.size > limit,
        stale: snapshot.metadata.fromCache,
      }),
    failing(watcher),
  );
}

export function firestoreTipRepository(db: Firestore, uid: string): TipRepository {
  const tips = collection(db, paths.tips(uid));
  const byBeginning = query(tips, orderBy('createdAt', 'desc'), orderBy(documentId(), 'desc'));

  function watchList<T>(list: Query, decode: (stored: unknown) => Result<T>, watcher: Watcher<readonly T[]>) {
    return onSnapshot(
      list,
      // Without metadata changes, nothing reports that the server confirmed an empty list.
      { includeMetadataChanges: true },
      (snapshot) => {
        // Offline, a query that never ran is an empty list.
        if (snapshot.empty && snapshot.metadata.fromCache) return;
        watcher.next(snapshot.docs.flatMap(decodedBy(decode)));
      },
      failing(watcher),
    );
  }

  return {
    watchLatest: (limit, watcher) => watchTips(byBeginning, limit, watcher),
    async readOlder({ tipId, createdAt }, limit) {
      try {
        const page = query(byBeginning, startAfter(new Date(createdAt), tipId), first(limit + 1));
        const { docs } = await getDocs(page);
        return ok({
          tips: docs.slice(0, limit).flatMap(decodedBy(tipDocument.decode)),
          more: docs.length > limit,
        });
      } catch (thrown) {
        return fail(storeFailure(thrown));
      }
    },
    watchTip: (tipId, watcher) =>
      onSnapshot(
        doc(db, paths.tip(uid, tipId)),
        (snapshot) => {
          if (!snapshot.exists()) {
            if (!snapshot.metadata.fromCache) watcher.next(null);
            return;
          }
          const decoded = tipDocument.decode(snapshot.data());
          if (decoded.ok) watcher.next(decoded.value);
          else watcher.failed({ code: 'store/unreadable' });
        },
        failing(watcher),
      ),
    watchLog: (tipId, watcher) =>
      watchList(
        query(collection(db, paths.tipLogs(uid, tipId)), orderBy('at', 'asc'), first(200)),
        tipLogEntryDocument.decode,
        watcher,
      ),
    watchRefunds: (tipId, watcher) =>
      watchList(
        query(collection(db, paths.refunds(uid, tipId)), orderBy('createdAt', 'asc'), first(100)),
        refundRequestDocument.decode,
        watcher,
      ),
    watchPaid: ({ from, until }, limit, watcher) =>
      watchTips(
        query(
          tips,
          where('payment.succeededAt', '>=', new Date(from)),
          where('payment.succeededAt', '<', new Date(until)),
          orderBy('payment.succeededAt', 'desc'),
        ),
        limit,
        watcher,
      ),
    watchDisputed: (limit, watcher) =>
      watchTips(query(tips, where('dispute.status', 'in', ['open', 'inquiry'])), limit, watcher),
    // Two equalities need no index of their own.
    watchHeld: (limit, watcher) =>
      watchTips(
        query(tips, where('moderation.state', '==', 'held'), where('contrib.count', '==', 1)),
        limit,
        watcher,
      ),
    watchInsights: ({ from, until }, watcher) =>
      watchList(
        query(
          collection(db, paths.insights(uid)),
          where('day', '>=', from),
          where('day', '<', until),
          orderBy('day', 'asc'),
        ),
        insightDocument.decode,
        watcher,
      ),
    watchCountedUntil: (watcher) =>
      onSnapshot(
        doc(db, paths.counted()),
        (snapshot) => {
          if (!snapshot.exists() && snapshot.metadata.fromCache) return;
          const decoded = countedDocument.decode(snapshot.data());
          watcher.next(decoded.ok ? decoded.value.untilAt : null);
        },
        failing(watcher),
      ),
  };
}
