import {
  collection,
  doc,
  limit as first,
  onSnapshot,
  orderBy,
  query,
  type Firestore,
} from 'firebase/firestore';
import type { Result } from '../../core/base/result';
import type { Stop, Watcher } from '../data/backend';
import { storeFailure } from '../data/failure';

export const failing = (watcher: Watcher<never>) => (thrown: unknown) => watcher.failed(storeFailure(thrown));

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
