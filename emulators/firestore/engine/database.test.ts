import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireFields } from '@busker/emulators/wire-value';
import { SortedList } from '../documents/document-tree';
import { commitTo, inMemoryDatabase, int, nameOf, set, text } from '../testing/test-database';
import { StatusError } from '../values/status';
import { formatInstant } from '../values/values';
import type { FieldTransform, WriteMessage } from '../wire/messages';
import type { Database } from './database';
import { parseWrite } from './writes';

describe('database', () => {
  const fieldsOf = (database: Database, path: string): WireFields | undefined =>
    database.tree.get(path)?.fields;

  const statusOf = (act: () => unknown): string => {
    try {
      act();
      return 'OK';
    } catch (error) {
      return error instanceof StatusError ? error.status : 'bug';
    }
  };

  const transform = (path: string, ...updateTransforms: FieldTransform[]): WriteMessage => ({
    update: { name: nameOf(path), fields: {} },
    updateMask: { fieldPaths: [] },
    updateTransforms,
  });

  describe('a commit', () => {
    it('is atomic', () => {
      const database = inMemoryDatabase();
      const missing: WriteMessage = { ...set('c/none', {}), currentDocument: { exists: true } };
      expect(statusOf(() => commitTo(database, set('c/a', { v: int(1) }), missing))).toBe('NOT_FOUND');
      expect(database.tree.size).toBe(0);
    });

    it('has its own time, later than all commits before it', () => {
      const database = inMemoryDatabase();
      const times = [1, 2, 3].map((n) => commitTo(database, set('c/a', { n: int(n) })).time);
      expect(new Set(times).size).toBe(3);
      expect([...times].sort((a, b) => a - b)).toEqual(times);
    });

    it.each([
      ['exists on a missing document', { exists: true }, 'c/none', 'NOT_FOUND'],
      ['not exists on an existing document', { exists: false }, 'c/a', 'ALREADY_EXISTS'],
      ['an old update time', { updateTime: '2020-01-01T00:00:00.000000Z' }, 'c/a', 'FAILED_PRECONDITION'],
      [
        'an update time of a missing document',
        { updateTime: '2020-01-01T00:00:00.000000Z' },
        'c/none',
        'FAILED_PRECONDITION',
      ],
    ])('is refused because of %s', (_, currentDocument, path, status) => {
      const database = inMemoryDatabase();
      commitTo(database, set('c/a', { v: int(1) }));
      expect(statusOf(() => commitTo(database, { ...set(path, {}), currentDocument }))).toBe(status);
      expect(statusOf(() => commitTo(database, { verify: nameOf(path), currentDocument }))).toBe(status);
    });

    it('is refused when it updates a document that it has just deleted', () => {
      const database = inMemoryDatabase();
      commitTo(database, set('c/a', {}));
      const update: WriteMessage = { ...set('c/a', {}), currentDocument: { exists: true } };
      expect(statusOf(() => commitTo(database, { delete: nameOf('c/a') }, update))).toBe('INVALID_ARGUMENT');
    });

    it('can verify a document without changing it', () => {
      const database = inMemoryDatabase();
      const { time } = commitTo(database, set('c/a', { v: int(1) }));
      commitTo(database, { verify: nameOf('c/a'), currentDocument: { updateTime: formatInstant(time) } });
      expect(database.tree.get('c/a')?.updateTime).toBe(time);
    });

    it('without a change keeps the update time; 1 and 1.0 differ', () => {
      const database = inMemoryDatabase();
      const { time } = commitTo(database, set('c/a', { v: int(1) }));
      commitTo(database, set('c/a', { v: int(1) }));
      expect(database.tree.get('c/a')?.updateTime).toBe(time);
      commitTo(database, set('c/a', { v: { doubleValue: 1 } }));
      expect(database.tree.get('c/a')?.updateTime).toBeGreaterThan(time);
      expect(database.tree.get('c/a')?.createTime).toBe(time);
    });

    it('with a mask sets the masked fields, and removes those without a value', () => {
      const database = inMemoryDatabase();
      commitTo(database, set('c/a', { keep: int(1), drop: int(2), 'a.b': int(3) }));
      commitTo(database, {
        ...set('c/a', { 'a.b': int(4), unmasked: int(9) }),
        updateMask: { fieldPaths: ['drop', '`a.b`'] },
      });
      expect(fieldsOf(database, 'c/a')).toEqual({ keep: int(1), 'a.b': int(4) });
    });

    it('refuses reserved names and documents that are too large', () => {
      const database = inMemoryDatabase();
      expect(statusOf(() => commitTo(database, set('c/__x__', {})))).toBe('INVALID_ARGUMENT');
      expect(statusOf(() => commitTo(database, set('c', {})))).toBe('INVALID_ARGUMENT');
      expect(statusOf(() => commitTo(database, set('c/big', { v: text('x'.repeat(1_048_487)) })))).toBe(
        'INVALID_ARGUMENT',
      );
      expect(statusOf(() => commitTo(database, set('c/big', { v: text('x'.repeat(1_000_000)) })))).toBe('OK');
    });
  });

  describe('transforms', () => {
    it('return results in order, and null for array transforms', () => {
      const database = inMemoryDatabase();
      commitTo(database, set('c/a', { n: int(1), list: { arrayValue: { values: [int(1)] } } }));
      const { outcomes, time } = commitTo(
        database,
        transform(
          'c/a',
          { fieldPath: 'n', increment: int(2) },
          { fieldPath: 'list', appendMissingElements: { values: [int(1), int(2)] } },
          { fieldPath: 'at', setToServerValue: 'REQUEST_TIME' },
          { fieldPath: 'also', setToServerValue: 'REQUEST_TIME' },
        ),
      );
      const now = { timestampValue: formatInstant(time) };
      expect(outcomes[0]?.result.transformResults).toEqual([int(3), { nullValue: null }, now, now]);
      expect(fieldsOf(database, 'c/a')).toMatchObject({
        list: { arrayValue: { values: [int(1), int(2)] } },
        also: now,
      });
    });

    it('saturate at the limits of 64 bits, and NaN stays NaN', () => {
      const database = inMemoryDatabase();
      commitTo(database, set('c/a', { n: int('9223372036854775800'), d: { doubleValue: 1 } }));
      commitTo(
        database,
        transform(
          'c/a',
          { fieldPath: 'n', increment: int(100) },
          { fieldPath: 'd', maximum: { doubleValue: 'NaN' } },
          { fieldPath: 'fresh', minimum: int(4) },
        ),
      );
      expect(fieldsOf(database, 'c/a')).toEqual({
        n: int('9223372036854775807'),
        d: { doubleValue: 'NaN' },
        fresh: int(4),
      });
    });
  });

  describe('batch writes', () => {
    it('fail individually, and see the writes before them', () => {
      const database = inMemoryDatabase();
      const writes = [
        set('c/a', { v: int(1) }),
        { ...set('c/none', {}), currentDocument: { exists: true } },
        { ...set('c/a', { v: int(2) }), currentDocument: { exists: true } },
      ].map((message) => parseWrite(message, database.name));
      const results = database.commitEach(writes);
      expect(results.map((result) => (result instanceof StatusError ? result.status : 'OK'))).toEqual([
        'OK',
        'NOT_FOUND',
        'OK',
      ]);
      expect(fieldsOf(database, 'c/a')).toEqual({ v: int(2) });
    });
  });

  describe('past data', () => {
    it('can be read at an earlier time', () => {
      const database = inMemoryDatabase();
      const { time } = commitTo(database, set('c/a', { v: int(1) }), set('c/b', { v: int(1) }));
      commitTo(database, set('c/a', { v: int(2) }));
      commitTo(database, { delete: nameOf('c/b') }, set('c/new', {}));
      const states = database.statesAt(time);
      expect(states.get('c/a')?.fields).toEqual({ v: int(1) });
      expect(states.get('c/b')?.fields).toEqual({ v: int(1) });
      expect(states.get('c/new')).toBeNull();
    });

    it('is refused when the time is too long ago', () => {
      expect(statusOf(() => inMemoryDatabase().statesAt(1))).toBe('FAILED_PRECONDITION');
    });
  });
});

