import assert from 'node:assert/strict';
import { documentType, storedTime, type DocumentOf, paths } from '@busker/core/documents/documents';
import * as v from 'valibot';
import { scatteredNotes } from '../testing/document-contract';
import type { StorePromise } from '../testing/in-memory-store';
import { document, type Condition, type Store, type Stored, type StoredData } from './store';

/** The part of the store's contract about counts and sums that the store works out itself. */
export const sumContract: readonly StorePromise[] = [
  {
    promise: 'counts and adds up number fields of the documents that have all of them',
    holds: async (store, at) => {
      await store.add(`${at}/q1`, { 'kept.net': 5, 'kept.fee': -2, size: 1 }, { tag: 'a' });
      await store.add(`${at}/q2`, { 'kept.net': 7, 'kept.fee': 0, size: 9 }, { tag: 'a' });
      await store.add(`${at}/q3`, { 'kept.net': 100, 'kept.fee': 100 }, { tag: 'b' });
      await store.add(`${at}/q4`, { 'kept.net': 1000 }, { tag: 'a' });
      const where = [['tag', '==', 'a']] as const;
      assert.deepEqual(await store.sum({ from: at, where }, ['kept.net', 'kept.fee']), {
        count: 2,
        sums: { 'kept.net': 12, 'kept.fee': -2 },
      });
      assert.deepEqual(await store.sum({ from: at, where }, []), { count: 3, sums: {} });
      const none = [['tag', '==', 'c']] as const;
      assert.deepEqual(await store.sum({ from: at, where: none }, ['size']), { count: 0, sums: { size: 0 } });
      assert.equal((await store.sum({ from: at, where: [['size', '>=', 9]] }, [])).count, 1);
    },
  },
  {
    promise: 'adds up as it is after the last write, with fractions, and passes over other types of a field',
    holds: async (store, at) => {
      await store.add(`${at}/r1`, { size: 0.25 }, { tag: 'a' });
      await store.add(`${at}/r2`, { size: 5 }, { tag: 'a' });
      await store.add(`${at}/r3`, { other: 1 }, { size: 'seven' });
      const sum = () => store.sum({ from: at }, ['size']);
      assert.equal((await sum()).sums['size'], 5.25);
      await store.add(`${at}/r2`, { size: -1 });
      assert.equal((await sum()).sums['size'], 4.25);
      await store.transaction(async (tx) => tx.remove(`${at}/r1`));
      assert.equal((await sum()).sums['size'], 4);
    },
  },
];

/** The database as a browser meets it: every request is judged by rules/firestore.rules. Each call returns the status of the answer. */
export interface RulesTarget {
  readonly signUp: () => Promise<{ readonly uid: string; readonly token: string }>;
  /** The server, to which no rule applies. */
  readonly store: Pick<Store, 'add' | 'transaction'>;
  readonly get: (path: string, token: string | null) => Promise<number>;
  /** Lists a collection. */
  readonly list: (path: string, token: string | null) => Promise<number>;
  /** Writes the whole document. A field is a whole number or a text. */
  readonly write: (path: string, fields: Fields, token: string | null) => Promise<number>;
  readonly remove: (path: string, token: string | null) => Promise<number>;
}

type Fields = Readonly<Record<string, number | string>>;

/** The contract of the rules, on the local Firestore and on a real one. Each promise signs up people of its own. */
export interface RulesPromise {
  readonly promise: string;
  readonly holds: (target: RulesTarget) => Promise<void>;
}

const draft = (revision: number): Fields => ({ v: 1, revision, handle: 'ada', name: 'Ada' });
const allowed = 200;
const denied = 403;

