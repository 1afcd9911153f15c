import { assertFails, assertSucceeds, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import {
  collection,
  collectionGroup,
  doc,
  getDoc,
  getDocs,
  limit,
  onSnapshot,
  orderBy,
  query,
  setDoc,
  startAfter,
  type Firestore,
} from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FirestoreOperation, RulesAuth } from '../emulators/rules-engine/port';
import { ask, guest, loadFile, signedInAs } from './ask';
import { create, get, list, remove, update } from './firestore-operations';
import { startRulesServer, type RulesServer } from './rules-server';

const rules = loadFile('firestore.rules');
const may = (auth: RulesAuth, operation: FirestoreOperation): boolean => ask(rules, auth, operation).allowed;
const anybody = [signedInAs('ada'), signedInAs('grace'), guest('ada'), null];
const page = 'overlays/secret-key';
const alert = `${page}/alerts/t1`;

describe('an overlay, whose key is the right to read it', () => {
  it('can be read with its alerts by who knows the key', () => {
    for (const auth of anybody) {
      expect(may(auth, get(page, { v: 1 }))).toBe(true);
      expect(may(auth, get(alert, { v: 1 }))).toBe(true);
      expect(may(auth, list(page, 'alerts', { limit: 200 }))).toBe(true);
    }
  });

  // Holds out-051.
  it('cannot be found: no list of overlays, no alerts without a limit, no group of alerts', () => {
    const group: FirestoreOperation = {
      method: 'list',
      parent: '',
      structuredQuery: { from: [{ collectionId: 'alerts', allDescendants: true }], limit: 10 },
    };
    for (const auth of anybody) {
      expect(may(auth, list('', 'overlays', { limit: 1 }))).toBe(false);
      expect(may(auth, list(page, 'alerts'))).toBe(false);
      expect(may(auth, list(page, 'alerts', { limit: 201 }))).toBe(false);
      expect(may(auth, group)).toBe(false);
    }
  });

  it('can be written by nobody', () => {
    for (const auth of anybody)
      for (const path of [page, alert]) {
        expect(may(auth, create(path, { paused: true }))).toBe(false);
        expect(may(auth, update(path, {}, { paused: true }))).toBe(false);
        expect(may(auth, remove(path))).toBe(false);
      }
  });
});

describe('through the SDK and the local server, an overlay', () => {
  let server: RulesServer;
  let env: RulesTestEnvironment;
  let db: Firestore;
  const at = new Date(0);

  beforeAll(async () => {
    server = await startRulesServer(() => undefined);
    ({ env } = server);
    await env.withSecurityRulesDisabled(async (context) => {
      const all = context.firestore() as unknown as Firestore;
      await setDoc(doc(all, page), { v: 1, paused: false });
      await setDoc(doc(all, alert), { v: 1, at });
    });
    db = env.unauthenticatedContext().firestore() as unknown as Firestore;
  });
  afterAll(() => server.close());

  const newest = (most: number) =>
    query(collection(db, `${page}/alerts`), orderBy('at', 'desc'), limit(most));

  it('is read and listened to without a sign-in, as its page does it', async () => {
    expect((await assertSucceeds(getDoc(doc(db, page)))).data()).toEqual({ v: 1, paused: false });
    expect((await assertSucceeds(getDocs(query(newest(200), startAfter(new Date(5)))))).size).toBe(1);
    const size = await new Promise<number>((resolve, reject) => {
      const stop = onSnapshot(
        newest(200),
        (found) => {
          stop();
          resolve(found.size);
        },
        reject,
      );
    });
    expect(size).toBe(1);
    expect((await assertSucceeds(getDoc(doc(db, 'overlays/other-key')))).exists()).toBe(false);
  });

  // Holds out-051.
  it('cannot be found or written', async () => {
    await assertFails(getDocs(query(collection(db, 'overlays'), limit(1))));
    await assertFails(getDocs(query(collectionGroup(db, 'alerts'), limit(1))));
    await assertFails(getDocs(collection(db, `${page}/alerts`)));
    await assertFails(getDocs(newest(201)));
    await assertFails(setDoc(doc(db, page), { paused: true }));
    await assertFails(setDoc(doc(db, alert), { name: 'Eve' }));
  });
});
