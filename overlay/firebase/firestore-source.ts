import { _addOrOverwriteComponent, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  documentId,
  getDocsFromServer,
  initializeFirestore,
  limit,
  memoryLocalCache,
  onSnapshot,
  orderBy,
  query,
  startAfter,
  type Firestore,
  type QuerySnapshot,
} from 'firebase/firestore';
import { paths } from '@busker/core/documents/documents';
import { overlayAlertDocument, overlayPageDocument } from '@busker/core/overlay/overlay-document';
import type { AlertSource, Snapshot, SourceWatcher } from '../alert-source';
import type { Config } from '../config';
import { browserTimers } from '../timers';

/** The SDK's own packages use it; its public types leave it out. */
declare module 'firebase/app' {
  export function _addOrOverwriteComponent(app: object, component: object): void;
}

/** The rules allow no longer list. */
const most = 200;

/** Milliseconds until a listener that the server ended is opened again; doubled each time. */
const firstRetryMs = 5000;
const longestRetryMs = 60_000;

/** Alerts of one key, live. Nothing is kept on the device: a stream's computer may be a stranger's. */
export function firestoreSource({ firebase, database, emulators }: Config, key: string): AlertSource {
  const app = initializeApp(firebase);
  // The SDK's heartbeat stores on which days it is used, and each request waits for its database: see the dashboard's `firebaseApp`.
  _addOrOverwriteComponent(app, {
    name: 'heartbeat',
    type: 'PRIVATE',
    instantiationMode: 'LAZY',
    instanceFactory: () => ({ triggerHeartbeat: async () => {}, getHeartbeatsHeader: async () => '' }),
  });
  const db = initializeFirestore(app, { localCache: memoryLocalCache() }, database);
  if (emulators) connectFirestoreEmulator(db, emulators.firestore.host, emulators.firestore.port);
  return alertsOf(db, key);
}

function alertsOf(db: Firestore, key: string): AlertSource {
  const newest = query(
    collection(db, paths.overlayAlerts(key)),
    orderBy('at', 'desc'),
    orderBy(documentId(), 'desc'),
    limit(most),
  );
  return {
    watch(watcher) {
      const stops = [
        again((failed) => watchPage(db, key, watcher, failed)),
        again((failed) =>
          onSnapshot(
            newest,
            { includeMetadataChanges: true },
            (found) => {
              // An empty memory is not an empty store.
              if (!found.metadata.fromCache) watcher.alerts(snapshotOf(found));
            },
            failed,
          ),
        ),
      ];
      return () => stops.forEach((stop) => stop());
    },
    older: async ({ at, id }) =>
      snapshotOf(await getDocsFromServer(query(newest, startAfter(new Date(at), id)))),
  };
}

function watchPage(db: Firestore, key: string, watcher: SourceWatcher, failed: () => void): () => void {
  return onSnapshot(
    doc(db, paths.overlay(key)),
    { includeMetadataChanges: true },
    (found) => {
      const { fromCache } = found.metadata;
      watcher.connection(fromCache ? 'offline' : 'online');
      const read = found.exists() ? overlayPageDocument.decode(found.data()) : null;
      if (read?.ok) watcher.page(read.value);
      else if (!fromCache) watcher.page(null);
    },
    failed,
  );
}

function snapshotOf({ docs, size }: QuerySnapshot): Snapshot {
  const alerts = docs.flatMap((each) => {
    const read = overlayAlertDocument.decode(each.data());
    return read.ok ? [read.value] : [];
  });
  return { alerts, isFull: size === most };
}

/** Opens a listener again whenever the server ends it. */
function again(open: (failed: () => void) => () => void): () => void {
  let waitMs = firstRetryMs;
  let stop = () => {};
  const start = () => {
    stop = open(() => {
      stop = browserTimers.after(waitMs, start);
      waitMs = Math.min(waitMs * 2, longestRetryMs);
    });
  };
  start();
  return () => stop();
}
