import type { Query, Store } from './store';

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
