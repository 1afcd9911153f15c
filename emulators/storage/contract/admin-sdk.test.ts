import { getDownloadURL } from 'firebase-admin/storage';
import type * as firebaseApp from 'firebase/app';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import type * as firebaseStorage from 'firebase/storage';
import {
  connectStorageEmulator,
  deleteObject,
  type FirebaseStorage,
  getBytes,
  getDownloadURL as webDownloadURL,
  getMetadata,
  getStorage,
  getStream,
  list,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
  uploadString,
} from 'firebase/storage';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FirestoreServer, startFirestore } from '@busker/emulator-firestore/start-firestore';
import { loadRules } from '@busker/rules-engine/load-rules';
import {
  type AdminBucket,
  adminStorage,
  type AdminStorage,
  bucketName,
  openRules,
  putRules,
  startTestStorage,
  type TestStorage,
  tokenOf,
} from './test-storage';
import type { Page } from '@playwright/test';
import { browserPages, type BrowserPages } from '@busker/emulator-firestore/contract/test-server';

declare const sdk: typeof firebaseApp & typeof firebaseStorage;

describe('the admin SDK', () => {
  let server: TestStorage;
  let admin: AdminStorage;
  let bucket: AdminBucket;

  beforeAll(async () => {
    server = await startTestStorage();
    admin = adminStorage(server);
    bucket = admin.bucket;
  });
  afterAll(async () => {
    await admin.close();
    await server.close();
  });
  beforeEach(() => bucket.deleteFiles({ force: true }));

  const text = async (name: string): Promise<string> =>
    (await bucket.file(name).download())[0].toString('utf8');

  it('saves and downloads bytes in one request, with matching checksums', async () => {
    const file = bucket.file('public/é 1.txt');
    await file.save('héllo', { resumable: false, contentType: 'text/plain', validation: 'md5' });
    expect(await text('public/é 1.txt')).toBe('héllo');
    const [metadata] = await file.getMetadata();
    expect(metadata).toMatchObject({
      name: 'public/é 1.txt',
      bucket: 'demo-busker.appspot.com',
      contentType: 'text/plain',
      size: '6',
      md5Hash: createHash('md5').update('héllo').digest('base64'),
      crc32c: expect.stringMatching(/^[A-Za-z0-9+/]{6}==$/),
      metageneration: '1',
    });
  });

  it('saves with a resumable upload, small and large', async () => {
    const bytes = randomBytes(3 * 1024 * 1024 + 17);
    await bucket.file('big').save(bytes, { resumable: true, validation: 'crc32c' });
    await bucket.file('chunked').save(bytes, { resumable: true, chunkSize: 512 * 1024 });
    await bucket.file('empty').save('', { resumable: true });
    expect((await bucket.file('big').download())[0].equals(bytes)).toBe(true);
    expect((await bucket.file('chunked').download())[0].equals(bytes)).toBe(true);
    expect(await text('empty')).toBe('');
  });

  it('uploads from and downloads to the disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'busker-admin-'));
    await writeFile(join(folder, 'a.txt'), 'from disk');
    await bucket.upload(join(folder, 'a.txt'), { destination: 'x/a.txt' });
    await bucket.file('x/a.txt').download({ destination: join(folder, 'b.txt') });
    expect(await readFile(join(folder, 'b.txt'), 'utf8')).toBe('from disk');
    await rm(folder, { recursive: true });
  });

  it('reads a range', async () => {
    await bucket.file('digits').save('0123456789', { resumable: false });
    expect((await bucket.file('digits').download({ start: 2, end: 4 }))[0].toString()).toBe('234');
    expect((await bucket.file('digits').download({ start: 8, end: 400 }))[0].toString()).toBe('89');
  });

  it('reports whether an object exists, and 404 when it does not', async () => {
    await bucket.file('there').save('1', { resumable: false });
    expect((await bucket.file('there').exists())[0]).toBe(true);
    expect((await bucket.file('gone').exists())[0]).toBe(false);
    await expect(bucket.file('gone').getMetadata()).rejects.toMatchObject({ code: 404 });
    await expect(bucket.file('gone').download()).rejects.toMatchObject({ code: 404 });
    await expect(bucket.file('gone').delete()).rejects.toMatchObject({ code: 404 });
    expect((await bucket.exists())[0]).toBe(true);
  });

  it('changes metadata; null removes a key', async () => {
    const file = bucket.file('m');
    await file.save('1', {
      resumable: false,
      metadata: { cacheControl: 'no-cache', metadata: { a: '1', b: '2' } },
    });
    await file.setMetadata({ contentType: 'image/png', metadata: { a: null, c: '3' } });
    const [metadata] = await file.getMetadata();
    expect(metadata).toMatchObject({
      contentType: 'image/png',
      cacheControl: 'no-cache',
      metageneration: '2',
    });
    expect(metadata.metadata).toEqual({ b: '2', c: '3' });
  });

  it('lists by prefix, by folder and in pages', async () => {
    for (const name of ['a', 'b/1', 'b/2', 'b/c/3', 'd'])
      await bucket.file(name).save('1', { resumable: false });
    const names = async (query: object): Promise<string[]> =>
      (await bucket.getFiles(query))[0].map((file) => file.name);
    expect(await names({})).toEqual(['a', 'b/1', 'b/2', 'b/c/3', 'd']);
    expect(await names({ prefix: 'b/' })).toEqual(['b/1', 'b/2', 'b/c/3']);
    expect(await names({ prefix: 'b/', delimiter: '/' })).toEqual(['b/1', 'b/2']);
    const [, next, answer] = await bucket.getFiles({ delimiter: '/', autoPaginate: false, maxResults: 2 });
    expect(answer).toMatchObject({ prefixes: ['b/'] });
    const [second, end] = await bucket.getFiles({ ...next, autoPaginate: false });
    expect([second.map((file) => file.name), end]).toEqual([['d'], null]);
  });

  it('copies, moves and deletes', async () => {
    const file = bucket.file('one');
    await file.save('1', { resumable: false, metadata: { contentType: 'text/css', metadata: { k: 'v' } } });
    await file.copy('two');
    expect((await bucket.file('two').getMetadata())[0]).toMatchObject({
      contentType: 'text/css',
      metadata: { k: 'v' },
    });
    await bucket.file('two').move('three');
    expect(await text('three')).toBe('1');
    expect((await bucket.file('two').exists())[0]).toBe(false);
    await bucket.file('three').moveFileAtomic('four');
    expect(await text('four')).toBe('1');
    await bucket.deleteFiles({ prefix: '' });
    expect((await bucket.getFiles())[0]).toEqual([]);
  });

  it('supports preconditions', async () => {
    const file = bucket.file('p');
    await file.save('1', { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } });
    const again = file.save('2', { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } });
    await expect(again).rejects.toMatchObject({ code: 412 });
    expect(await text('p')).toBe('1');
    const [{ generation }] = await file.getMetadata();
    await file.save('3', { resumable: false, preconditionOpts: { ifGenerationMatch: Number(generation) } });
    expect(await text('p')).toBe('3');
    await expect(bucket.file('p', { generation: Number(generation) }).getMetadata()).rejects.toMatchObject({
      code: 404,
    });
  });

  it('creates download URLs and signed URLs that work', async () => {
    const file = bucket.file('f/one two.txt');
    await file.save('shown', { resumable: false, contentType: 'text/plain' });
    expect(await (await fetch(await getDownloadURL(file))).text()).toBe('shown');
    const [read] = await file.getSignedUrl({ action: 'read', version: 'v4', expires: Date.now() + 60_000 });
    expect(new URL(read).host).toBe(new URL(server.url).host);
    expect(await (await fetch(read)).text()).toBe('shown');
    const old = new URL(read);
    old.searchParams.set('X-Goog-Date', '20200101T000000Z');
    expect((await fetch(old)).status).toBe(400);
    const [write] = await file.getSignedUrl({
      action: 'write',
      version: 'v4',
      expires: Date.now() + 60_000,
      contentType: 'text/html',
    });
    expect(
      (await fetch(write, { method: 'PUT', body: 'new', headers: { 'Content-Type': 'text/html' } })).status,
    ).toBe(200);
    expect(await text('f/one two.txt')).toBe('new');
  });

  it('stores gzipped objects as they are, and unpacks them for clients without gzip', async () => {
    const file = bucket.file('z.txt');
    await file.save('packed '.repeat(500), { resumable: false, gzip: true, contentType: 'text/plain' });
    expect(Number((await file.getMetadata())[0].size)).toBeLessThan(200);
    expect(await text('z.txt')).toBe('packed '.repeat(500));
  });

  it('accepts access control lists, which have no effect', async () => {
    const file = bucket.file('acl');
    await file.save('1', { resumable: false });
    await file.makePublic();
    expect((await file.acl.get())[0]).toHaveLength(1);
  });
});

