import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  connectStorageEmulator,
  deleteObject,
  getBytes,
  getDownloadURL,
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
  type FirebaseStorage,
} from 'firebase/storage';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bucketName, openRules, putRules, startTestStorage, type TestStorage } from './test-storage';

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
  app = initializeApp({ projectId: 'demo-busker', apiKey: 'x', storageBucket: bucketName }, `web-${made++}`);
  storage = getStorage(app);
  connectStorageEmulator(storage, server.host, server.port, { mockUserToken: { sub: 'ada' } });
});
afterEach(() => deleteApp(app));

const text = async (name: string): Promise<string> =>
  Buffer.from(await getBytes(ref(storage, name))).toString('utf8');

describe('the web SDK', () => {
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
    const url = await getDownloadURL(ref(storage, 'shared.txt'));
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
    for (const ask of [getMetadata, getBytes, getDownloadURL, deleteObject]) {
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
