import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import type { Firestore } from 'firebase/firestore';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Stop, Watcher } from '../dashboard/data/failure';

import { firestoreStore } from '../dashboard/firebase/firebase-store';
import { startRulesServer, type RulesServer } from './rules-server';

// The dashboard's queries on the local server with our rules and declared indexes.

let server: RulesServer;
let env: RulesTestEnvironment;
beforeAll(async () => {
  server = await startRulesServer(() => undefined);
  ({ env } = server);
});
afterAll(() => server.close());
let stop: Stop = () => undefined;
afterEach(() => stop());

type Store = ReturnType<typeof firestoreStore>;

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

const adaStore = (): Store =>
  firestoreStore(env.authenticatedContext('ada').firestore() as unknown as Firestore, 'ada', 'lasting');

/** From the cache of this device only, before any answer of the server. */
const isStale = (view: unknown): boolean =>
  typeof view === 'object' && view !== null && 'stale' in view && view.stale === true;

it.each(Object.entries(watches))(
  'the owner can listen to %s: rules and indexes allow it',
  async (_, watch) => {
    const answer = await new Promise<string>((resolve) => {
      stop = watch(adaStore(), {
        next: (view) => {
          if (!isStale(view)) resolve('answered');
        },
        failed: ({ code }) => resolve(code),
      });
    });
    expect(answer).toBe('answered');
  },
);

it('the owner can read earlier pages', async () => {
  const page = await adaStore().tipRepository.readOlder({ tipId: 't1', createdAt: 1 }, 10);
  expect(page).toMatchObject({ ok: true, value: { tips: [], more: false } });
});
