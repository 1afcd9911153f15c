import fc from 'fast-check';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { beginLife, killLife, storageKills } from '../bench/kill-rounds';
import { once } from '../http/send';
import { Digest } from './blob-files';
import { listObjects, type ListOptions, type ObjectRecord, ObjectStore } from './object-store';
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { type Upload, UploadSessions } from '../uploads/upload-sessions';
import { openRules, putRules, startTestStorage, type TestStorage, tokenOf } from '../contract/test-storage';

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

let folder: string;

describe('a resumable upload', () => {
  const most = 2_000_000;
  let server: TestStorage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'busker-resumable-'));
    server = await startTestStorage({ dataDir: folder, mostBytes: most });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const start = (name: string, length?: number): Promise<Response> =>
    fetch(`${server.url}/v0/b/demo/o?name=${name}`, {
      method: 'POST',
      headers: {
        'X-Goog-Upload-Protocol': 'resumable',
        'X-Goog-Upload-Command': 'start',
        ...(length !== undefined && { 'X-Goog-Upload-Header-Content-Length': String(length) }),
        'X-Goog-Upload-Header-Content-Type': 'text/plain',
      },
      body: '{}',
    });

  const addressOf = async (name: string, length?: number): Promise<string> =>
    (await start(name, length)).headers.get('x-goog-upload-url') ?? '';

  const send = (
    address: string,
    command: string,
    offset?: number,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(address, {
      method: 'POST',
      headers: {
        'X-Goog-Upload-Command': command,
        ...(offset !== undefined && { 'X-Goog-Upload-Offset': String(offset) }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });

  /** The HTTP status, the upload status and the number of received bytes. */
  const uploadState = (answer: Response): unknown[] => [
    answer.status,
    answer.headers.get('x-goog-upload-status'),
    Number(answer.headers.get('x-goog-upload-size-received')),
  ];

  const stored = async (name: string): Promise<string | number> => {
    const answer = await fetch(`${server.url}/v0/b/demo/o/${name}?alt=media`);
    return answer.ok ? answer.text() : answer.status;
  };

  /** Sends the first part of a chunk and then closes the connection. */
  const breakOff = (address: string, body: string): Promise<void> =>
    new Promise((resolve) => {
      const headers = {
        'X-Goog-Upload-Command': 'upload',
        'X-Goog-Upload-Offset': '0',
        'Content-Length': String(body.length * 2),
      };
      const sending = httpRequest(address, { method: 'POST', headers });
      sending.once('error', () => resolve());
      sending.write(body, () => sending.destroy());
    });

  it('accepts chunks, reports the received bytes, and is stored when it is finalized', async () => {
    const address = await addressOf('r1', 6);
    expect(uploadState(await send(address, 'upload', 0, 'abc'))).toEqual([200, 'active', 3]);
    expect(uploadState(await send(address, 'query'))).toEqual([200, 'active', 3]);
    expect(await stored('r1')).toBe(404);
    const final = await send(address, 'upload, finalize', 3, 'def');
    expect(final.headers.get('x-goog-upload-status')).toBe('final');
    expect(await final.json()).toMatchObject({ name: 'r1', size: '6', contentType: 'text/plain' });
    expect(await stored('r1')).toBe('abcdef');
  });

  it('repeats its answer when the client has lost it', async () => {
    const address = await addressOf('r2', 3);
    const first: unknown = await (await send(address, 'upload, finalize', 0, 'abc')).json();
    const again = await send(address, 'upload, finalize', 0, 'abc');
    expect([again.status, again.headers.get('x-goog-upload-status')]).toEqual([200, 'final']);
    expect(await again.json()).toEqual(first);
    expect(uploadState(await send(address, 'query'))).toEqual([200, 'final', 3]);
  });

  it('refuses a wrong offset and continues from the right one', async () => {
    const address = await addressOf('r3', 6);
    await send(address, 'upload', 0, 'abc');
    for (const offset of [0, 2, 4])
      expect(uploadState(await send(address, 'upload', offset, 'xyz'))).toEqual([400, 'active', 3]);
    await send(address, 'upload, finalize', 3, 'def');
    expect(await stored('r3')).toBe('abcdef');
  });

  it('refuses more bytes than announced and keeps the valid ones', async () => {
    const address = await addressOf('r4', 4);
    await send(address, 'upload', 0, 'abc');
    expect(uploadState(await send(address, 'upload, finalize', 3, 'def'))).toEqual([413, 'active', 3]);
    await send(address, 'upload, finalize', 3, 'd');
    expect(await stored('r4')).toBe('abcd');
  });

  it('refuses an early finalize', async () => {
    const address = await addressOf('r5', 4);
    expect(uploadState(await send(address, 'upload, finalize', 0, 'abc'))).toEqual([400, 'active', 3]);
    expect(await stored('r5')).toBe(404);
    expect((await send(address, 'upload, finalize', 3, 'd')).status).toBe(200);
  });

  it("refuses more than the server's maximum size, announced or not", async () => {
    expect((await start('r6', most + 1)).status).toBe(413);
    const address = await addressOf('r6');
    expect(uploadState(await send(address, 'upload', 0, 'x'.repeat(most + 1)))).toEqual([413, 'active', 0]);
  });

  it('keeps what arrived before a broken connection, and continues there', async () => {
    const address = await addressOf('r7', 200_000);
    await breakOff(address, 'a'.repeat(100_000));
    // Sent bytes may still be in transit, or the server may still be writing them.
    await expect
      .poll(async () => uploadState(await send(address, 'query')))
      .toEqual([200, 'active', 100_000]);
    const received = 100_000;
    const rest = 'a'.repeat(100_000);
    expect((await send(address, 'upload, finalize', Number(received), rest)).status).toBe(200);
    expect(await stored('r7')).toBe('a'.repeat(200_000));
  });

  it('stays canceled after a cancel, and an unknown upload is not found', async () => {
    const address = await addressOf('r8', 6);
    await send(address, 'upload', 0, 'abc');
    for (const command of ['cancel', 'query', 'cancel']) {
      const answer = await send(address, command);
      expect([answer.status, answer.headers.get('x-goog-upload-status')]).toEqual([200, 'cancelled']);
    }
    expect((await send(address, 'upload', 3, 'def')).status).toBe(404);
    expect((await send(address, 'upload, finalize', 3, 'def')).status).toBe(404);
    expect((await send(address.replace(/upload_id=[^&]+/, 'upload_id=../../x'), 'query')).status).toBe(404);
    expect(await stored('r8')).toBe(404);
  });

  it('refuses unknown commands and invalid numbers', async () => {
    const address = await addressOf('r9', 3);
    expect((await send(address, 'explode')).status).toBe(400);
    const offset = { 'X-Goog-Upload-Offset': '-1' };
    expect((await send(address, 'upload', undefined, 'a', offset)).status).toBe(400);
    expect((await start('', 3)).status).toBe(400);
  });

  it('is checked by the rules when it is finalized, for the user who finalizes it', async () => {
    await putRules(
      server,
      openRules.replace('if true', "if request.auth.uid == 'ada' && request.resource.size == 3"),
    );
    const refused = await addressOf('r10', 3);
    const answer = await send(refused, 'upload, finalize', 0, 'abc');
    expect([answer.status, answer.headers.get('x-goog-upload-status')]).toEqual([403, 'final']);
    expect((await send(refused, 'query')).headers.get('x-goog-upload-status')).toBe('cancelled');
    const allowed = await addressOf('r10', 3);
    expect(
      (await send(allowed, 'upload, finalize', 0, 'abc', { Authorization: tokenOf('ada') })).status,
    ).toBe(200);
    await putRules(server, openRules);
    expect(await stored('r10')).toBe('abc');
  });

  it('continues after a restart of the server', async () => {
    const address = await addressOf('r11', 6);
    await send(address, 'upload', 0, 'abc');
    const restart = async (): Promise<string> => {
      await server.close();
      server = await startTestStorage({ dataDir: folder, mostBytes: most });
      return address.replace(/:\d+/, `:${server.port}`);
    };
    const second = await restart();
    expect(uploadState(await send(second, 'query'))).toEqual([200, 'active', 3]);
    const final: unknown = await (await send(second, 'upload, finalize', 3, 'def')).json();
    expect(await (await send(await restart(), 'finalize')).json()).toEqual(final);
    expect(await stored('r11')).toBe('abcdef');
  });
});

describe('uploads', () => {
  const hourMs = 60 * 60 * 1000;
  const weekMs = 7 * 24 * hourMs;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'busker-uploads-'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await rm(folder, { recursive: true });
  });

  const plan = { bucket: 'b', name: 'n', metadata: {}, contentType: null, size: 3 };
  const open = (): UploadSessions => new UploadSessions(folder, 100);
  const files = async (): Promise<string[]> => (await readdir(join(folder, 'uploads'))).sort();
  const later = (milliseconds: number): void => void vi.setSystemTime(Date.now() + milliseconds);
  const ask = (uploads: UploadSessions, { id }: Upload): Promise<Upload> =>
    uploads.inTurn(id, (upload) => Promise.resolve(upload));

  const bytes = (): AsyncIterable<Uint8Array> => once(Buffer.from('abc'));

  it('are kept for a week, whatever their result, and then deleted', async () => {
    const uploads = open();
    const [ended, cancelled, paused] = [
      await uploads.start(plan),
      await uploads.start(plan),
      await uploads.start(plan),
    ];
    await uploads.receive(paused, 0, bytes());
    await uploads.close(ended, 7);
    await uploads.cancel(cancelled);
    const all = [ended, cancelled, paused];
    later(weekMs - hourMs);
    for (const now of [uploads, open()]) {
      const found = await Promise.all(all.map((upload) => ask(now, upload)));
      expect(found.map((upload) => [upload.final, upload.cancelled, upload.received])).toEqual([
        [7, false, expect.anything()],
        [null, true, expect.anything()],
        [null, false, 3],
      ]);
    }
    later(2 * hourMs);
    for (const now of [uploads, open()])
      for (const upload of all) await expect(ask(now, upload)).rejects.toMatchObject({ status: 404 });
  });

  it('have the same hashes, whether one process got all bytes or another continued it', async () => {
    const uploads = open();
    const [whole, halves] = [
      await uploads.start({ ...plan, size: 6 }),
      await uploads.start({ ...plan, size: 6 }),
    ];
    for (const upload of [whole, halves]) await uploads.receive(upload, 0, bytes());
    const next = open();
    const continued = await ask(next, halves);
    await next.receive(continued, 3, bytes());
    await uploads.receive(whole, 3, bytes());
    const { file: _, ...hashes } = await uploads.finish(whole);
    expect(hashes).toMatchObject({ size: 6, md5Hash: createHash('md5').update('abcabc').digest('base64') });
    expect(await next.finish(continued)).toMatchObject(hashes);
  });

  it.each([
    ['that is too large', ['ab', 'cd'], 0, 'more than 3 bytes'],
    ['whose connection ended', ['a', null], 1, 'the connection ended'],
  ] as const)('have the hashes of their bytes after a chunk %s', async (_, chunk, kept, why) => {
    const uploads = open();
    const upload = await uploads.start(plan);
    async function* cut(): AsyncGenerator<Uint8Array> {
      for (const part of chunk) {
        if (part === null) throw new Error('the connection ended');
        yield await Promise.resolve(Buffer.from(part));
      }
    }
    await expect(uploads.receive(upload, 0, cut())).rejects.toThrow(why);
    expect(upload.received).toBe(kept);
    await uploads.receive(upload, kept, once(Buffer.from('abc').subarray(kept)));
    expect(await uploads.finish(upload)).toMatchObject({
      size: 3,
      md5Hash: createHash('md5').update('abc').digest('base64'),
    });
  });

  it('leave no file behind in a running server, including bytes that arrived late', async () => {
    const uploads = open();
    const old = await uploads.start(plan);
    await uploads.cancel(await uploads.start(plan));
    await uploads.close(await uploads.start(plan), 7);
    const part = join(folder, 'uploads', `${old.id}.part`);
    later(weekMs + 2 * hourMs);
    await utimes(part, new Date(), new Date());
    const young = await uploads.start(plan);
    expect(await files()).toEqual([`${young.id}.json`, `${young.id}.part`]);
    await ask(uploads, young);
  });

  it('that were interrupted leave no file behind, and recent uploads stay', async () => {
    open();
    for (const name of ['cut.part', 'cut.json.1.next']) await writeFile(join(folder, 'uploads', name), '');
    open();
    expect(await files()).toEqual(['cut.json.1.next', 'cut.part']);
    later(weekMs + 2 * hourMs);
    open();
    expect(await files()).toEqual([]);
  });
});
