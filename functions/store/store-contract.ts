import assert from 'node:assert/strict';
import * as v from 'valibot';
import { documentType, storedTime, type DocumentOf } from '@busker/core/documents/documents';
import { scatteredNotes } from '../testing/document-contract';
import { document, type Condition, type Store, type Stored, type StoredData } from './store';
import type { StorePromise } from '../testing/in-memory-store';
import { sumContract } from './sum-contract';

const note = documentType({
  kind: 'note',
  version: 1,
  schema: v.object({ text: v.string(), size: v.optional(v.number(), 0), at: storedTime }),
});
type Note = DocumentOf<typeof note>;

const noteAt = (path: string): Stored<Note> => document(path, note);

/** A document as it is stored, so that a field too many shows. */
const rawAt = (path: string): Stored<StoredData> => ({
  path,
  decode: (data) => data as StoredData,
  encode: (value) => value,
});

const decodeNote = (data: unknown): Note => noteAt('found').decode(data);

const sized = (text: string, size: number): Note => ({ text, size, at: 1_700_000_000_123 });

async function put(store: Store, notes: Readonly<Record<string, Note>>): Promise<void> {
  await store.transaction(async (tx) => {
    for (const [path, value] of Object.entries(notes)) tx.write(noteAt(path), value);
  });
}

