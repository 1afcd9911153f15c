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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN_RULES, startTestServer, type TestServer } from './test-server';

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

describe('firebase/firestore/lite', () => {
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
