import {
  collection,
  limit as first,
  onSnapshot,
  orderBy,
  query,
  where,
  type Firestore,
} from 'firebase/firestore';
import type { Result } from '../../core/base/result';
import { paths } from '../../core/documents/documents';
import { decodeMonthly } from '../../core/documents/monthly-document';
import { decodeSupportShard } from '../../core/documents/support-document';
import { decodeTip } from '../../core/documents/tip-document';
import { sumSupport } from '../../core/monthly/monthly';
import { latestFirst } from '../shared/latest-first';
import type { SupporterRepository } from '../data/backend';
import { documentWatcher, failing } from './watch-documents';

interface Found {
  readonly id: string;
  data(): unknown;
}

/** Documents that this release can read; a list leaves out newer ones. */
const decodedBy =
  <T>(decode: (stored: unknown) => Result<T>) =>
  (found: Found): T[] => {
    const decoded = decode(found.data());
    return decoded.ok ? [decoded.value] : [];
  };

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
            supporters: snapshot.docs.slice(0, limit).flatMap(decodedBy(decodeMonthly)),
            more: snapshot.size > limit,
            stale: snapshot.metadata.fromCache,
          }),
        failing(watcher),
      ),
    watchOne: (monthlyId, watcher) => watchDoc(paths.monthly(uid, monthlyId), decodeMonthly, watcher),
    watchSupport: (watcher) =>
      onSnapshot(
        collection(db, paths.totals(uid)),
        (snapshot) =>
          watcher.next(sumSupport(snapshot.docs.filter(isSupport).flatMap(decodedBy(decodeSupportShard)))),
        failing(watcher),
      ),
    watchPayments: (monthlyId, watcher) =>
      onSnapshot(
        query(
          collection(db, paths.tips(uid)),
          where('cycle.monthlyId', '==', monthlyId),
          first(mostPayments),
        ),
        (snapshot) => watcher.next(latestFirst(snapshot.docs.flatMap(decodedBy(decodeTip)))),
        failing(watcher),
      ),
  };
}