// Holds pay-066.
export const storeContract: readonly StorePromise[] = [
  {
    promise: 'gives back what was written, times to the millisecond',
    holds: async (store, at) => {
      const doc = noteAt(`${at}/a`);
      assert.equal(await store.read(doc), undefined);
      await put(store, { [doc.path]: sized('one', 1) });
      assert.deepEqual(await store.read(doc), sized('one', 1));
    },
  },
  {
    promise: 'reads several documents in the order asked for',
    holds: async (store, at) => {
      await put(store, { [`${at}/b`]: sized('b', 2), [`${at}/c`]: sized('c', 3) });
      const read = await store.readAll([noteAt(`${at}/c`), noteAt(`${at}/none`), noteAt(`${at}/b`)]);
      assert.deepEqual(
        read.map((each) => each?.text),
        ['c', undefined, 'b'],
      );
      assert.deepEqual(await store.readAll([]), []);
      assert.deepEqual(await store.readVersioned([]), []);
    },
  },
  {
    promise: 'writes all of a transaction or nothing',
    holds: async (store, at) => {
      const attempt = store.transaction(async (tx) => {
        tx.write(noteAt(`${at}/d`), sized('d', 1));
        return Promise.reject(new Error('changed my mind'));
      });
      await assert.rejects(attempt, /changed my mind/);
      assert.equal(await store.read(noteAt(`${at}/d`)), undefined);
    },
  },
  {
    promise: 'loses no update of transactions that run at once',
    holds: async (store, at) => {
      const doc = noteAt(`${at}/e`);
      await put(store, { [doc.path]: sized('e', 0) });
      const grow = () =>
        store.transaction(async (tx) => {
          const before = await tx.read(doc);
          tx.write(doc, sized('e', (before?.size ?? 0) + 1));
        });
      await Promise.all(Array.from({ length: 6 }, grow));
      assert.equal((await store.read(doc))?.size, 6);
    },
  },
  {
    promise: 'lets one of two create what was missing',
    holds: async (store, at) => {
      const doc = noteAt(`${at}/f`);
      const claim = (text: string) =>
        store.transaction(async (tx) => {
          const taken = await tx.read(doc);
          if (taken === undefined) tx.write(doc, sized(text, 0));
          return taken === undefined;
        });
      const won = await Promise.all(['x', 'y'].map(claim));
      assert.equal(won.filter(Boolean).length, 1);
    },
  },
  {
    promise: 'adds to numbers, nested ones too, makes what is missing, and keeps the other fields of a map',
    holds: async (store, at) => {
      const read = async () => {
        const found = await store.find({ from: at, limit: 10 }, (data) => data);
        return found.find(({ path }) => path === `${at}/sum`)?.value;
      };
      await store.add(`${at}/sum`, { count: 1, 'clicks.home': 2 }, { currency: 'usd' });
      await store.transaction(async (tx) =>
        tx.add(`${at}/sum`, { count: 4, 'clicks.home': -1, 'clicks.x': 3 }),
      );
      assert.deepEqual(await read(), { count: 5, clicks: { home: 1, x: 3 }, currency: 'usd' });
      await store.add(`${at}/sum`, { count: 1 }, { clicks: { last: 'x' } });
      assert.deepEqual(await read(), { count: 6, clicks: { home: 1, x: 3, last: 'x' }, currency: 'usd' });
    },
  },
  {
    promise: 'removes a document',
    holds: async (store, at) => {
      await put(store, { [`${at}/g`]: sized('g', 1) });
      await store.transaction(async (tx) => tx.remove(`${at}/g`));
      assert.equal(await store.read(noteAt(`${at}/g`)), undefined);
    },
  },
  {
    promise: 'commits when no document has changed since it was read, and returns false otherwise',
    holds: async (store, at) => {
      const [doc, other] = [noteAt(`${at}/k`), noteAt(`${at}/other`)];
      const look = async () => (await store.readVersioned([doc]))[0];
      const write = (condition: Condition, size: number) =>
        store.commit([condition], (writes) => {
          writes.write(doc, sized('k', size));
          writes.add(`${at}/sum`, { count: size });
          writes.write(other, sized('other', size));
        });
      const before = await look();
      assert.equal(before.value, undefined);
      assert.equal(await write({ path: doc.path, state: { kind: 'present' } }, 1), false, 'nothing is there');
      assert.equal(await write(before, 1), true);
      assert.equal(await write(before, 2), false, 'what was missing is there now');
      const first = await look();
      assert.equal(await write(first, 3), true);
      assert.equal(await write(first, 4), false, 'it was written since');
      const [now, beside] = await store.readVersioned([doc, other]);
      assert.deepEqual([now.value, beside.value], [sized('k', 3), sized('other', 3)]);
      await put(store, { [doc.path]: sized('k', 5) });
      assert.equal(await write(now, 6), false, 'a transaction wrote it since');
      assert.equal(await write({ path: doc.path, state: { kind: 'present' } }, 7), true);
      const found = await store.find({ from: at, limit: 10 }, (data) => data);
      assert.deepEqual(found.find(({ path }) => path === `${at}/sum`)?.value, { count: 11 });
    },
  },
  {
    promise: 'leaves nothing of the document that a commit replaces, whether it was read or is only present',
    holds: async (store, at) => {
      const doc = rawAt(`${at}/n`);
      const old = {
        v: 1,
        text: 'old',
        kept: { a: 1, b: 2 },
        mark: { since: 1 },
        'dotted.name': 1,
        list: [1],
      };
      const versions: readonly StoredData[] = [
        { v: 2, text: 'one field dropped', kept: { a: 1, b: 2 }, list: [1], 'dotted.name': 1 },
        { v: 3, text: 'one added', kept: { a: 1, b: 2 }, added: null },
        { v: 4, text: 'one renamed', held: { a: 1, b: 2 }, added: null },
        { v: 5, text: 'one within another dropped', held: { b: 2 }, 'dotted.name': 2 },
      ];
      for (const kind of ['written', 'present'] as const) {
        await store.transaction(async (tx) => tx.write(doc, old));
        for (const version of versions) {
          const [seen] = await store.readVersioned([doc]);
          const condition: Condition = kind === 'written' ? seen : { path: doc.path, state: { kind } };
          assert.ok(await store.commit([condition], (writes) => writes.write(doc, version)));
          assert.deepEqual(await store.read(doc), version, `${kind}: ${String(version['text'])}`);
          assert.equal(await store.commit([seen], (writes) => writes.write(doc, old)), false, 'outdated');
        }
      }
    },
  },
  {
    promise: 'accepts each state that it returned as a condition',
    holds: async (store, at) => {
      const doc = noteAt(`${at}/l`);
      for (let round = 0; round < 25; round += 1) {
        const [seen] = await store.readVersioned([doc]);
        const written = await store.commit([seen], (writes) => writes.write(doc, sized('l', round)));
        assert.ok(written, `round ${round}`);
      }
    },
  },
  {
    promise: 'lets only one of several concurrent readers write',
    holds: async (store, at) => {
      const doc = noteAt(`${at}/m`);
      // A different value each time: on Firestore, a write that changes nothing keeps the update time.
      const race = async (sizes: readonly number[]) => {
        const [seen] = await store.readVersioned([doc]);
        const write = (size: number) => store.commit([seen], (writes) => writes.write(doc, sized('m', size)));
        return (await Promise.all(sizes.map(write))).filter(Boolean).length;
      };
      assert.deepEqual([await race([1, 2, 3]), await race([4, 5, 6])], [1, 1]);
    },
  },
  {
    promise: 'finds by equality, range and list, in the order asked for, page by page',
    holds: async (store, at) => {
      const all = { h1: sized('blue', 1), h2: sized('red', 2), h3: sized('blue', 3), h4: sized('blue', 4) };
      await put(store, Object.fromEntries(Object.entries(all).map(([id, value]) => [`${at}/${id}`, value])));
      const ids = async (query: Omit<Parameters<Store['find']>[0], 'from'>) =>
        (await store.find({ from: at, ...query }, decodeNote)).map(({ path }) => path.split('/').at(-1));
      assert.deepEqual(
        await ids({ where: [['text', '==', 'blue']], orderBy: [['size', 'desc']], limit: 2 }),
        ['h4', 'h3'],
      );
      assert.deepEqual(
        await ids({
          where: [
            ['size', '>', 1],
            ['size', '<=', 3],
          ],
          orderBy: [['size', 'asc']],
          limit: 9,
        }),
        ['h2', 'h3'],
      );
      assert.deepEqual(await ids({ where: [['text', 'in', ['red', 'green']]], limit: 9 }), ['h2']);
      assert.deepEqual(await ids({ where: [['at', '<', new Date(0)]], limit: 9 }), []);
      const second = { orderBy: [['size', 'asc']] as const, limit: 2, after: `${at}/h2` };
      assert.deepEqual(await ids(second), ['h3', 'h4']);
      const afterGone = { path: `${at}/h2x`, values: [2] };
      assert.deepEqual(await ids({ ...second, after: afterGone }), ['h3', 'h4']);
    },
  },
  {
    promise: 'finds documents whose list holds a value',
    holds: async (store, at) => {
      await store.add(`${at}/o1`, { count: 1 }, { tags: ['red', 'blue'] });
      await store.add(`${at}/o2`, { count: 1 }, { tags: ['red'] });
      const find = async (tag: string) =>
        (await store.find({ from: at, where: [['tags', 'array-contains', tag]], limit: 9 }, () => null)).map(
          ({ path }) => path,
        );
      assert.deepEqual(await find('red'), [`${at}/o1`, `${at}/o2`]);
      assert.deepEqual(await find('blue'), [`${at}/o1`]);
      assert.deepEqual(await find('green'), []);
    },
  },
  ...sumContract,
  {
    promise: 'finds in every collection of a name',
    holds: async (store, at) => {
      const [one, two] = [`${at}/i/${scatteredNotes}/1`, `${at}/j/${scatteredNotes}/2`];
      await put(store, { [one]: sized(at, 1), [two]: sized(at, 2) });
      const found = await store.find(
        {
          from: scatteredNotes,
          group: true,
          // A database keeps the notes of earlier runs; the path is the text of this one.
          where: [
            ['text', '==', at],
            ['size', '>=', 1],
          ],
          orderBy: [['size', 'asc']],
          limit: 9,
        },
        decodeNote,
      );
      assert.deepEqual(
        found.map(({ path }) => path),
        [one, two],
      );
    },
  },
];
