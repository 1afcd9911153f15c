import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { millisOf, type StoredData } from '@busker/core/documents/documents';
import { documentRows } from '@busker/core/testing/document-rows';
import { wallDocument } from '@busker/core/wall/wall-document';
import { expiringNotes } from '../store/expiry-contract';
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

/** How one kind of document is read and written. A kind that only increments write has no encoder. */
export interface DocumentKind {
  readonly decode: (stored: unknown) => unknown;
  readonly encode?: (value: never) => unknown;
}

const isKind = (value: unknown): value is DocumentKind =>
  typeof value === 'object' && value !== null && 'decode' in value;

const folder = join(import.meta.dirname, '../../core');

/** Every `…Document` of the files in core that read stored documents, by the name before it. */
export async function documentKinds(): Promise<ReadonlyMap<string, DocumentKind>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const kinds = new Map<string, DocumentKind>();
  for (const file of files) {
    if (!(await readFile(join(folder, file), 'utf8')).includes('documentType(')) continue;
    const exported = (await import(pathToFileURL(join(folder, file)).href)) as Readonly<
      Record<string, unknown>
    >;
    for (const [name, type] of Object.entries(exported)) {
      const kind = /^(\w+)Document$/.exec(name)?.[1];
      if (kind === undefined || !isKind(type)) continue;
      kinds.set(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, type);
    }
  }
  return new Map([...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The collections of this name, in any place. */
export const scatteredNotes = 'scatteredNotes';

/**
 * A collection for one promise. Firestore needs indexes for the contract's queries, which are declared by the names of
 * the collections (rules/contract/firestore.indexes.json), so only the document above them differs from run to run.
 */
export const notesOf = (run: string): string => `contract/${run}/notes`;

/** Whether the contract asks for these documents, and not the product. */
export const isOfContract = (from: string): boolean =>
  from.startsWith('contract/') || from === scatteredNotes || from === expiringNotes;
