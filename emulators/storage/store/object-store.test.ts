import fc from 'fast-check';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { beginLife, killLife, storageKills } from '../bench/kill-rounds';
import { once } from '../http/request-parts';
import { Digest } from './blob-files';
import { ObjectStore, listObjects, type ListOptions, type ObjectRecord } from './object-store';

describe('object store', () => {
  let folder: string;
  let lines: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'busker-store-'));
    lines = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = (): ObjectStore => new ObjectStore(folder, (line) => lines.push(line));
  const log = (): string => join(folder, 'objects.log');

  async function add(store: ObjectStore, name: string, body: string): Promise<ObjectRecord> {
    const incoming = await store.blobs.receive(once(Buffer.from(body)), 1000);
    const record = store.plan({
      bucket: 'b',
      name,
      settings: { metadata: {} },
      downloadTokens: [],
      incoming,
    });
    store.commit(record, incoming);
    return record;
  }

  const blobs = async (): Promise<number> => (await readdir(join(folder, 'blobs'))).length;

  describe('objects on disk', () => {
    it('are the same after a restart, and new generations are higher', async () => {
      const first = open();
      const a = await add(first, 'a', '1');
      await add(first, 'b', '2');
      first.remove(await add(first, 'c', '3'));
      first.close();
      const second = open();
      expect(second.index.names('b')).toEqual(['a', 'b']);
      expect(second.index.find('b', 'a')).toEqual(a);
      expect((await add(second, 'd', '4')).generation).toBeGreaterThan(a.generation);
      second.close();
    });

    it('store equal bytes once, and keep them while an object uses them', async () => {
      const store = open();
      const a = await add(store, 'a', 'same');
      const b = await add(store, 'b', 'same');
      expect(await blobs()).toBe(1);
      store.remove(a);
      expect(await blobs()).toBe(1);
      store.copy(b, { bucket: 'b', name: 'c' }, b, []);
      store.remove(b);
      expect(await blobs()).toBe(1);
      await add(store, 'c', 'other');
      expect(await blobs()).toBe(1);
      store.clear();
      expect(await blobs()).toBe(0);
      store.close();
    });

    it('that are too large leave no file', async () => {
      const store = open();
      await expect(store.blobs.receive(once(Buffer.alloc(1001)), 1000)).rejects.toMatchObject({
        status: 413,
      });
      expect(await readdir(join(folder, 'incoming'))).toEqual([]);
      store.close();
    });

    it('stay readable while they are replaced', async () => {
      const store = open();
      const a = await add(store, 'a', 'old');
      const reader = store.blobs.read(a.blob);
      await add(store, 'a', 'new');
      expect(Buffer.concat(await reader.toArray()).toString()).toBe('old');
      store.close();
    });
  });

  describe('after a crash', () => {
    it('an incomplete last record is removed and logged', async () => {
      const store = open();
      await add(store, 'a', '1');
      store.close();
      const whole = readFileSync(log());
      const again = open();
      await add(again, 'b', '2');
      again.close();
      writeFileSync(log(), readFileSync(log()).subarray(0, whole.length + 20));
      const reopened = open();
      expect(reopened.index.names('b')).toEqual(['a']);
      expect(lines).toEqual(['storage: removed 20 bytes of an incomplete record']);
      expect(await blobs()).toBe(1);
      await add(reopened, 'c', '3');
      reopened.close();
      const last = open();
      expect(last.index.names('b')).toEqual(['a', 'c']);
      last.close();
    });

    it('damage in the middle prevents the start and changes no file', async () => {
      const store = open();
      await add(store, 'a', '1');
      await add(store, 'b', '2');
      store.close();
      const bytes = readFileSync(log());
      bytes[30] = (bytes[30] ?? 0) ^ 1;
      writeFileSync(log(), bytes);
      expect(open).toThrow('is damaged at byte 0');
      expect(readFileSync(log()).equals(bytes)).toBe(true);
      expect(await blobs()).toBe(2);
    });

    it('bytes without an object are deleted', async () => {
      const store = open();
      await add(store, 'a', '1');
      store.close();
      writeFileSync(join(folder, 'blobs', 'f'.repeat(64)), 'left');
      writeFileSync(join(folder, 'objects.log.next'), 'half');
      const again = open();
      expect(await blobs()).toBe(1);
      expect(existsSync(join(folder, 'objects.log.next'))).toBe(false);
      again.close();
    });

    it('a log with many old entries is compacted', async () => {
      const store = open();
      const record = await add(store, 'a', '1');
      store.close();
      const entry = readFileSync(log());
      for (let i = 0; i < 1200; i++) appendFileSync(log(), entry);
      const again = open();
      expect(readFileSync(log()).length).toBeLessThan(entry.length * 3);
      expect(again.index.find('b', 'a')).toEqual(record);
      const later = await add(again, 'b', '2');
      again.close();
      const last = open();
      expect(last.index.find('b', 'b')).toEqual(later);
      last.close();
    });

    it('a folder is locked by one store', () => {
      const store = open();
      expect(open).toThrow('is in use by process');
      store.close();
    });
  });
});