// Holds host-069.
export const rulesContract: readonly RulesPromise[] = [
  {
    promise: 'let an owner write, read and remove the own draft, and nobody else',
    holds: async ({ signUp, get, write, remove }) => {
      const [ada, eve] = [await signUp(), await signUp()];
      const path = paths.draft(ada.uid);
      assert.equal(await write(path, draft(1), ada.token), allowed);
      for (const token of [eve.token, null]) {
        assert.equal(await get(path, token), denied);
        assert.equal(await write(path, draft(2), token), denied);
        assert.equal(await remove(path, token), denied);
      }
      assert.equal(await write(path, draft(1), ada.token), denied, 'the revision did not grow');
      assert.equal(await write(path, { ...draft(3), admin: 1 }, ada.token), denied, 'an unknown field');
      assert.equal(await write(path, draft(2), ada.token), allowed);
      assert.equal(await get(path, ada.token), allowed);
      assert.equal(await remove(path, ada.token), allowed);
    },
  },
  {
    promise: 'show an owner the own profile, tips and payments, and nobody else',
    holds: async ({ signUp, store, get, list }) => {
      const [ada, eve] = [await signUp(), await signUp()];
      const own = [paths.profile(ada.uid), paths.tip(ada.uid, 't1'), paths.payments(ada.uid)];
      for (const path of own) await store.add(path, { amount: 5 });
      for (const [token, status] of [
        [ada.token, allowed],
        [eve.token, denied],
        [null, denied],
      ] as const) {
        for (const path of own) assert.equal(await get(path, token), status, path);
        assert.equal(await list(paths.tips(ada.uid), token), status);
      }
      await store.transaction((tx) => Promise.resolve(own.forEach((path) => tx.remove(path))));
    },
  },
  {
    promise: 'let nobody write what the server writes, nor read what only the server needs',
    holds: async ({ signUp, get, list, write }) => {
      const { uid, token } = await signUp();
      for (const path of [paths.profile(uid), paths.tip(uid, 't1'), paths.payments(uid), paths.standing(uid)])
        assert.equal(await write(path, { amount: 5 }, token), denied, path);
      for (const name of ['handles', 'stripeAccounts', 'audit', 'reports', 'mail', 'jobs', 'profiles']) {
        assert.equal(await write(`${name}/${uid}x`, { uid }, token), denied, name);
        assert.equal(await get(`${name}/${uid}x`, token), denied, name);
        assert.equal(await list(name, token), denied, name);
      }
      assert.equal(await get(paths.recoveryCodes(uid), token), denied);
    },
  },
  {
    promise: 'refuse what the token of a deleted account still wants to write',
    holds: async ({ signUp, store, write }) => {
      const { uid, token } = await signUp();
      await store.add(paths.deletion(uid), { count: 1 });
      assert.equal(await write(paths.draft(uid), draft(1), token), denied);
      await store.transaction((tx) => Promise.resolve(tx.remove(paths.deletion(uid))));
      assert.equal(await write(paths.draft(uid), draft(1), token), allowed);
    },
  },
];

/** The same requests over Firestore's REST API. `documents`: `…/databases/D/documents` */
export function browserDocuments(documents: string): Omit<RulesTarget, 'signUp' | 'store'> {
  const ask = async (
    method: string,
    address: string,
    token: string | null,
    body?: object,
  ): Promise<number> => {
    const answer = await fetch(`${documents}${address}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await answer.body?.cancel();
    return answer.status;
  };
  const encoded = (value: number | string) =>
    typeof value === 'number' ? { integerValue: String(value) } : { stringValue: value };
  return {
    get: (path, token) => ask('GET', `/${path}`, token),
    list: (path, token) => {
      const segments = path.split('/');
      const structuredQuery = { from: [{ collectionId: segments.pop() }], limit: 3 };
      const parent = segments.map((segment) => `/${segment}`).join('');
      return ask('POST', `${parent}:runQuery`, token, { structuredQuery });
    },
    write: (path, fields, token) =>
      ask('PATCH', `/${path}`, token, {
        fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encoded(value)])),
      }),
    remove: (path, token) => ask('DELETE', `/${path}`, token),
  };
}

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
