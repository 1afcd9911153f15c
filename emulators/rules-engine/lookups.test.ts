import { describe, expect, it } from 'vitest';
import { loadRulesWith } from './load-rules';
import { documentOf } from './testing/plain-document';
import { fileOf, tryCondition } from './testing/try-condition';

const here = '/databases/$(database)/documents';
const ada = documentOf('users/ada', { role: 'admin' });
const documents = [ada];
const holds = (condition: string): true | false | string => tryCondition(condition, { documents });

describe('get and exists', () => {
  it('read other documents', () => {
    expect(holds(`get(${here}/users/ada).data.role == 'admin'`)).toBe(true);
    expect(holds(`get(${here}/users/$('ada')).id == 'ada'`)).toBe(true);
    expect(holds(`exists(${here}/users/ada)`)).toBe(true);
    expect(holds(`exists(${here}/users/bob)`)).toBe(false);
  });

  it('return null for a missing document: reading its fields is an error, and exists() can prevent that', () => {
    expect(holds(`get(${here}/users/bob) == null`)).toBe(true);
    expect(holds(`get(${here}/users/bob).data.role == 'admin'`)).toBe("a null has no field 'data'.");
    expect(holds(`exists(${here}/users/bob) && get(${here}/users/bob).data.role == 'admin'`)).toBe(false);
    expect(holds(`get(${here}/users/bob).data.role == 'admin' || true`)).toBe(true);
  });

  it.each([
    '/users/ada',
    '/databases/other/documents/users/ada',
    `${here}/users`,
    `${here}/users/ada/posts`,
    "'users/ada'",
  ])('refuse %s, which is not a document of this database', (path) => {
    expect(holds(`exists(${path})`)).toMatch(/needs the path of a document/);
  });
});

describe('getAfter and existsAfter', () => {
  it('see the state after the whole batch', () => {
    const after = [documentOf('users/ada', { role: 'guest' }), documentOf('users/new', {})];
    const setting = { documents, after };
    expect(tryCondition(`getAfter(${here}/users/ada).data.role == 'guest'`, setting)).toBe(true);
    expect(tryCondition(`get(${here}/users/ada).data.role == 'admin'`, setting)).toBe(true);
    expect(tryCondition(`existsAfter(${here}/users/new) && !exists(${here}/users/new)`, setting)).toBe(true);
    expect(tryCondition(`existsAfter(${here}/users/ada)`, { documents, after: [] })).toBe(false);
  });
});

describe('the limit of document lookups', () => {
  const askFor = (count: number): string =>
    Array.from({ length: count }, (_, i) => `!exists(${here}/users/u${i})`).join(' && ');

  it('counts each document once', () => {
    expect(tryCondition(askFor(10), { budget: 10 })).toBe(true);
    expect(tryCondition(askFor(11), { budget: 10 })).toBe('The rules read more than 10 documents.');
    expect(tryCondition(askFor(11), { budget: 20 })).toBe(true);
    const repeated = `exists(${here}/users/ada) && get(${here}/users/ada).data.role == 'admin' && existsAfter(${here}/users/ada)`;
    expect(tryCondition(repeated, { documents, budget: 1 })).toBe(true);
  });

  it('ends the rule, even inside ||, but not the next rule', () => {
    const over = `(${askFor(11)}) || true`;
    expect(tryCondition(over, { budget: 10 })).toBe('The rules read more than 10 documents.');
    expect(tryCondition(`${over}; allow read, write: if true`, { budget: 10 })).toBe(true);
    expect(tryCondition(`${over}; allow read, write: if false`, { budget: 10 })).not.toBe(true);
  });

  it('counts only lookups that are evaluated', () => {
    expect(tryCondition(`true || ${askFor(11)}`, { budget: 1 })).toBe(true);
    expect(
      tryCondition(`exists(${here}/users/ada) ? true : exists(${here}/users/bob)`, { documents, budget: 1 }),
    ).toBe(true);
  });
});

describe('resource of a missing document', () => {
  it('is null, as in the live service, or an error, as in the Test API, depending on an option', () => {
    const operation = { method: 'get', path: 'things/t1', resource: null } as const;
    const ask = (condition: string, missingResource: 'null' | 'error'): boolean => {
      const load = loadRulesWith(fileOf(condition), { missingResource });
      if (!load.ok) throw new Error('does not load');
      const request = { auth: null, time: '2026-01-02T03:04:05Z', database: '(default)', operation };
      const lookup = { get: () => null, getAfter: () => null };
      return load.ruleset.verifyFirestore(request, lookup, { limit: 10, seen: new Set() }).allowed;
    };
    expect(ask('resource == null', 'null')).toBe(true);
    expect(ask('resource == null', 'error')).toBe(false);
    expect(ask('resource != null', 'null')).toBe(false);
    expect(ask('resource != null', 'error')).toBe(false);
    expect(ask(`get(${here}/a/b) == null`, 'null')).toBe(true);
    expect(ask(`get(${here}/a/b) == null`, 'error')).toBe(false);
  });

  it('is absent from a read request and present in a delete request', () => {
    const read = { method: 'get', path: 'things/t1', resource: null } as const;
    const list = {
      method: 'list',
      parent: '',
      structuredQuery: { from: [{ collectionId: 'things' }] },
    } as const;
    const gone = {
      method: 'delete',
      path: 'things/t1',
      resource: documentOf('things/t1', {}),
      requestResource: null,
    } as const;
    expect(tryCondition("!('resource' in request)", { operation: read })).toBe(true);
    expect(tryCondition('request.resource == null', { operation: read })).toBe(
      "There is no field 'resource'.",
    );
    expect(tryCondition('request.resource == null', { operation: list })).toMatch(/can return documents/);
    expect(tryCondition("'resource' in request && request.resource == null", { operation: gone })).toBe(true);
  });
});
