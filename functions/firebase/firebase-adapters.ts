import { initializeFirestore } from 'firebase-admin/firestore';
import type { Config } from '../config';
import type { Deps } from '../deps';
import { firebaseApp } from './firebase-app';
import { FirebaseIdTokens } from './firebase-id-tokens';
import { FirebasePictures } from './firebase-pictures';
import { FirebaseUsers } from './firebase-users';
import { FirestoreStore } from './firestore-store';

/** REST everywhere: the same protocol locally and in production, and a cold start does not load gRPC. */
export function firebaseAdapters(
  settings: Config['firebase'],
): Pick<Deps, 'store' | 'idTokens' | 'users' | 'pictures'> {
  const app = firebaseApp(settings);
  return {
    store: new FirestoreStore(initializeFirestore(app, { preferRest: true }, settings.database)),
    idTokens: new FirebaseIdTokens(app),
    users: new FirebaseUsers(app),
    pictures: new FirebasePictures(app, settings.storageBucket),
  };
}
