import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { WireFields } from '@busker/rules-engine/port';
import { SortedList } from '../documents/document-tree';
import { commitTo, DATABASE, inMemoryDatabase, int, nameOf, set, text } from '../testing/test-client';
import { StatusError } from '../values/status';
import { formatInstant } from '../values/values';
import type { FieldTransform, WriteMessage } from '../wire/messages';
import { type Database, FirestoreEngine } from './database';
import { parseWrite } from './writes';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killRounds } from '../bench/kill-bench';
import { type FileSystem, realFileSystem } from '../store/append-file';
import { DocumentStore } from '../store/document-store';

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

describe('the store of documents', () => {
  let folder: string;
  let lines: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'busker-store-'));
    lines = [];
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function open(files?: FileSystem): { store: DocumentStore; engine: FirestoreEngine; database: Database } {
    const store = new DocumentStore(folder, (line) => lines.push(line), files === undefined ? {} : { files });
    const engine = new FirestoreEngine((commits) => store.append(commits), store.loaded);
    return { store, engine, database: engine.database(DATABASE) };
  }

  async function reopened(): Promise<Record<string, unknown>> {
    const { store, database } = open();
    const found = Object.fromEntries(
      [...database.tree.documents()].map(({ path, fields }) => [path, fields]),
    );
    await store.close();
    return found;
  }

  const logFile = (): string => {
    const name = readdirSync(folder).find((file) => file.startsWith('commits-'));
    if (name === undefined) throw new Error('there is no log');
    return join(folder, name);
  };

  describe('the data folder', () => {
    it('restores every commit after a restart, and continues after the last commit time', async () => {
      const first = open();
      commitTo(
        first.database,
        set('c/a', { n: int(1) }),
        set('c/b', { m: { mapValue: { fields: { x: int(2) } } } }),
      );
      commitTo(first.database, { delete: nameOf('c/a') });
      const { time } = commitTo(first.database, set('c/z', {}));
      await first.store.close();
      expect(await reopened()).toEqual({ 'c/b': { m: { mapValue: { fields: { x: int(2) } } } }, 'c/z': {} });
      const second = open();
      expect(commitTo(second.database, set('c/y', {})).time).toBeGreaterThan(time);
      await second.store.close();
    });

    it('drops an incomplete last record and logs one line', async () => {
      const first = open();
      commitTo(first.database, set('c/a', { n: int(1) }));
      const whole = statSync(logFile()).size;
      commitTo(first.database, set('c/b', { n: int(2) }));
      await first.store.close();
      const full = readFileSync(logFile());
      for (const cut of [whole + 1, whole + 10, whole + 30, full.length - 1]) {
        writeFileSync(logFile(), full.subarray(0, cut));
        lines = [];
        expect(await reopened()).toEqual({ 'c/a': { n: int(1) } });
        expect(lines).toHaveLength(1);
        expect(statSync(logFile()).size).toBe(whole);
      }
    });

    it('drops damaged bytes at the end, and continues after the last complete record', async () => {
      const first = open();
      commitTo(first.database, set('c/a', { n: int(1) }));
      await first.store.close();
      appendFileSync(logFile(), Buffer.alloc(100));
      const second = open();
      commitTo(second.database, set('c/b', { n: int(2) }));
      await second.store.close();
      expect(await reopened()).toEqual({ 'c/a': { n: int(1) }, 'c/b': { n: int(2) } });
    });

    it('refuses to start with damage in the middle, so that no later record is lost', async () => {
      const first = open();
      commitTo(first.database, set('c/a', { n: int(1) }));
      commitTo(first.database, set('c/b', { n: int(2) }));
      await first.store.close();
      const bytes = readFileSync(logFile());
      bytes[30] = (bytes[30] ?? 0) ^ 0xff;
      writeFileSync(logFile(), bytes);
      expect(() => open()).toThrow(/damaged in the middle/);
      expect(() => open()).toThrow(/damaged in the middle/);
    });

    it('is locked by one process at a time, and a killed process leaves no lock', async () => {
      const first = open();
      expect(() => open()).toThrow(/in use by process/);
      await first.store.close();
      writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 2 ** 22 - 7, began: '1' }));
      const second = open();
      await second.store.close();
      writeFileSync(join(folder, 'lock'), '');
      await open().store.close();
    });

    it('is compacted into a snapshot without losing concurrent writes', async () => {
      const { store, engine, database } = open();
      for (let i = 0; i < 500; i++) commitTo(database, set(`c/d${i}`, { i: int(i) }));
      commitTo(database, { delete: nameOf('c/d7') });
      const folding = store.compact(engine);
      commitTo(database, set('c/d8', { i: int(-8) }), { delete: nameOf('c/d9') });
      await folding;
      commitTo(database, set('c/last', {}));
      await store.close();
      expect(readdirSync(folder).sort()).toEqual(['commits-00000002.log', 'snapshot-00000002.log']);
      const found = await reopened();
      expect(Object.keys(found)).toHaveLength(499);
      expect(found['c/d8']).toEqual({ i: int(-8) });
    });

    it('loses nothing when it is compacted automatically during writes', async () => {
      const store = new DocumentStore(folder, () => {}, { compactFromBytes: 500 });
      const engine: FirestoreEngine = new FirestoreEngine((commits) => {
        store.append(commits);
        store.compactWhenGrown(engine);
      }, store.loaded);
      for (let i = 0; i < 300; i++) {
        commitTo(engine.database(DATABASE), set(`c/d${i}`, { i: int(i) }));
        if (i % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await store.close();
      expect(readdirSync(folder).some((name) => name.startsWith('snapshot-'))).toBe(true);
      expect(Object.keys(await reopened())).toHaveLength(300);
    });

    it('is complete when the server dies before a snapshot is finished', async () => {
      const { store, engine, database } = open();
      commitTo(database, set('c/a', { n: int(1) }));
      const old = logFile();
      const before = readFileSync(old);
      const folding = store.compact(engine);
      commitTo(database, set('c/b', { n: int(2) }));
      await folding;
      await store.close();
      writeFileSync(old, before);
      const snapshot = join(folder, 'snapshot-00000002.log');
      const written = readFileSync(snapshot);
      rmSync(snapshot);
      writeFileSync(`${snapshot}.tmp`, written.subarray(0, 40));
      expect(await reopened()).toEqual({ 'c/a': { n: int(1) }, 'c/b': { n: int(2) } });
    });
  });

  describe('a full disk', () => {
    const failing = (code: string, after: number): FileSystem => {
      let room = after;
      return {
        ...realFileSystem,
        write(fd, data, offset, length, position) {
          if (room <= 0) throw Object.assign(new Error(code), { code });
          const part = Math.min(length, room);
          room -= part;
          return realFileSystem.write(fd, data, offset, part, position);
        },
      };
    };

    it('is answered with RESOURCE_EXHAUSTED, and no data is changed or damaged', async () => {
      const { store, database } = open(failing('ENOSPC', 400));
      const refused: string[] = [];
      for (let i = 0; i < 20; i++) {
        try {
          commitTo(database, set(`c/d${i}`, { i: int(i) }));
        } catch (error) {
          if (!(error instanceof StatusError)) throw error;
          refused.push(error.status);
        }
      }
      const kept = [...database.tree.documents()].map(({ path }) => path);
      expect(refused.length).toBe(20 - kept.length);
      expect(new Set(refused)).toEqual(new Set(['RESOURCE_EXHAUSTED']));
      await store.close();
      expect(Object.keys(await reopened())).toEqual(kept);
      expect(lines).toEqual([]);
    });

    it('accepts writes again when there is space', async () => {
      let full = true;
      const files: FileSystem = {
        ...realFileSystem,
        sync(fd) {
          if (full) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
          realFileSystem.sync(fd);
        },
      };
      const { store, database } = open(files);
      expect(() => commitTo(database, set('c/a', {}))).toThrow(/disk is full/);
      full = false;
      commitTo(database, set('c/b', {}));
      await store.close();
      expect(Object.keys(await reopened())).toEqual(['c/b']);
    });
  });
});

describe('kill -9 at any moment', () => {
  it('loses no acknowledged write', async () => {
    const kills = inject('kills');
    const result = await killRounds(kills);
    expect(result.lost).toEqual([]);
    expect(result.acknowledged).toBeGreaterThan(4 * kills);
  });
});
