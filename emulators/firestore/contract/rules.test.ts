import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  collection,
  doc,
  getCountFromServer,
  getDoc,
  getDocs,
  onSnapshot,
  orderBy,
  query,
  serverTimestamp,
  setDoc,
  setLogLevel,
  where,
  writeBatch,
  type Firestore,
} from 'firebase/firestore';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPEN_RULES, putRules, startTestServer, type TestServer } from './test-server';

let server: TestServer;
let environment: RulesTestEnvironment;

describe('rules', () => {
  const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /drafts/{uid} { allow read, write: if request.auth != null && request.auth.uid == uid; }
    match /posts/{id} {
      allow get: if true;
      allow list: if resource.data.public == true;
      allow create: if request.resource.data.at == request.time;
      allow update: if getAfter(/databases/$(database)/documents/locks/$(id)).data.open == true;
    }
    match /locks/{id} { allow write: if true; }
  }
}`;

  beforeAll(async () => {
    setLogLevel('silent');
    server = await startTestServer();
    environment = await initializeTestEnvironment({
      projectId: 'demo-test',
      firestore: { rules: RULES, host: server.host, port: server.port },
    });
  });

  beforeEach(() => environment.clearFirestore());

  it('are found by the hub’s address alone, which names the emulators', async () => {
    const hub = { host: server.host, port: server.port };
    const found = await initializeTestEnvironment({ projectId: 'demo-found', hub });
    expect(found.emulators.firestore).toEqual(hub);
    await found.cleanup();
    const off = `http://${server.host}:${server.port}/functions/disableBackgroundTriggers`;
    const switched = await fetch(off, { method: 'PUT' });
    expect(await switched.json()).toMatchObject({ error: { code: 501, status: 'UNIMPLEMENTED' } });
  });

  afterAll(async () => {
    await environment.cleanup();
    await server.close();
  });

  describe('rules-unit-testing against the local server', () => {
    it('allows an owner and denies others', async () => {
      const ada = environment.authenticatedContext('ada').firestore();
      const guest = environment.unauthenticatedContext().firestore();
      await assertSucceeds(setDoc(doc(ada, 'drafts/ada'), { a: 1 }));
      await assertFails(setDoc(doc(ada, 'drafts/grace'), { a: 1 }));
      await assertFails(getDoc(doc(guest, 'drafts/ada')));
    });

    it('lets an administrator write without rules', async () => {
      await environment.withSecurityRulesDisabled(async (context) => {
        await setDoc(doc(context.firestore(), 'anything/goes'), { a: 1 });
      });
      await assertFails(getDoc(doc(environment.unauthenticatedContext().firestore(), 'anything/goes')));
    });

    it('checks that a query can return only allowed documents, instead of filtering its results', async () => {
      const guest = environment.unauthenticatedContext().firestore();
      await assertSucceeds(getDocs(query(collection(guest, 'posts'), where('public', '==', true))));
      await assertFails(getDocs(collection(guest, 'posts')));
    });

    it('evaluates rules with the document after its transforms, and getAfter() with the state after the whole batch', async () => {
      const guest = environment.unauthenticatedContext().firestore();
      await assertSucceeds(setDoc(doc(guest, 'posts/one'), { at: serverTimestamp() }));
      await assertFails(setDoc(doc(guest, 'posts/one'), { at: serverTimestamp() }));
      const batch = writeBatch(guest);
      batch.set(doc(guest, 'posts/one'), { text: 'changed' });
      batch.set(doc(guest, 'locks/one'), { open: true });
      await assertSucceeds(batch.commit());
    });

    it('logs a denied request with the closest rule', async () => {
      server.lines.length = 0;
      await assertFails(getDoc(doc(environment.authenticatedContext('eve').firestore(), 'drafts/ada')));
      const line = server.lines.find((text) => text.includes('denied get drafts/ada'));
      expect(line).toContain('uid eve');
      expect(line).toMatch(/closest rule 4:\d+/);
    });
  });

  describe('a rules file', () => {
    let folder: string;

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'busker-rules-'));
    });

    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    it('is reloaded when it changes, and listeners that are no longer allowed end', async () => {
      const rulesFile = join(folder, 'firestore.rules');
      writeFileSync(rulesFile, RULES);
      const own = await startTestServer({ rulesFile });
      const tests = await initializeTestEnvironment({
        projectId: 'demo-test',
        firestore: { host: own.host, port: own.port },
      });
      try {
        const ada = tests.authenticatedContext('ada').firestore();
        await setDoc(doc(ada, 'drafts/ada'), { a: 1 });
        const ended = new Promise<string>((resolve) => {
          onSnapshot(
            doc(ada, 'drafts/ada'),
            () => writeFileSync(rulesFile, RULES.replace('request.auth.uid == uid', 'false')),
            (error) => resolve(error.code),
          );
        });
        expect(await ended).toBe('permission-denied');
        writeFileSync(rulesFile, 'not rules at all');
        await expect
          .poll(() => own.lines.some((line) => line.includes('the previous rules stay active')))
          .toBe(true);
        await assertFails(setDoc(doc(ada, 'drafts/ada'), { a: 2 }));
      } finally {
        await tests.cleanup();
        await own.close();
      }
    });
  });
});

describe('requests of users', () => {
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
});

describe('a missing index', () => {
  let guest: Firestore;

  beforeAll(async () => {
    setLogLevel('silent');
    const indexesFile = fileURLToPath(new URL('../../../rules/firestore.indexes.json', import.meta.url));
    server = await startTestServer({ indexesFile });
    environment = await initializeTestEnvironment({
      projectId: 'demo-test',
      firestore: { rules: OPEN_RULES, host: server.host, port: server.port },
    });
    guest = environment.unauthenticatedContext().firestore() as unknown as Firestore;
  });

  afterAll(async () => {
    await environment.cleanup();
    await server.close();
  });

  const byValue = () => query(collection(guest, 'tips'), where('state', '==', 'paid'));
  const byValueInOrder = () => query(byValue(), orderBy('createdAt', 'desc'));

  it('refuses a listener and a count without a declared index, as production does, and answers other requests', async () => {
    for (const ask of [() => getDocs(byValueInOrder()), () => getCountFromServer(byValueInOrder())])
      await expect(ask()).rejects.toMatchObject({
        code: 'failed-precondition',
        message: expect.stringContaining('"collectionGroup":"tips"') as unknown,
      });
    expect((await getDocs(byValue())).size).toBe(0);
    expect((await getCountFromServer(byValue())).data().count).toBe(0);
  });

  it('checks the rules before the indexes, so a denied client learns nothing about indexes', async () => {
    const closed = "rules_version = '2';\nservice cloud.firestore { match /databases/{d}/documents {} }";
    await putRules(server, closed);
    for (const ask of [() => getDocs(byValueInOrder()), () => getCountFromServer(byValueInOrder())])
      await expect(ask()).rejects.toMatchObject({ code: 'permission-denied' });
    await putRules(server, OPEN_RULES);
  });
});
