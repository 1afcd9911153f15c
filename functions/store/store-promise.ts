import type { Store } from './store';

/** The contract of every store, in memory and on Firestore. Each test uses its own path. */
export interface StorePromise {
  readonly promise: string;
  readonly holds: (store: Store, at: string) => Promise<void>;
}
