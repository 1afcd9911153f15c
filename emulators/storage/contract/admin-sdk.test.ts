import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDownloadURL } from 'firebase-admin/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  adminStorage,
  startTestStorage,
  type AdminBucket,
  type AdminStorage,
  type TestStorage,
} from './test-storage';

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

describe('the admin SDK', () => {
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
