import { fileURLToPath } from 'node:url';
import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  collection,
  type Firestore,
  getCountFromServer,
  getDocs,
  orderBy,
  query,
  setLogLevel,
  where,
} from 'firebase/firestore';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPEN_RULES, putRules, startTestServer, type TestServer } from './test-server';

let server: TestServer;
let environment: RulesTestEnvironment;
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
