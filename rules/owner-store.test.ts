import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { disableNetwork, enableNetwork, type Firestore } from 'firebase/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DraftView } from '@busker/dashboard/data/backend';
import type { Stop, Watcher } from '@busker/dashboard/data/failure';
import { removeField, setField } from '@busker/dashboard/draft/draft-edit';
import { firestoreStore } from '@busker/dashboard/firebase/firebase-store';
import { startRulesServer, type RulesServer } from './rules-server';

// The dashboard's store and its queries with the SDK, the rules, the declared indexes and the local server.

let server: RulesServer;
let env: RulesTestEnvironment;
const stops: Stop[] = [];
beforeAll(async () => {
  server = await startRulesServer(() => undefined);
  ({ env } = server);
});
beforeEach(() => env.clearFirestore());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
afterAll(() => server.close());

const link = { url: 'https://ada.example', label: 'Ada', order: 1, on: true };

const storeIn = (db: Firestore) => firestoreStore(db, 'ada', 'lasting');
const databaseOfAda = () => env.authenticatedContext('ada').firestore() as unknown as Firestore;

describe('the store of the dashboard', () => {
  /** One of Ada's tabs, with the draft that it shows. */
  function tab() {
    const db = databaseOfAda();
    const store = storeIn(db);
    const failures: string[] = [];
    const seen: { view: DraftView | null } = { view: null };
    stops.push(
      store.watchDraft({
        next: (view) => {
          seen.view = view;
        },
        failed: ({ code }) => {
          failures.push(code);
        },
      }),
    );
    return {
      db,
      store,
      failures,
      links: () => Object.keys(seen.view?.draft.links ?? {}),
      isThere: () => seen.view !== null,
    };
  }

  it('links can be added, and a field of a link can be written only while the link exists', async () => {
    const here = tab();
    await expect.poll(here.isThere).toBe(true);
    const elsewhere = tab();
    const added = [
      setField(['links', 'k1'], link),
      setField(['links', 'k2'], link),
      setField(['name'], 'Ada'),
    ];
    expect(await here.store.editDraft(added)).toMatchObject({ ok: true });
    expect(await here.store.editDraft([setField(['links', 'k1', 'label'], 'A')])).toMatchObject({ ok: true });
    expect(await elsewhere.store.editDraft([removeField(['links', 'k1'])])).toMatchObject({ ok: true });
    expect(await here.store.editDraft([setField(['links', 'k1', 'label'], 'B')])).toMatchObject({
      ok: false,
      problem: { code: 'store/permission-denied' },
    });
    await expect.poll(here.links).toEqual(['k2']);
    expect(await here.store.editDraft([setField(['links', 'k1'], link)])).toMatchObject({ ok: true });
    expect([...here.failures, ...elsewhere.failures]).toEqual([]);
  });

  it('a second listener, while the first waits for the server, also learns that the document is missing', async () => {
    const { db, store } = tab();
    await disableNetwork(db);
    const received: string[] = [];
    const listener = (name: string) => ({
      next: (profile: unknown) => void received.push(`${name}: ${JSON.stringify(profile)}`),
      failed: () => void received.push(`${name} failed`),
    });
    stops.push(store.watchPublished(listener('first')));
    // Both first get the empty cache, which is not an answer: an owner may have published on another device.
    stops.push(store.watchPublished(listener('joined')));
    expect(received).toEqual([]);
    await enableNetwork(db);
    await expect.poll(() => received.toSorted()).toEqual(['first: null', 'joined: null']);
  });

  it("an empty list from the cache is not an answer: the tip's history may exist on the server", async () => {
    const { db, store } = tab();
    await disableNetwork(db);
    const received: unknown[] = [];
    const watcher = {
      next: (list: unknown) => void received.push(list),
      failed: () => void received.push('failed'),
    };
    stops.push(
      store.tipRepository.watchLog('tip1', watcher),
      store.tipRepository.watchInsights({ from: '2026-11-22', until: '2026-11-24' }, watcher),
    );
    // When this listener has the cached list, both have it.
    const tips = await new Promise((resolve, reject) => {
      stops.push(store.tipRepository.watchLatest(5, { next: resolve, failed: reject }));
    });
    const receivedOffline = [...received];
    await enableNetwork(db);
    expect(tips).toMatchObject({ tips: [], stale: true });
    expect(receivedOffline).toEqual([]);
    await expect.poll(() => received).toEqual([[], []]);
  });
});

type Store = ReturnType<typeof storeIn>;

const watches: Readonly<Record<string, (store: Store, watcher: Watcher<unknown>) => Stop>> = {
  'paid tips': (store, watcher) => store.watchTips(10, watcher),
  totals: (store, watcher) => store.watchTotals(watcher),
  'latest tips': ({ tipRepository }, watcher) => tipRepository.watchLatest(10, watcher),
  'tips paid since a day': ({ tipRepository }, watcher) =>
    tipRepository.watchPaid({ from: 0, until: 1 }, 10, watcher),
  'disputed tips': ({ tipRepository }, watcher) => tipRepository.watchDisputed(10, watcher),
  'the log of a tip': ({ tipRepository }, watcher) => tipRepository.watchLog('t1', watcher),
  'the refunds of a tip': ({ tipRepository }, watcher) => tipRepository.watchRefunds('t1', watcher),
  'until when views are counted': ({ tipRepository }, watcher) => tipRepository.watchCountedUntil(watcher),
  'the insights of days': ({ tipRepository }, watcher) =>
    tipRepository.watchInsights({ from: '2026-01-01', until: '2026-02-01' }, watcher),
};

/** From the cache of this device only, before any answer of the server. */
const isStale = (view: unknown): boolean =>
  typeof view === 'object' && view !== null && 'stale' in view && view.stale === true;

describe('the queries of the dashboard', () => {
  it.each(Object.entries(watches))(
    'the owner can listen to %s: rules and indexes allow it',
    async (_, watch) => {
      const answer = await new Promise<string>((resolve) => {
        const stop = watch(storeIn(databaseOfAda()), {
          next: (view) => {
            if (!isStale(view)) resolve('answered');
          },
          failed: ({ code }) => resolve(code),
        });
        stops.push(stop);
      });
      expect(answer).toBe('answered');
    },
  );

  it('the owner can read earlier pages', async () => {
    const page = await storeIn(databaseOfAda()).tipRepository.readOlder({ tipId: 't1', createdAt: 1 }, 10);
    expect(page).toMatchObject({ ok: true, value: { tips: [], more: false } });
  });
});
