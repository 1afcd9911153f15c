import { FieldPath, FieldValue, Filter, type Query, Timestamp } from 'firebase-admin/firestore';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  addDoc,
  average,
  collection,
  connectFirestoreEmulator,
  count,
  deleteDoc,
  doc,
  type Firestore,
  getAggregate,
  getDoc,
  getDocs,
  getFirestore,
  increment,
  limit,
  orderBy,
  query,
  runTransaction,
  setDoc,
  setLogLevel,
  sum,
  updateDoc,
  where,
} from 'firebase/firestore/lite';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { methods } from '../rpc/methods';
import { adminClient, type AdminClient, OPEN_RULES, startTestServer, type TestServer } from './test-server';
import fc from 'fast-check';
import type { WireFields } from '@busker/rules-engine/port';
import { anyValue } from '../testing/test-client';
import { messageType, requestFromJson } from '../wire/from-json';
import { decodeMessage, encodeMessage } from '../grpc/grpc-server';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../standalone';

describe.each(['rest', 'grpc'] as const)('the admin SDK over %s', (transport) => {
  let server: TestServer;
  let admin: AdminClient;

  beforeAll(async () => {
    server = await startTestServer();
    admin = adminClient(server, transport);
  });

  beforeEach(async () => {
    await fetch(`${server.url}/emulator/v1/projects/demo-test/databases/(default)/documents`, {
      method: 'DELETE',
    });
  });

  afterAll(async () => {
    await admin.close();
    await server.close();
  });

  it('reads back every type of value that it wrote', async () => {
    const { db } = admin;
    const value = {
      text: 'héllo 🙂',
      int: 9007199254740991,
      double: 1.5,
      nothing: null,
      yes: true,
      when: new Timestamp(1_700_000_000, 123_456_000),
      bytes: Buffer.from([0, 255, 7]),
      ref: db.doc('a/b'),
      list: [1, 'two', { three: 3 }],
      map: { 'a.b': 1, constructor: 2 },
      nan: Number.NaN,
    };
    await db.doc('values/all').set(value);
    const stored = (await db.doc('values/all').get()).data();
    expect(stored?.['when']).toEqual(value.when);
    expect(stored?.['ref'].path).toBe('a/b');
    expect(stored).toMatchObject({
      text: 'héllo 🙂',
      int: 9007199254740991,
      double: 1.5,
      nothing: null,
      yes: true,
    });
    expect(stored?.['bytes']).toEqual(Buffer.from([0, 255, 7]));
    expect(stored?.['list']).toEqual([1, 'two', { three: 3 }]);
    expect(stored?.['map']).toEqual({ 'a.b': 1, constructor: 2 });
    expect(stored?.['nan']).toBeNaN();
  });

  it('applies the transforms of a write', async () => {
    const ref = admin.db.doc('t/one');
    await ref.set({ count: 1, tags: ['a', 'b'] });
    await ref.update({
      count: FieldValue.increment(2),
      tags: FieldValue.arrayUnion('b', 'c'),
      at: FieldValue.serverTimestamp(),
    });
    await ref.update({ tags: FieldValue.arrayRemove('a') });
    const snapshot = await ref.get();
    expect(snapshot.data()).toMatchObject({ count: 3, tags: ['b', 'c'] });
    expect(snapshot.get('at')).toBeInstanceOf(Timestamp);
  });

  it('runs queries with filters, orders, cursors and limits', async () => {
    const { db } = admin;
    const batch = db.batch();
    for (let i = 0; i < 20; i++) {
      batch.set(db.doc(`n/${String(i).padStart(2, '0')}`), { i, even: i % 2 === 0, third: i % 3 });
    }
    await batch.commit();
    const ids = async (query: FirebaseFirestore.Query): Promise<string[]> =>
      (await query.get()).docs.map(({ id }) => id);
    const all = db.collection('n');
    expect(await ids(all.where('even', '==', true).orderBy('i', 'desc').limit(3))).toEqual([
      '18',
      '16',
      '14',
    ]);
    expect(await ids(all.orderBy('i').startAfter(4).endAt(7))).toEqual(['05', '06', '07']);
    expect(await ids(all.orderBy('i').limitToLast(2))).toEqual(['18', '19']);
    expect(await ids(all.where('i', 'in', [3, 5, 99]))).toEqual(['03', '05']);
    expect(await ids(all.where(Filter.or(Filter.where('i', '<', 2), Filter.where('i', '==', 19))))).toEqual([
      '00',
      '01',
      '19',
    ]);
    expect(await ids(all.where(FieldPath.documentId(), '>=', '17'))).toEqual(['17', '18', '19']);
    expect(await ids(all.offset(18))).toEqual(['18', '19']);
  });

  it('counts, sums and averages', async () => {
    const { db } = admin;
    await Promise.all([1, 2, 3].map((v) => db.doc(`agg/${v}`).set({ v })));
    const { AggregateField } = await import('firebase-admin/firestore');
    const snapshot = await db
      .collection('agg')
      .aggregate({
        n: AggregateField.count(),
        sum: AggregateField.sum('v'),
        avg: AggregateField.average('v'),
      })
      .get();
    expect(snapshot.data()).toEqual({ n: 3, sum: 6, avg: 2 });
  });

  it('finds documents of a collection group at any depth', async () => {
    const { db } = admin;
    await Promise.all(['profiles/a/tips/1', 'profiles/b/tips/2', 'tips/3'].map((p) => db.doc(p).set({ p })));
    const found = await db.collectionGroup('tips').get();
    expect(found.docs.map(({ ref }) => ref.path)).toEqual([
      'profiles/a/tips/1',
      'profiles/b/tips/2',
      'tips/3',
    ]);
  });

  it('commits a transaction, and retries it when its documents have changed', async () => {
    const { db } = admin;
    const ref = db.doc('counters/c');
    await ref.set({ n: 0 });
    let runs = 0;
    await Promise.all(
      [1, 2, 3].map(() =>
        db.runTransaction(async (transaction) => {
          runs++;
          const { n } = (await transaction.get(ref)).data() as { n: number };
          transaction.update(ref, { n: n + 1 });
        }),
      ),
    );
    expect((await ref.get()).data()).toEqual({ n: 3 });
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  it('refuses a whole commit when one precondition fails', async () => {
    const { db } = admin;
    const batch = db.batch();
    batch.set(db.doc('atomic/a'), { v: 1 });
    batch.update(db.doc('atomic/missing'), { v: 1 });
    await expect(batch.commit()).rejects.toMatchObject({ code: 5 });
    expect((await db.doc('atomic/a').get()).exists).toBe(false);
  });

  it('reports the status of each write of a bulk writer', async () => {
    const { db } = admin;
    const writer = db.bulkWriter();
    writer.onWriteError(() => false);
    const good = writer.set(db.doc('bulk/a'), { v: 1 });
    const bad = writer.update(db.doc('bulk/missing'), { v: 1 });
    await writer.close();
    await expect(good).resolves.toBeDefined();
    await expect(bad).rejects.toMatchObject({ code: 5 });
  });

  it('lists documents, including missing ones, and collections', async () => {
    const { db } = admin;
    await db.doc('top/here').set({});
    await db.doc('top/gone/sub/x').set({});
    expect((await db.collection('top').listDocuments()).map(({ id }) => id)).toEqual(['gone', 'here']);
    expect((await db.listCollections()).map(({ id }) => id)).toEqual(['top']);
    expect((await db.doc('top/gone').listCollections()).map(({ id }) => id)).toEqual(['sub']);
  });

  it('gets one snapshot for each commit that it listens to', async () => {
    const { db } = admin;
    const seen: string[][] = [];
    const stop = db.collection('listened').onSnapshot((snapshot) => {
      seen.push(snapshot.docChanges().map(({ type, doc }) => `${type} ${doc.id}`));
    });
    await expect.poll(() => seen).toEqual([[]]);
    await db.doc('listened/a').set({ n: 1 });
    await expect.poll(() => seen.at(-1)).toEqual(['added a']);
    const batch = db.batch().update(db.doc('listened/a'), { n: 2 }).set(db.doc('listened/b'), {});
    await batch.commit();
    await expect.poll(() => seen.at(-1)).toEqual(['added b', 'modified a']);
    await db.doc('listened/a').delete();
    await expect.poll(() => seen.at(-1)).toEqual(['removed a']);
    expect(seen).toHaveLength(4);
    stop();
  });

  it('reads past data in a read-only transaction', async () => {
    const { db } = admin;
    const ref = db.doc('past/a');
    const { writeTime } = await ref.set({ n: 1 });
    await ref.set({ n: 2 });
    const options = { readOnly: true, readTime: writeTime } as const;
    const old = await db.runTransaction((transaction) => transaction.get(ref), options);
    expect(old.data()).toEqual({ n: 1 });
  });
});

describe('an error of a query by the admin SDK over gRPC', () => {
  /** A user, who may do what the rules allow. The local server reads tokens without checking their signature. */
  const aUser = `Bearer ${['{}', '{"sub":"ada"}'].map((part) => Buffer.from(part).toString('base64url')).join('.')}.`;

  let server: TestServer;
  let admin: AdminClient;
  let user: AdminClient;

  beforeAll(async () => {
    const indexesFile = fileURLToPath(new URL('../../../rules/firestore.indexes.json', import.meta.url));
    server = await startTestServer({ indexesFile });
    admin = adminClient(server, 'grpc');
    user = adminClient(server, 'grpc', aUser);
    // Connections and the SDK's modules are no part of what is measured.
    await Promise.all(
      [admin, user].map(({ db }) =>
        db
          .collection('tips')
          .limit(1)
          .get()
          .catch(() => null),
      ),
    );
  });

  afterEach(() => vi.restoreAllMocks());

  afterAll(async () => {
    await Promise.all([admin.close(), user.close()]);
    await server.close();
  });

  /** The fastest of five, because other tests may keep this machine busy. */
  async function fastestRefusal(ask: () => Promise<unknown>): Promise<{ ms: number; code: unknown }> {
    let best = { ms: Infinity, code: null as unknown };
    for (let round = 0; round < 5; round++) {
      const begin = performance.now();
      const code = await ask().then(
        () => 'answered',
        (error: unknown) => (error as { code: unknown }).code,
      );
      const ms = performance.now() - begin;
      if (ms < best.ms) best = { ms, code };
    }
    return best;
  }

  const byValueInOrder = (): Query =>
    admin.db.collection('tips').where('state', '==', 'paid').orderBy('createdAt', 'desc');
  const wrong = (): Query => admin.db.collection('tips').limit(-1);

  it.each([
    ['a missing index', 9, 'RunQuery', () => byValueInOrder().get()],
    ['a missing index of a count', 9, 'RunAggregationQuery', () => byValueInOrder().count().get()],
    ['a wrong query', 3, 'RunQuery', () => wrong().get()],
    ['a refused query', 7, 'RunQuery', () => user.db.collection('closed').get()],
  ] as const)('arrives within 100 ms and is asked for once: %s', async (_name, code, method, ask) => {
    const calls = vi.spyOn(methods[method], 'call');
    expect(await fastestRefusal(ask)).toMatchObject({
      code,
      ms: expect.toSatisfy((ms: number) => ms < 100) as unknown,
    });
    expect(calls).toHaveBeenCalledTimes(5);
  });
});

describe('firebase/firestore/lite', () => {
  let server: TestServer;
  let app: FirebaseApp;
  let db: Firestore;

  beforeAll(async () => {
    setLogLevel('silent');
    server = await startTestServer({ rules: OPEN_RULES });
    app = initializeApp({ projectId: 'demo-test', apiKey: 'x' }, 'lite');
    db = getFirestore(app);
    connectFirestoreEmulator(db, server.host, server.port);
  });

  afterAll(async () => {
    await deleteApp(app);
    await server.close();
  });

  it('writes, reads, changes and deletes documents', async () => {
    const ref = await addDoc(collection(db, 'lite'), { n: 1, text: '🙂' });
    await updateDoc(ref, { n: increment(2) });
    expect((await getDoc(ref)).data()).toEqual({ n: 3, text: '🙂' });
    await deleteDoc(ref);
    expect((await getDoc(ref)).exists()).toBe(false);
    await expect(updateDoc(ref, { n: 1 })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('queries and aggregates', async () => {
    await Promise.all([1, 2, 3, 4].map((n) => setDoc(doc(db, `numbers/${n}`), { n })));
    const found = await getDocs(
      query(collection(db, 'numbers'), where('n', '>', 1), orderBy('n', 'desc'), limit(2)),
    );
    expect(found.docs.map((d) => d.id)).toEqual(['4', '3']);
    const totals = await getAggregate(collection(db, 'numbers'), {
      n: count(),
      sum: sum('n'),
      avg: average('n'),
    });
    expect(totals.data()).toEqual({ n: 4, sum: 10, avg: 2.5 });
  });

  it('retries a transaction when a document that it read has changed', async () => {
    const ref = doc(db, 'tx/one');
    await setDoc(ref, { n: 0 });
    let runs = 0;
    await runTransaction(db, async (transaction) => {
      const { n } = (await transaction.get(ref)).data() as { n: number };
      if (runs++ === 0) await setDoc(ref, { n: 10 });
      transaction.set(ref, { n: n + 1 });
    });
    expect(runs).toBe(2);
    expect((await getDoc(ref)).data()).toEqual({ n: 11 });
  });

  it('detects a change of a document that a transaction only read', async () => {
    await setDoc(doc(db, 'tx/read'), { n: 0 });
    let runs = 0;
    await runTransaction(db, async (transaction) => {
      await transaction.get(doc(db, 'tx/read'));
      if (runs++ === 0) await setDoc(doc(db, 'tx/read'), { n: 1 });
      transaction.set(doc(db, 'tx/other'), { n: 1 });
    });
    expect(runs).toBe(2);
  });
});

describe('codec', () => {
  const NAME = 'projects/p/databases/d/documents/c/a';
  const commitRequest = messageType('CommitRequest');

  const overTheWire = (request: unknown) =>
    requestFromJson('CommitRequest', decodeMessage(commitRequest, encodeMessage(commitRequest, request)));

  describe('the gRPC codec', () => {
    it('encodes and decodes every value without a change', () => {
      fc.assert(
        fc.property(anyValue, (value) => {
          const json = {
            database: 'projects/p/databases/d',
            writes: [{ update: { name: NAME, fields: { value } } }],
          };
          expect(overTheWire(json)).toEqual(requestFromJson('CommitRequest', json));
        }),
        { numRuns: 300 * inject('times') },
      );
    });

    it('accepts fields with any name', () => {
      const fields = Object.create(null) as WireFields;
      fields['__proto__'] = { integerValue: '9223372036854775807' };
      fields['constructor'] = { doubleValue: '-0' };
      const sent = overTheWire({ writes: [{ update: { name: NAME, fields } }] }).writes?.[0]?.update?.fields;
      expect(Object.entries(sent ?? {})).toEqual(Object.entries(fields));
    });

    it('encodes `verify`, which the public descriptor lacks', () => {
      const json = { writes: [{ verify: NAME, currentDocument: { exists: false } }] };
      expect(overTheWire(json)).toEqual(json);
    });

    it('unwraps wrapped numbers, and keeps timestamps to the microsecond', () => {
      const type = messageType('RunQueryRequest');
      const json = { structuredQuery: { limit: 0 }, readTime: '2026-01-02T03:04:05.123456Z' };
      const sent = decodeMessage(type, encodeMessage(type, json));
      expect(requestFromJson('RunQueryRequest', sent)).toEqual(json);
    });
  });
});

describe('the program', () => {
  const documents = 'v1/projects/demo-project/databases/(default)/documents';

  let folder = '';
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'busker-standalone-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function seedFile(content: unknown): Promise<string> {
    const file = join(folder, 'seed.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  }

  async function read(url: string, path: string): Promise<unknown> {
    const answer = await fetch(`${url}/${documents}/${path}`, { headers: { authorization: 'Bearer owner' } });
    return ((await answer.json()) as { fields?: unknown }).fields;
  }

  /** The status of a request with this `Host`, which `fetch` sets by itself. */
  const statusFor = (port: number, host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.on('error', reject).end();
    });

  describe('the Firestore emulator alone', () => {
    it('has the documents of a seed, with plain JSON and values of the protocol', async () => {
      const born = { timestampValue: '2026-01-01T00:00:00.000000Z' };
      const ada = { name: 'Ada', age: 36, half: 0.5, tags: ['a', null], home: { far: true }, born };
      const emulator = await start({ seed: await seedFile({ 'users/ada': ada }) });
      expect(await read(emulator.url, 'users/ada')).toEqual({
        name: { stringValue: 'Ada' },
        age: { integerValue: '36' },
        half: { doubleValue: 0.5 },
        tags: { arrayValue: { values: [{ stringValue: 'a' }, { nullValue: null }] } },
        home: { mapValue: { fields: { far: { booleanValue: true } } } },
        born,
      });
      await emulator.stop();
    });

    it('keeps documents in its folder until it is reset', async () => {
      const data = join(folder, 'data');
      const first = await start({ data, seed: await seedFile({ 'users/ada': { name: 'Ada' } }) });
      await first.stop();
      const second = await start({ data });
      expect(await read(second.url, 'users/ada')).toEqual({ name: { stringValue: 'Ada' } });
      await second.stop();
      const third = await start({ data, reset: true });
      expect(await read(third.url, 'users/ada')).toBeUndefined();
      await third.stop();
    });

    it.each([
      ['no JSON', 'users: ada', /^seed names .*seed\.json, which is no JSON/],
      ['a list', [], /^seed needs an object of documents by path/],
      ['a collection', { users: {} }, /^seed has "users" in .*, which is no document with fields/],
      ['a reserved name', { 'users/ada': { __name__: 1 } }, /^seed is refused: .*__name__/],
    ])('refuses a seed with %s', async (_what, content, said) => {
      await expect(start({ seed: await seedFile(content) })).rejects.toThrow(said);
    });

    it('answers its own network once it is told to listen there, and a public name never', async () => {
      const alone = await start();
      const open = await start({ host: '0.0.0.0' });
      const asked = ['localhost', 'firestore:8080', '192.168.0.2', 'attacker.example'];
      const both = await Promise.all(
        [alone, open].map(({ port }) => Promise.all(asked.map((host) => statusFor(port, host)))),
      );
      expect(both).toEqual([
        [200, 403, 403, 403],
        [200, 200, 200, 403],
      ]);
      await alone.stop();
      await open.stop();
    });

    it('refuses an option that it does not have', async () => {
      await expect(start({ prot: 1 } as object)).rejects.toThrow(/^prot is no option/);
    });
  });
});
