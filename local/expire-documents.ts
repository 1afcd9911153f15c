import { readFileSync } from 'node:fs';
import { millisOf } from '@busker/core/documents/documents';
import type { Deps } from '@busker/functions/deps';
import type { Store } from '@busker/functions/store/store';

const pageSize = 200;

/** Firestore deletes within a day; a local server may run for less. */
const everyMs = 60 * 60_000;

interface FieldOverride {
  readonly collectionGroup: string;
  readonly fieldPath: string;
  readonly ttl?: boolean;
}

/** The names of the collections that Firestore deletes from by itself, by the time in `expiresAt`: wherever they lie. */
export function expiringCollections(): readonly string[] {
  const file = new URL('../rules/firestore.indexes.json', import.meta.url);
  const { fieldOverrides } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly fieldOverrides: readonly FieldOverride[];
  };
  return fieldOverrides
    .filter(({ ttl, fieldPath }) => ttl === true && fieldPath === 'expiresAt')
    .map(({ collectionGroup }) => collectionGroup);
}

/** When a stored document expires (epoch milliseconds); null = never. */
function expiresAt(data: unknown): number | null {
  const stored = typeof data === 'object' && data !== null && 'expiresAt' in data ? data.expiresAt : null;
  return millisOf(stored) ?? null;
}

/** Deletes what has expired at `now`, as Firestore does in production. The local one has no such policy. Returns the number of deleted documents. */
export async function expireDocuments(
  store: Store,
  now: number,
  collections: readonly string[] = expiringCollections(),
): Promise<number> {
  let deleted = 0;
  for (const from of collections) {
    let after: string | null = null;
    for (;;) {
      const page: readonly { readonly path: string; readonly value: number | null }[] = await store.find(
        { from, group: true, limit: pageSize, after },
        expiresAt,
      );
      const expired = page.filter(({ value }) => value !== null && value <= now);
      // The last one stays until the next run, because the next page begins after it.
      const last = page.length < pageSize ? null : page.at(-1)?.path;
      const going = expired.filter(({ path }) => path !== last);
      if (going.length > 0)
        await store.commit([], (writes) => {
          for (const { path } of going) writes.remove(path);
        });
      deleted += going.length;
      if (last == null) break;
      after = last;
    }
  }
  return deleted;
}

/** Deletes what has expired every hour. Returns a function that ends it. */
export function expireByTimer({ store, clock, log }: Pick<Deps, 'store' | 'clock' | 'log'>): () => void {
  const expire = () =>
    expireDocuments(store, clock.now()).catch((error: unknown) =>
      log.sweepFailed({ sweep: 'expire-documents', missed: 0, error }),
    );
  const timer = setInterval(() => void expire(), everyMs);
  // A waiting timer must not keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
}
