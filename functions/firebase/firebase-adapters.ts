import type { App } from 'firebase-admin/app';
import { initializeFirestore } from 'firebase-admin/firestore';
import type { Config } from '../config';
import type { Deps } from '../deps';
import type { Store } from '../store/store';
import { queuesOf, type AddTask } from './cloud-tasks-queue';
import { firebaseApp } from './firebase-app';
import { FirebaseExportFiles } from './firebase-export-files';
import { FirebaseIdTokens } from './firebase-id-tokens';
import { FirebasePictures } from './firebase-pictures';
import { FirebaseSignIns } from './firebase-sign-ins';
import { FirebaseUsers } from './firebase-users';
import { FirestoreStore } from './firestore-store';

/** REST everywhere: the same protocol locally and in production, and a cold start does not load gRPC. */
const storeOf = (app: App, database: string): Store =>
  new FirestoreStore(initializeFirestore(app, { preferRest: true }, database));

/** Only the database of a project, with the machine's own credentials: for scripts without a bucket, which pictures need. */
export function firebaseStore({
  projectId,
  database,
}: Pick<Config['firebase'], 'projectId' | 'database'>): Store {
  return storeOf(firebaseApp({ projectId, storageBucket: '', emulated: false }), database);
}

/** `addTask`: adds tasks to the queues of the cloud; null where there are none. */
export function firebaseAdapters(settings: Config['firebase']): Pick<
  Deps,
  'store' | 'idTokens' | 'users' | 'signIns' | 'pictures' | 'exportFiles'
> & {
  readonly addTask: AddTask | null;
} {
  const app = firebaseApp(settings);
  return {
    store: storeOf(app, settings.database),
    idTokens: new FirebaseIdTokens(app),
    users: new FirebaseUsers(app),
    signIns: new FirebaseSignIns(app, settings.identity),
    exportFiles: new FirebaseExportFiles(app, settings.storageBucket),
    pictures: new FirebasePictures(app, settings.storageBucket),
    addTask: settings.queueRegion === null ? null : queuesOf(app, settings.queueRegion),
  };
}
