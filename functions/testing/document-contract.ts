import assert from 'node:assert/strict';
import { millisOf, type StoredData } from '../../core/documents/documents';
import { wallDocument } from '../../core/wall/wall-document';
import { documentRows } from '../../core/testing/document-rows';
import type { Condition, Store, Stored } from '../store/store';
import type { StorePromise } from './in-memory-store';

/** A document as it is stored. */
const rawAt = (path: string): Stored<StoredData> => ({
  path,
  decode: (data) => data as StoredData,
  encode: (value) => value,
});

/** Times of any SDK as milliseconds, so that stored documents can be compared. */
function plain(stored: unknown): unknown {
  const millis = millisOf(stored);
  if (millis !== undefined) return { millis };
  if (Array.isArray(stored)) return stored.map(plain);
  if (typeof stored !== 'object' || stored === null) return stored;
  return Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, plain(value)]));
}

/** It is made anew when it cannot be read, so its decoder is of another kind. */
const wall = wallDocument.encode({
  v: 1,
  uid: 'ada-uid',
  changes: 1,
  changesUntil: 5,
  made: { at: 4, changes: 1, refreshedAt: 0, livemode: true, kept: null, supporters: [] },
});

/** As another release stored it: with a field that is gone now, without one that is new, and with one under its former name. */
function asBefore(now: StoredData): StoredData {
  const [added, renamed, ...others] = Object.entries(now).toReversed();
  return {
    ...Object.fromEntries(others),
    ...(renamed === undefined ? {} : { [`${renamed[0]}Before`]: renamed[1] }),
    ...(added === undefined ? {} : { 'dropped.since': { v: 1, at: new Date(0) } }),
  };
}

async function holds(store: Store, at: string, now: StoredData, state: 'read' | 'present'): Promise<void> {
  const doc = rawAt(`${at}/${state}`);
  await store.transaction(async (tx) => {
    tx.write(doc, asBefore(now));
    return Promise.resolve();
  });
  const [read] = await store.readVersioned([doc]);
  assert.deepEqual(plain(read.value), plain(asBefore(now)));
  const condition: Condition = state === 'read' ? read : { path: doc.path, state: { kind: 'present' } };
  assert.equal(await store.commit([condition], (writes) => writes.write(doc, now)), true);
  assert.deepEqual(plain(await store.read(doc)), plain(now));
  // The earlier read is outdated now.
  if (state === 'read')
    assert.equal(await store.commit([read], (writes) => writes.write(doc, asBefore(now))), false);
}

const kinds: readonly (readonly [name: string, stored: StoredData])[] = [
  ...documentRows.map(([name, , stored]) => [name, stored] as const),
  ['wall', wall],
];

/** The contract of every store for every type of document. */
export const documentContract: readonly StorePromise[] = [
  {
    promise:
      'replaces every kind of document of another release whole, with fields that were dropped, added and renamed',
    holds: async (store, at) => {
      const faults = await Promise.all(
        kinds.map(async ([name, stored], index) => {
          try {
            await holds(store, `${at}/kind${index}/notes`, stored, 'read');
            await holds(store, `${at}/kind${index}/notes`, stored, 'present');
            return [];
          } catch (error) {
            return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
          }
        }),
      );
      assert.deepEqual(faults.flat(), []);
    },
  },
];
