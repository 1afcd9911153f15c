import type { RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { disableNetwork, enableNetwork, type Firestore } from 'firebase/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Stop } from '../dashboard/data/failure';
import type { DraftView } from '../dashboard/data/backend';
import { removeField, setField } from '../dashboard/draft/draft-edit';
import { firestoreStore } from '../dashboard/firebase/firebase-store';
import { startRulesServer, type RulesServer } from './rules-server';

// The dashboard's store with the SDK, the rules and the local server.

let server: RulesServer;
let env: RulesTestEnvironment;

beforeAll(async () => {
  server = await startRulesServer(() => undefined);
  ({ env } = server);
});
afterAll(() => server.close());
const stops: Stop[] = [];
beforeEach(() => env.clearFirestore());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** One of Ada's tabs, with the draft that it shows. */
function tab() {
  const db = env.authenticatedContext('ada').firestore() as unknown as Firestore;
  const store = firestoreStore(db, 'ada', 'lasting');
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
const link = { url: 'https://ada.example', label: 'Ada', order: 1, on: true };

it('links can be added, and a field of a link can be written only while the link exists', async () => {
  const here = tab();
  await expect.poll(here.isThere).toBe(true);
  const elsewhere = tab();
  const added = [setField(['links', 'k1'], link), setField(['links', 'k2'], link), setField(['name'], 'Ada')];
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
