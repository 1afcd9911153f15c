import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  collection,
  doc,
  type Firestore,
  getDocs,
  orderBy,
  query,
  setDoc,
  setLogLevel,
  writeBatch,
} from 'firebase/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './test-server';

const here = '/databases/$(database)/documents';
const lookups = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `!exists(${here}/none/d${from + i})`).join(' && ');

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /news/{id} { allow list: if request.query.orderBy.at == 'DESC'; }
    match /claims/{id} { allow create: if true; }
    match /free/{id} { allow read, write: if true; }
    match /cost/a { allow write: if ${lookups(0, 10)}; allow get: if ${lookups(0, 10)}; }
    match /cost/b { allow write: if ${lookups(10, 10)}; allow get: if ${lookups(10, 10)}; }
    match /cost/c { allow write: if ${lookups(20, 1)}; allow get: if ${lookups(20, 1)}; }
    match /cost/eleven { allow write: if ${lookups(0, 11)}; }
  }
}`;

let server: TestServer;
let environment: RulesTestEnvironment;
let guest: Firestore;

beforeAll(async () => {
  setLogLevel('silent');
  server = await startTestServer();
  environment = await initializeTestEnvironment({
    projectId: 'demo-test',
    firestore: { rules: RULES, host: server.host, port: server.port },
  });
  guest = environment.unauthenticatedContext().firestore() as unknown as Firestore;
});

beforeEach(() => environment.clearFirestore());

afterAll(async () => {
  await environment.cleanup();
  await server.close();
});

const documents = 'projects/demo-test/databases/(default)/documents';
const ask = async (
  method: string,
  body: unknown,
  bearer?: string,
): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${server.url}/v1/${documents}:${method}`, {
    method: 'POST',
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
};

describe('the order of a query', () => {
  it('is visible to its list rule, with any fields that the SDK adds', async () => {
    const news = collection(guest, 'news');
    await expect(getDocs(query(news, orderBy('at', 'desc')))).resolves.toHaveProperty('size', 0);
    await expect(getDocs(query(news, orderBy('at')))).rejects.toHaveProperty('code', 'permission-denied');
    await expect(getDocs(news)).rejects.toHaveProperty('code', 'permission-denied');
  });
});

describe('a write with exists: false', () => {
  it('is a create for the rules, and fails with ALREADY_EXISTS if the document exists', async () => {
    const write = { update: { name: `${documents}/claims/one` }, currentDocument: { exists: false } };
    expect((await ask('commit', { writes: [write] })).status).toBe(200);
    const again = await ask('commit', { writes: [write] });
    expect(again.status).toBe(409);
    expect(again.text).toContain('ALREADY_EXISTS');
  });

  it('is an update without that precondition', async () => {
    await setDoc(doc(guest, 'claims/one'), {});
    await expect(setDoc(doc(guest, 'claims/one'), { n: 1 })).rejects.toHaveProperty(
      'code',
      'permission-denied',
    );
  });
});

describe('administrator calls', () => {
  const writes = [{ update: { name: `${documents}/free/one` } }];

  it('include batch writes', async () => {
    expect((await ask('batchWrite', { writes })).status).toBe(403);
    expect((await ask('batchWrite', { writes }, 'owner')).status).toBe(200);
  });

  it("accept a token that a service account signed for itself, and refuse a user's token", async () => {
    const signed = (claims: object): string =>
      ['{"alg":"RS256"}', JSON.stringify(claims), 'x']
        .map((part) => Buffer.from(part).toString('base64url'))
        .join('.');
    const account = 'admin@demo-test.iam.gserviceaccount.com';
    const iss = 'https://securetoken.google.com/demo-test';
    expect((await ask('batchWrite', { writes }, signed({ iss: account, sub: account }))).status).toBe(200);
    expect((await ask('batchWrite', { writes }, signed({ iss, sub: account }))).status).toBe(403);
  });

  it('include transactions that write, but not those that only read', async () => {
    const readOnly = { options: { readOnly: {} } };
    expect((await ask('beginTransaction', {})).status).toBe(403);
    expect((await ask('beginTransaction', { options: { readWrite: {} } })).status).toBe(403);
    expect((await ask('beginTransaction', readOnly)).status).toBe(200);
    expect((await ask('beginTransaction', {}, 'owner')).status).toBe(200);
    const read = { documents: [`${documents}/free/one`] };
    expect((await ask('batchGet', { ...read, newTransaction: { readWrite: {} } })).status).toBe(403);
    for (const newTransaction of [{ readOnly: {} }, {}])
      expect((await ask('batchGet', { ...read, newTransaction })).status).toBe(200);
  });
});

describe('document lookups of rules', () => {
  const commit = (...names: string[]): Promise<void> => {
    const batch = writeBatch(guest);
    for (const name of names) batch.set(doc(guest, `cost/${name}`), {});
    return batch.commit();
  };
  const read = (...names: string[]): Promise<{ status: number }> =>
    ask('batchGet', { documents: names.map((name) => `${documents}/cost/${name}`) });

  it('are limited to ten for each write and twenty for all of them', async () => {
    await commit('a');
    await commit('a', 'b');
    await expect(commit('a', 'b', 'c')).rejects.toHaveProperty('code', 'permission-denied');
    await expect(commit('eleven', 'c')).rejects.toHaveProperty('code', 'permission-denied');
  });

  it('are limited to twenty for all documents of one read', async () => {
    expect((await read('a', 'b')).status).toBe(200);
    expect((await read('a', 'b', 'c')).status).toBe(403);
    expect((await read('c')).status).toBe(200);
  });
});
