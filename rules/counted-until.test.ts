import { describe, expect, it } from 'vitest';
import type { FirestoreOperation, RulesAuth } from '../emulators/rules-engine/port';
import { ask, loadFile, signedInAs } from './ask';
import { create, get, list, remove, update } from './firestore-operations';

const rules = loadFile('firestore.rules');
const ada = signedInAs('ada');
const grace = signedInAs('grace');
const may = (auth: RulesAuth, operation: FirestoreOperation): boolean => ask(rules, auth, operation).allowed;

describe('the time until which views are counted', () => {
  const path = 'counted/views';

  it('can be read by every owner, and by nobody else', () => {
    expect([ada, grace, null].map((auth) => may(auth, get(path, { a: 1 })))).toEqual([true, true, false]);
    expect(may(ada, list('', 'counted', { limit: 5 }))).toBe(false);
  });

  it('can be written by nobody', () => {
    for (const auth of [ada, null]) {
      expect(may(auth, create(path, { a: 1 }))).toBe(false);
      expect(may(auth, update(path, { a: 1 }, { a: 2 }))).toBe(false);
      expect(may(auth, remove(path, { a: 1 }))).toBe(false);
    }
  });
});