describe('the web SDK', () => {
  let server: TestStorage;
  let app: FirebaseApp;
  let storage: FirebaseStorage;
  let made = 0;

  beforeAll(async () => {
    server = await startTestStorage();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await putRules(server, openRules);
    await fetch(`${server.url}/internal/reset`, { method: 'POST' });
    app = initializeApp(
      { projectId: 'demo-busker', apiKey: 'x', storageBucket: bucketName },
      `web-${made++}`,
    );
    storage = getStorage(app);
    connectStorageEmulator(storage, server.host, server.port, { mockUserToken: { sub: 'ada' } });
  });
  afterEach(() => deleteApp(app));

  const text = async (name: string): Promise<string> =>
    Buffer.from(await getBytes(ref(storage, name))).toString('utf8');

  it('uploads in one request and returns all metadata', async () => {
    const custom = { contentType: 'text/plain', cacheControl: 'no-cache', customMetadata: { a: 'é' } };
    const { metadata } = await uploadBytes(ref(storage, 'a/é b.txt'), Buffer.from('héllo'), custom);
    expect(metadata).toMatchObject({
      bucket: bucketName,
      fullPath: 'a/é b.txt',
      name: 'é b.txt',
      size: 6,
      generation: expect.stringMatching(/^\d{16}$/),
      metageneration: '1',
      timeCreated: expect.stringMatching(/^\d{4}-.*Z$/),
      ...custom,
    });
    expect(await text('a/é b.txt')).toBe('héllo');
  });

  it('uploads strings in every format', async () => {
    await uploadString(ref(storage, 'raw'), 'ä');
    await uploadString(ref(storage, 'base64'), 'w6Q=', 'base64');
    await uploadString(ref(storage, 'url'), 'data:text/plain;base64,w6Q=', 'data_url');
    for (const name of ['raw', 'base64', 'url']) expect(await text(name)).toBe('ä');
    expect((await getMetadata(ref(storage, 'url'))).contentType).toBe('text/plain');
  });

  it('uploads in chunks and reports progress', async () => {
    const bytes = Buffer.alloc(2_000_001, 7);
    const seen: number[] = [];
    const task = uploadBytesResumable(ref(storage, 'big'), bytes, { contentType: 'image/png' });
    task.on('state_changed', (snapshot) => seen.push(snapshot.bytesTransferred));
    const { metadata, state } = await task;
    expect([metadata.size, state]).toEqual([2_000_001, 'success']);
    expect(seen.length).toBeGreaterThan(2);
    expect(Buffer.from(await getBytes(ref(storage, 'big'))).equals(bytes)).toBe(true);
  });

  it('downloads up to the requested size', async () => {
    await uploadString(ref(storage, 'd'), '0123456789');
    expect(Buffer.from(await getBytes(ref(storage, 'd'), 4)).toString()).toBe('0123');
    let streamed = '';
    for await (const chunk of getStream(ref(storage, 'd'), 5)) {
      streamed += Buffer.from(chunk as Uint8Array).toString('utf8');
    }
    expect(streamed).toBe('01234');
    // With a maximum size the SDK sends a range. An empty object has no range, so the request fails, as in
    // production.
    await uploadString(ref(storage, 'empty'), '');
    expect((await getBytes(ref(storage, 'empty'))).byteLength).toBe(0);
    await expect(getBytes(ref(storage, 'empty'), 4)).rejects.toMatchObject({ status: 416 });
  });

  it('creates a download URL that works without sign-in, and only with its token', async () => {
    await uploadString(ref(storage, 'shared.txt'), 'shared');
    await putRules(server, openRules.replace('if true', 'if request.auth != null'));
    const url = await webDownloadURL(ref(storage, 'shared.txt'));
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, 'shared']);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect((await fetch(url.replace(/token=.*/, 'token=other'))).status).toBe(403);
  });

  it('changes metadata; null removes a key', async () => {
    const at = ref(storage, 'm');
    await uploadString(at, 'x', 'raw', {
      contentType: 'text/plain',
      contentLanguage: 'de',
      customMetadata: { a: '1', b: '2' },
    });
    const changed = await updateMetadata(at, {
      contentLanguage: null as unknown as string,
      customMetadata: { a: null as unknown as string, c: '3' },
    });
    expect(changed).toMatchObject({
      contentType: 'text/plain',
      metageneration: '2',
      customMetadata: { b: '2', c: '3' },
    });
    expect(changed.contentLanguage).toBeUndefined();
  });

  it('lists folders in pages', async () => {
    for (const name of ['f/1', 'f/2', 'f/g/3', 'f/h/4', 'other']) await uploadString(ref(storage, name), 'x');
    const all = await listAll(ref(storage, 'f'));
    expect([all.items.map((i) => i.fullPath), all.prefixes.map((p) => p.fullPath)]).toEqual([
      ['f/1', 'f/2'],
      ['f/g', 'f/h'],
    ]);
    const first = await list(ref(storage, 'f'), { maxResults: 3 });
    const second = await list(ref(storage, 'f'), {
      maxResults: 3,
      ...(first.nextPageToken && { pageToken: first.nextPageToken }),
    });
    expect([first.items.length + first.prefixes.length, second.prefixes.map((p) => p.name)]).toEqual([
      3,
      ['h'],
    ]);
    expect(second.nextPageToken).toBeUndefined();
  });

  it('deletes an object, and then reports object-not-found', async () => {
    await uploadString(ref(storage, 'x'), 'x');
    await deleteObject(ref(storage, 'x'));
    for (const ask of [getMetadata, getBytes, webDownloadURL, deleteObject]) {
      await expect(ask(ref(storage, 'x'))).rejects.toMatchObject({ code: 'storage/object-not-found' });
    }
  });

  it('is checked by the rules on every call', async () => {
    await uploadString(ref(storage, 'x'), 'x');
    await putRules(server, openRules.replace('if true', 'if false'));
    const denied = { code: 'storage/unauthorized' };
    await expect(uploadString(ref(storage, 'x'), 'y')).rejects.toMatchObject(denied);
    await expect(uploadString(ref(storage, 'new'), 'y')).rejects.toMatchObject(denied);
    await expect(getMetadata(ref(storage, 'x'))).rejects.toMatchObject(denied);
    await expect(getMetadata(ref(storage, 'none'))).rejects.toMatchObject(denied);
    await expect(getBytes(ref(storage, 'x'))).rejects.toMatchObject(denied);
    await expect(updateMetadata(ref(storage, 'x'), { contentType: 'a/b' })).rejects.toMatchObject(denied);
    await expect(listAll(ref(storage, ''))).rejects.toMatchObject(denied);
    await expect(deleteObject(ref(storage, 'x'))).rejects.toMatchObject(denied);
    const task = uploadBytesResumable(ref(storage, 'big'), Buffer.alloc(600_000));
    await expect(task.then(() => 'stored')).rejects.toMatchObject(denied);
    await putRules(server, openRules);
    expect(await text('x')).toBe('x');
    expect((await listAll(ref(storage, ''))).items.map((item) => item.name)).toEqual(['x']);
  });

  it('is checked by user, and separately for create and update', async () => {
    await putRules(
      server,
      `rules_version = '2'; service firebase.storage { match /b/{bucket}/o { match /{uid}/{file} {
        allow get: if true; allow create: if request.auth.uid == uid && request.resource.size < 3 && request.resource.contentType == 'text/plain';
        allow update: if request.resource.md5Hash == resource.md5Hash; } } }`,
    );
    const plain = { contentType: 'text/plain' };
    await uploadString(ref(storage, 'ada/f'), '12', 'raw', plain);
    await updateMetadata(ref(storage, 'ada/f'), { customMetadata: { a: '1' } });
    for (const [name, body, type] of [
      ['grace/f', '1', plain],
      ['ada/g', '123', plain],
      ['ada/g', '1', {}],
      ['ada/f', '34', plain],
    ] as const) {
      await expect(uploadString(ref(storage, name), body, 'raw', type)).rejects.toMatchObject({
        code: 'storage/unauthorized',
      });
    }
  });
});

