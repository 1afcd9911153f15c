import type { Page } from '@playwright/test';
import type * as firebaseApp from 'firebase/app';
import type * as firestore from 'firebase/firestore';
import type { Firestore } from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminClient, adminClient, OPEN_RULES, startTestServer, type TestServer } from './test-server';
import { type BrowserPages, browserPages } from './browser-page';

declare const sdk: typeof firebaseApp & typeof firestore;
declare global {
  interface Window {
    db: Firestore;
    seen: unknown[];
  }
}

let server: TestServer;
let admin: AdminClient;
let pages: BrowserPages;

beforeAll(async () => {
  server = await startTestServer({ rules: OPEN_RULES });
  admin = adminClient(server, 'rest');
  pages = await browserPages();
});

afterAll(async () => {
  await pages.close();
  await admin.close();
  await server.close();
});

async function connect(page: Page, settings: { longPolling: boolean }): Promise<void> {
  await page.evaluate(
    ({ port, longPolling }) => {
      const app = sdk.initializeApp({ projectId: 'demo-test', apiKey: 'x' });
      window.db = sdk.initializeFirestore(app, longPolling ? { experimentalForceLongPolling: true } : {});
      sdk.connectFirestoreEmulator(window.db, '127.0.0.1', port);
      window.seen = [];
    },
    { port: server.port, longPolling: settings.longPolling },
  );
}

async function listenTo(page: Page, collection: string): Promise<void> {
  await page.evaluate((name) => {
    sdk.onSnapshot(sdk.query(sdk.collection(window.db, name), sdk.orderBy('n')), (snapshot) => {
      if (!snapshot.metadata.hasPendingWrites)
        window.seen.push(snapshot.docs.map((d) => d.data()['n'] as unknown));
    });
  }, collection);
}

const lastSeen = (page: Page): Promise<unknown> => page.evaluate(() => window.seen.at(-1));

async function eventually(page: Page, want: unknown): Promise<void> {
  await expect.poll(() => lastSeen(page), { timeout: 10_000, interval: 20 }).toEqual(want);
}

describe.each([
  { name: 'streaming', longPolling: false },
  { name: 'long polling', longPolling: true },
])('the browser SDK, $name', ({ longPolling }) => {
  it('receives every change while it listens, and its writes reach the server', async () => {
    const page = await pages.open();
    await connect(page, { longPolling });
    const collection = `live-${longPolling}`;
    await admin.db.doc(`${collection}/a`).set({ n: 1, text: 'ünï🙂' });
    await listenTo(page, collection);
    await eventually(page, [1]);
    await admin.db.doc(`${collection}/b`).set({ n: 2 });
    await eventually(page, [1, 2]);
    await admin.db.doc(`${collection}/a`).delete();
    await eventually(page, [2]);
    await page.evaluate(async (path) => {
      await sdk.setDoc(sdk.doc(window.db, path), { n: 3, at: sdk.serverTimestamp() });
    }, `${collection}/c`);
    await eventually(page, [2, 3]);
    const stored = await admin.db.doc(`${collection}/c`).get();
    expect(stored.get('n')).toBe(3);
    await page.close();
  });
});

describe('the browser SDK', () => {
  it('runs transactions, counts, and gets the error of a denied write', async () => {
    const page = await pages.open();
    await connect(page, { longPolling: false });
    await admin.db.doc('tx/a').set({ n: 1 });
    const count = await page.evaluate(async () => {
      const ref = sdk.doc(window.db, 'tx/a');
      await sdk.runTransaction(window.db, async (transaction) => {
        const snapshot = await transaction.get(ref);
        transaction.update(ref, { n: Number(snapshot.data()?.['n']) + 1 });
      });
      return (await sdk.getCountFromServer(sdk.collection(window.db, 'tx'))).data().count;
    });
    expect(count).toBe(1);
    expect((await admin.db.doc('tx/a').get()).get('n')).toBe(2);
    const code = await page.evaluate(async () => {
      try {
        await sdk.updateDoc(sdk.doc(window.db, 'tx/missing'), { n: 1 });
        return 'none';
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
    expect(code).toBe('not-found');
    await page.close();
  });
});
