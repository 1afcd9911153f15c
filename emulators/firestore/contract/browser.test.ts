import type { Page } from '@playwright/test';
import type * as firebaseApp from 'firebase/app';
import type * as firestore from 'firebase/firestore';
import type { Firestore } from 'firebase/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AdminClient,
  adminClient,
  OPEN_RULES,
  startTestServer,
  type TestServer,
  type BrowserPages,
  browserPages,
} from './test-server';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from '../bench/spawn-server';

declare const sdk: typeof firebaseApp & typeof firestore;

declare global {
  interface Window {
    db: Firestore;
    seen: unknown[];
  }
}
describe('Firestore in a page', () => {
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
});

describe('several tabs', () => {
  let pages: BrowserPages;
  let folder: string;

  beforeAll(async () => {
    pages = await browserPages();
  });

  afterAll(() => pages.close());

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'busker-tabs-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Listens to `live` and records the ids of server snapshots. */
  async function openTab(port: number): Promise<Page> {
    const page = await pages.open();
    await page.evaluate((emulator) => {
      const app = sdk.initializeApp({ projectId: 'demo-test', apiKey: 'x' });
      const db = sdk.initializeFirestore(app, {});
      sdk.connectFirestoreEmulator(db, '127.0.0.1', emulator);
      const state = { db, ids: [] as string[] };
      sdk.onSnapshot(sdk.collection(db, 'live'), { includeMetadataChanges: true }, (snapshot) => {
        state.ids = snapshot.docs.filter((d) => !d.metadata.hasPendingWrites).map((d) => d.id);
      });
      Object.assign(window, { tab: state });
    }, port);
    return page;
  }

  type Tab = { tab: { db: firestore.Firestore; ids: string[] } };

  const idsIn = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as Tab).tab.ids);

  async function seesIn(page: Page, ids: readonly string[], timeout: number): Promise<void> {
    await expect.poll(() => idsIn(page), { timeout, interval: 50 }).toEqual(ids);
  }

  const writeIn = (page: Page, id: string): Promise<void> =>
    page.evaluate(
      (name) =>
        sdk.setDoc(sdk.doc((window as unknown as Tab).tab.db, `live/${name}`), { at: sdk.serverTimestamp() }),
      id,
    );

  describe('open tabs', () => {
    it('all get updates, eight of them, though a browser has six connections for each host', async () => {
      const server = await startTestServer({ rules: OPEN_RULES });
      try {
        const tabs: Page[] = [];
        for (let i = 0; i < 8; i++) tabs.push(await openTab(server.port));
        const ids = tabs.map((_, i) => `from-${i}`);
        await Promise.all(tabs.map((tab, i) => writeIn(tab, ids[i] ?? '')));
        await Promise.all(tabs.map((tab) => seesIn(tab, ids, 20_000)));
        expect(await Promise.all(tabs.map(idsIn))).toEqual(tabs.map(() => ids));
        await Promise.all(tabs.map((tab) => tab.close()));
      } finally {
        await server.close();
      }
    });

    it('reconnect without a reload after the server was killed and restarted', async () => {
      const rules = join(folder, 'firestore.rules');
      writeFileSync(rules, OPEN_RULES);
      const first = await spawnServer({ data: join(folder, 'data'), rules });
      const tab = await openTab(first.port);
      await writeIn(tab, 'a-before');
      await seesIn(tab, ['a-before'], 10_000);
      await first.kill();
      const second = await spawnServer({ data: join(folder, 'data'), rules, port: first.port });
      try {
        const write = (id: string) =>
          fetch(`${second.url}/v1/projects/demo-test/databases/(default)/documents/live?documentId=${id}`, {
            method: 'POST',
            headers: { Authorization: 'Bearer owner' },
            body: '{"fields":{}}',
          });
        expect((await write('b-after')).status).toBe(200);
        await seesIn(tab, ['a-before', 'b-after'], 40_000);
        await writeIn(tab, 'c-own');
        await seesIn(tab, ['a-before', 'b-after', 'c-own'], 10_000);
      } finally {
        await tab.close();
        await second.kill();
      }
    });

    it('reconnect at once after the server has stopped cleanly', async () => {
      const rulesFile = join(folder, 'firestore.rules');
      writeFileSync(rulesFile, OPEN_RULES);
      const options = { rulesFile, dataDir: join(folder, 'data') };
      const first = await startTestServer(options);
      const tab = await openTab(first.port);
      await writeIn(tab, 'a-before');
      await seesIn(tab, ['a-before'], 10_000);
      await first.close();
      const second = await startTestServer({ ...options, port: first.port });
      try {
        await writeIn(tab, 'b-after');
        await seesIn(tab, ['a-before', 'b-after'], 20_000);
        expect(await idsIn(tab)).toEqual(['a-before', 'b-after']);
      } finally {
        await tab.close();
        await second.close();
      }
    });
  });
});