describe('sorted list', () => {
  const byNumber = (a: number, b: number): number => a - b;
  const number = fc.integer({ min: 0, max: 3000 });

  it('has the same entries as a sorted set after any number of puts and removes', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(number, { maxLength: 2500 }),
        fc.array(fc.tuple(fc.boolean(), number), { maxLength: 2500 }),
        number,
        number,
        (start, changes, a, b) => {
          const set = new Set(start);
          const list = new SortedList(start.toSorted(byNumber), byNumber);
          for (const [puts, item] of changes) {
            if (puts) {
              set.add(item);
              list.put(item);
            } else {
              set.delete(item);
              list.remove(item);
            }
          }
          const sorted = [...set].toSorted(byNumber);
          const from = Math.min(a, b, sorted.length);
          const to = Math.min(Math.max(a, b), sorted.length);
          expect(list.length).toBe(sorted.length);
          expect([...list.range(0, list.length, false)]).toEqual(sorted);
          expect([...list.range(from, to, false)]).toEqual(sorted.slice(from, to));
          expect([...list.range(from, to, true)]).toEqual(sorted.slice(from, to).toReversed());
          expect(list.lowerBound((entry) => entry - a)).toBe(sorted.filter((entry) => entry < a).length);
        },
      ),
    );
  });
});
