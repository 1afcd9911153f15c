import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  collection,
  doc,
  getDoc,
  getDocs,
  onSnapshot,
  query,
  serverTimestamp,
  setDoc,
  setLogLevel,
  where,
  writeBatch,
} from 'firebase/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './test-server';

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

let server: TestServer;
let environment: RulesTestEnvironment;

beforeAll(async () => {
  setLogLevel('silent');
  server = await startTestServer();
  environment = await initializeTestEnvironment({
    projectId: 'demo-test',
    firestore: { rules: RULES, host: server.host, port: server.port },
  });
});

beforeEach(() => environment.clearFirestore());

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
