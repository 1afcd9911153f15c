import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { killRounds } from '../bench/kill-bench';
import { FirestoreEngine, type Database } from '../engine/database';
import { DATABASE, commitTo, int, nameOf, set } from '../testing/test-database';
import { StatusError } from '../values/status';
import { realFileSystem, type FileSystem } from './append-file';
import { DocumentStore } from './document-store';

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