describe('the CRC32C of bytes', () => {
  it('is that of their bits, at any length and in any pieces', () => {
    const bytes = Buffer.from(Array.from({ length: 40 }, (_, at) => (at * 89 + 200) % 256));
    const bitByBit = (of: Uint8Array): string => {
      let crc = -1;
      for (const byte of of) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
      }
      const written = Buffer.alloc(4);
      written.writeInt32BE(~crc);
      return written.toString('base64');
    };
    const inPieces = (...pieces: readonly Uint8Array[]): string => {
      const digest = new Digest();
      for (const piece of pieces) digest.update(piece);
      return digest.finish().crc32c;
    };
    for (let length = 0; length <= bytes.length; length++)
      for (const cut of [0, 3, 8, 19]) {
        const pieces = [
          bytes.subarray(0, Math.min(cut, length)),
          bytes.subarray(Math.min(cut, length), length),
        ];
        expect(inPieces(...pieces)).toBe(bitByBit(bytes.subarray(0, length)));
      }
    // RFC 3720, B.4
    expect(inPieces(Buffer.alloc(32))).toBe(Buffer.from('8a9136aa', 'hex').toString('base64'));
  });
});

describe('list objects', () => {
  const all: ListOptions = { prefix: '', delimiter: '', maxResults: 1000, pageToken: undefined };
  const inOrder = (names: readonly string[]): string[] =>
    [...new Set(names)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

  describe('a list', () => {
    it('groups names below the next delimiter into prefixes', () => {
      const names = inOrder(['a', 'b/', 'b/1', 'b/c/2', 'd/e', 'f']);
      expect(listObjects(names, { ...all, delimiter: '/' })).toMatchObject({
        names: ['a', 'f'],
        prefixes: ['b/', 'd/'],
      });
      expect(listObjects(names, { ...all, prefix: 'b/', delimiter: '/' })).toMatchObject({
        names: ['b/', 'b/1'],
        prefixes: ['b/c/'],
      });
      expect(listObjects(names, { ...all, prefix: 'b' })).toMatchObject({
        names: ['b/', 'b/1', 'b/c/2'],
        prefixes: [],
      });
    });

    it('returns every name once, in order, with any page size', () => {
      const name = fc
        .array(fc.constantFrom('a', 'b', '/', 'é', '😀', '\uffff'), { minLength: 1, maxLength: 6 })
        .map((parts) => parts.join(''));
      fc.assert(
        fc.property(
          fc.array(name, { maxLength: 30 }),
          fc.integer({ min: 1, max: 5 }),
          fc.constantFrom('', '/'),
          (given, maxResults, delimiter) => {
            const sorted = inOrder(given);
            const whole = listObjects(sorted, { ...all, delimiter });
            const seen = { names: [] as string[], prefixes: [] as string[] };
            let pageToken: string | undefined;
            do {
              const page = listObjects(sorted, { ...all, delimiter, maxResults, pageToken });
              expect(page.names.length + page.prefixes.length).toBeLessThanOrEqual(maxResults);
              seen.names.push(...page.names);
              seen.prefixes.push(...page.prefixes);
              pageToken = page.nextPageToken;
            } while (pageToken !== undefined);
            expect(seen).toEqual({ names: whole.names, prefixes: whole.prefixes });
          },
        ),
      );
    });
  });
});

describe('a server that is killed', () => {
  it('loses no acknowledged write, and leaves no bytes without an object', async () => {
    const { kills, acknowledged, lost, leftOver } = await storageKills(inject('kills'));
    expect({ lost, leftOver }).toEqual({ lost: [], leftOver: 0 });
    expect(acknowledged).toBeGreaterThan(kills);
  });

  it('shares its folder with no second server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'busker-kill-'));
    const life = await beginLife(folder);
    try {
      await expect(beginLife(folder)).rejects.toThrow(/in use by process \d+/);
    } finally {
      await killLife(life);
      await rm(folder, { recursive: true });
    }
  });
});