describe('lookups of rules', () => {
  const rules = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /teams/{team}/{file} {
      allow read: if firestore.get(/databases/(default)/documents/teams/$(team)).data.owner == request.auth.uid;
    }
  }
}`;

  let firestore: FirestoreServer;
  let storage: TestStorage;
  beforeAll(async () => {
    firestore = await startFirestore({
      projectId: 'demo-busker',
      dataDir: null,
      rulesFile: null,
      loadRules,
      log: () => {},
    });
    storage = await startTestStorage({ rules, firestoreLookup: firestore.lookup });
  });
  afterAll(async () => {
    await storage.close();
    await firestore.close();
  });

  it('Storage rules read the present Firestore documents', async () => {
    const name = 'teams%2Fblue%2Fa.txt';
    await fetch(`${storage.url}/upload/storage/v1/b/${bucketName}/o?uploadType=media&name=${name}`, {
      method: 'POST',
      body: 'hello',
    });
    const read = async (): Promise<number> => {
      const headers = { Authorization: tokenOf('ada') };
      return (await fetch(`${storage.url}/v0/b/${bucketName}/o/${name}`, { headers })).status;
    };
    const setOwner = (owner: string): Promise<Response> =>
      fetch(`${firestore.url}/v1/projects/demo-busker/databases/(default)/documents/teams/blue`, {
        method: 'PATCH',
        headers: { Authorization: 'Bearer owner' },
        body: JSON.stringify({ fields: { owner: { stringValue: owner } } }),
      });
    expect(await read()).toBe(403);
    await setOwner('ada');
    expect(await read()).toBe(200);
    await setOwner('grace');
    expect(await read()).toBe(403);
  });
});

declare global {
  interface Window {
    storage: firebaseStorage.FirebaseStorage;
    task: firebaseStorage.UploadTask;
    states: string[];
    ended: string | undefined;
  }
}
describe('the web SDK in a browser', () => {
  let server: TestStorage;
  let pages: BrowserPages;
  let page: Page;

  beforeAll(async () => {
    server = await startTestStorage();
    pages = await browserPages(['firebase/app', 'firebase/storage']);
  });
  afterAll(async () => {
    await pages.close();
    await server.close();
  });

  beforeEach(async () => {
    await putRules(server, openRules);
    page = await pages.open();
    await page.evaluate(
      ({ port, bucket }) => {
        const app = sdk.initializeApp({ projectId: 'demo-busker', apiKey: 'x', storageBucket: bucket });
        window.storage = sdk.getStorage(app);
        sdk.connectStorageEmulator(window.storage, '127.0.0.1', port);
        window.states = [];
      },
      { port: server.port, bucket: bucketName },
    );
  });

  /** Starts an upload of this many bytes and records its states; the result is `success` or the error code. */
  const startUpload = (name: string, size: number): Promise<void> =>
    page.evaluate(
      ({ to, length }) => {
        const task = sdk.uploadBytesResumable(
          sdk.ref(window.storage, to),
          new Blob([new Uint8Array(length).fill(7)]),
          {
            contentType: 'image/png',
          },
        );
        window.task = task;
        task.on(
          'state_changed',
          (snapshot) => {
            if (window.states.at(-1) !== snapshot.state) window.states.push(snapshot.state);
          },
          (error) => (window.ended = error.code),
          () => (window.ended = 'success'),
        );
      },
      { to: name, length: size },
    );

  const outcome = (): Promise<string | undefined> => page.evaluate(() => window.ended);
  /** The result of the upload. */
  const end = async (): Promise<string | undefined> => {
    await page.waitForFunction(() => window.ended !== undefined, undefined, { timeout: 15_000 });
    return outcome();
  };
  const size = 12 * 1024 * 1024;

  describe('the web SDK in a browser', () => {
    it('uploads, downloads, lists and deletes from another origin', async () => {
      const seen = await page.evaluate(async () => {
        const at = sdk.ref(window.storage, 'dir/é.txt');
        await sdk.uploadBytes(at, new Blob(['héllo']), { contentType: 'text/plain' });
        const blob = await (await sdk.getBlob(at)).text();
        const names = (await sdk.listAll(sdk.ref(window.storage, 'dir'))).items.map((item) => item.name);
        const url = await sdk.getDownloadURL(at);
        const fetched = await (await fetch(url)).text();
        await sdk.deleteObject(at);
        const gone = await sdk.getMetadata(at).catch((error: { code: string }) => error.code);
        return { blob, names, fetched, gone };
      });
      expect(seen).toEqual({
        blob: 'héllo',
        names: ['é.txt'],
        fetched: 'héllo',
        gone: 'storage/object-not-found',
      });
    });

    it('uploads in chunks, with progress', async () => {
      await startUpload('big', size);
      expect(await end()).toBe('success');
      const metadata = await page.evaluate(() => sdk.getMetadata(sdk.ref(window.storage, 'big')));
      expect([metadata.size, metadata.contentType]).toEqual([size, 'image/png']);
    });

    it('pauses an upload and resumes it at the same byte', async () => {
      await startUpload('paused', size);
      await page.waitForFunction(() => window.task.snapshot.bytesTransferred > 0);
      expect(await page.evaluate(() => window.task.pause())).toBe(true);
      await page.waitForFunction(() => window.states.at(-1) === 'paused');
      expect(await page.evaluate(() => window.task.resume())).toBe(true);
      expect(await end()).toBe('success');
      expect(await page.evaluate(() => window.states)).toEqual(['running', 'paused', 'running']);
      const sum = await page.evaluate(async () =>
        new Uint8Array(await sdk.getBytes(sdk.ref(window.storage, 'paused'))).reduce(
          (total, byte) => total + byte,
          0,
        ),
      );
      expect(sum).toBe(size * 7);
    });

    it('cancels an upload, and nothing is stored', async () => {
      await startUpload('canceled', size);
      await page.waitForFunction(() => window.task.snapshot.bytesTransferred > 0);
      await page.evaluate(() => window.task.cancel());
      expect(await end()).toBe('storage/canceled');
      const gone = await page.evaluate(() =>
        sdk.getMetadata(sdk.ref(window.storage, 'canceled')).catch((error: { code: string }) => error.code),
      );
      expect(gone).toBe('storage/object-not-found');
    });

    it('gets an error when the rules deny an upload', async () => {
      await putRules(server, openRules.replace('if true', 'if request.resource.size < 1000'));
      await startUpload('refused', size);
      expect(await end()).toBe('storage/unauthorized');
    });
  });

  describe('a page of this machine', () => {
    it('cannot use the administrator’s API', async () => {
      const tried = await page.evaluate(async (url) => {
        const ask = (path: string, init: RequestInit = {}): Promise<string> =>
          fetch(url + path, init).then(
            (answer) => String(answer.status),
            () => 'blocked',
          );
        const rules = { method: 'PUT', body: '{"rules":{"files":[{"content":""}]}}' };
        return [
          await ask('/b/demo/o'),
          await ask('/internal/setRules', rules),
          await ask('/internal/reset', { method: 'POST' }),
        ];
      }, server.url);
      expect(tried).toEqual(['403', '403', '403']);
    });
  });
});
