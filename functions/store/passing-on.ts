import type { Store } from './store';

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
