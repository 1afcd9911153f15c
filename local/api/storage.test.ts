import { readFileSync } from 'node:fs';
import { getStorage as adminFilesOf } from 'firebase-admin/storage';
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import { connectStorageEmulator, getStorage, ref, uploadBytesResumable } from 'firebase/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  adminStorage,
  bucketName,
  startTestStorage,
  tokenOf,
  type AdminStorage,
  type TestStorage,
} from '@busker/emulator-storage/contract/test-storage';
import { earlierFilesContract } from '@busker/functions/earlier-files/earlier-files-contract';
import { exportFilesContract, openLink } from '@busker/functions/exports/export-files-contract';
import {
  FirebaseEarlierFiles,
  FirebaseExportFiles,
  FirebasePictures,
} from '@busker/functions/firebase/firebase-adapters';
import { localAccountOf, makeSigningKey } from '@busker/functions/firebase/firebase-app';
import { releasesBucketOf } from '@busker/functions/function-options';
import type { OwnerUpload, PublicPicture } from '@busker/functions/pictures/pictures';
import {
  picturesContract,
  browserUploads,
  uploadsContract,
} from '@busker/functions/profiles/uploads-contract';

const rules = readFileSync(new URL('../../rules/storage.rules', import.meta.url), 'utf8');
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(400_000, 1)]);

describe('pictures', () => {
  let server: TestStorage;
  let admin: AdminStorage;
  let app: FirebaseApp;
  beforeAll(async () => {
    server = await startTestStorage({ rules });
    admin = adminStorage(server);
    app = initializeApp({ projectId: 'demo-busker', apiKey: 'x', storageBucket: bucketName }, 'pictures');
    connectStorageEmulator(getStorage(app), server.host, server.port, { mockUserToken: { sub: 'ada' } });
  });
  // Some tests list everything that is there.
  beforeEach(async () => {
    const [left] = await admin.bucket.getFiles();
    await Promise.all(left.map((file) => file.delete()));
  });
  afterAll(async () => {
    await deleteApp(app);
    await admin.close();
    await server.close();
  });

  it.each(picturesContract.map(({ promise, holds }, index) => [promise, holds, `ada-${index}`] as const))(
    'the local bucket: %s',
    async (_, holds, uid) => {
      const upload = async (owner: string, slot: string, bytes: Uint8Array) => {
        const file = admin.bucket.file(`uploads/${owner}/${slot}`);
        await file.save(Buffer.from(bytes), { contentType: 'image/png' });
        const [metadata] = await file.getMetadata();
        return String(metadata.generation);
      };
      const pictures = new FirebasePictures(admin.app, bucketName);
      await expect(holds({ pictures, upload }, uid)).resolves.toBeUndefined();
    },
  );

  it.each(uploadsContract.map(({ promise, holds }) => [promise, holds] as const))(
    'the rules of the local bucket: %s',
    async (_, holds) => {
      let people = 0;
      const signUp = () => {
        const uid = `guest-${(people += 1)}`;
        return Promise.resolve({ uid, token: tokenOf(uid).replace('Firebase ', '') });
      };
      const uploads = browserUploads(`${server.url}/v0/b/${bucketName}`);
      await expect(holds({ ...uploads, signUp })).resolves.toBeUndefined();
    },
  );

  describe('the local bucket of releases', () => {
    const bucket = releasesBucketOf('demo-busker');
    const store = (name: string, bytes: Uint8Array) =>
      adminFilesOf(admin.app).bucket(bucket).file(name).save(Buffer.from(bytes), { resumable: false });

    it.each(
      earlierFilesContract.map(({ promise, holds }, index) => [promise, holds, `0.0.${index}`] as const),
    )('%s', async (_, holds, version) => {
      const files = new FirebaseEarlierFiles(admin.app, bucket);
      await expect(holds({ files, store }, version)).resolves.toBeUndefined();
    });

    // Holds host-158.
    it('is closed to browsers: the rules let nobody read, list or write a file of a release', async () => {
      await store('embed/0.1.0/busker.js', Buffer.from('script'));
      const headers = { authorization: tokenOf('ada') };
      for (const of of [bucket, bucketName]) {
        const objects = `${server.url}/v0/b/${of}/o`;
        const name = encodeURIComponent('embed/0.1.0/busker.js');
        const tries = [
          fetch(`${objects}/${name}?alt=media`, { headers }),
          fetch(`${objects}?prefix=embed/`, { headers }),
          fetch(`${objects}?name=${name}`, { method: 'POST', headers, body: 'evil' }),
          fetch(`${objects}/${name}`, { method: 'DELETE', headers }),
        ];
        for (const answer of await Promise.all(tries)) expect([401, 403]).toContain(answer.status);
      }
    });
  });

  it('a picture is copied from the owner’s upload to its public name, and the upload can be deleted', async () => {
    const at = ref(getStorage(app), 'uploads/ada/picture-a');
    const { metadata } = await uploadBytesResumable(at, png, { contentType: 'image/png' });
    const pictures = new FirebasePictures(admin.app, bucketName);
    const picture = { slot: 'picture-a', generation: metadata.generation } as const;
    const published = await pictures.publish('ada', picture);
    if (!published.ok) throw new Error(JSON.stringify(published.problem));
    const found = await pictures.read(published.value.sha256);
    expect(found?.type).toBe('image/png');
    expect(Buffer.from(found?.bytes ?? []).equals(png)).toBe(true);
    expect((await pictures.publish('ada', { ...picture, generation: '1' })).ok).toBe(false);
    expect((await pictures.publish('grace', picture)).ok).toBe(false);
    await pictures.removeUploads('ada');
    expect((await pictures.publish('ada', picture)).ok).toBe(false);
    expect(await pictures.read(published.value.sha256)).toBeDefined();
    expect(await pictures.read('0'.repeat(64))).toBeUndefined();
  });

  it('every upload is listed with its owner, slot and time, and is deleted only if it was not replaced', async () => {
    const pictures = new FirebasePictures(admin.app, bucketName);
    const upload = async (slot: string) =>
      (
        await uploadBytesResumable(ref(getStorage(app), `uploads/ada/${slot}`), png, {
          contentType: 'image/png',
        })
      ).metadata;
    const listed = async (after: string | null = null) => {
      const found: OwnerUpload[] = [];
      for await (const each of pictures.uploads(after)) found.push(each);
      return found;
    };
    const before = await upload('picture-a');
    const [old] = await listed();
    expect(await listed('ada')).toEqual([]);
    expect(await listed('ad')).toEqual([old]);
    expect(old).toEqual({
      uid: 'ada',
      slot: 'picture-a',
      generation: before.generation,
      uploadedAt: Date.parse(before.timeCreated),
    });
    if (old === undefined) return;
    const after = await upload('picture-a');
    await pictures.removeUpload(old);
    expect(await listed()).toMatchObject([{ generation: after.generation }]);
    await pictures.removeUpload({ ...old, generation: after.generation });
    expect(await listed()).toEqual([]);
    await pictures.removeUpload(old);
  });

  it('a public picture is listed and found, and a request about an earlier copy does not affect the newer one', async () => {
    const pictures = new FirebasePictures(admin.app, bucketName);
    const { metadata } = await uploadBytesResumable(ref(getStorage(app), 'uploads/ada/picture-b'), png, {
      contentType: 'image/png',
    });
    const publish = async () => {
      const done = await pictures.publish('ada', { slot: 'picture-b', generation: metadata.generation });
      if (!done.ok) throw new Error(JSON.stringify(done.problem));
      const found = await pictures.findPublic(done.value.sha256);
      if (found === undefined) throw new Error('It was just published');
      return found;
    };
    const first = await publish();
    expect(first).toMatchObject({ unnamedSince: null, writtenAt: expect.any(Number) });
    await pictures.noteUnnamed(first, 1_700_000_000_123);
    const noted = { ...first, unnamedSince: 1_700_000_000_123 };
    expect(await pictures.findPublic(first.sha256)).toEqual(noted);
    const listed: PublicPicture[] = [];
    for await (const each of pictures.publicPictures()) listed.push(each);
    expect(listed).toEqual([noted]);
    await pictures.noteUnnamed(first, null);
    expect(await pictures.findPublic(first.sha256)).toEqual(first);
    await pictures.noteUnnamed(first, 1_700_000_000_123);

    const second = await publish();
    expect(second).toMatchObject({ sha256: first.sha256, unnamedSince: null });
    expect(second.generation).not.toBe(first.generation);
    await pictures.noteUnnamed(first, 1_700_000_000_123);
    await pictures.removePublic(first);
    expect(await pictures.findPublic(first.sha256)).toEqual(second);
    await pictures.removePublic(second);
    expect(await pictures.findPublic(first.sha256)).toBeUndefined();
    await pictures.noteUnnamed(second, null);
    await pictures.removePublic(second);
  });
});

const signing = makeSigningKey();
const signer = localAccountOf('demo-busker');

describe('exports', () => {
  let server: TestStorage;
  let admin: AdminStorage;
  let files: FirebaseExportFiles;
  beforeAll(async () => {
    server = await startTestStorage({ signers: { [signer]: signing.publicKey } });
    admin = adminStorage(server, { clientEmail: signer, privateKey: signing.privateKey });
    files = new FirebaseExportFiles(admin.app, bucketName);
  });
  afterAll(async () => {
    await admin.close();
    await server.close();
  });

  it.each(
    exportFilesContract.map(({ promise, holds }, index) => [promise, holds, `exports/u${index}`] as const),
  )('exports in the local bucket: %s', async (_, holds, folder) => {
    const read = async (name: string) => (await admin.bucket.file(name).download())[0];
    await expect(holds({ files, read, open: openLink }, folder)).resolves.toBeUndefined();
  });

  async function linkTo(name: string, seconds: number): Promise<string> {
    const upload = await files.begin({ name, type: 'text/csv', saveAs: 'busker.csv' });
    await files.append(upload, 0, Buffer.from('id\r\n1'), true);
    return files.link(name, Date.now() + seconds * 1000);
  }

  it('a link downloads the file under its name, from any page', async () => {
    const link = await linkTo('exports/ada/1.csv', 900);
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await fetch(link, { headers });
      expect(await answer.text()).toBe('id\r\n1');
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="busker.csv"');
      expect(answer.headers.get('content-type')).toBe('text/csv');
    }
  });

  it('a link that was changed, forged, taken from another signer or has expired is refused', async () => {
    const link = new URL(await linkTo('exports/ada/2.csv', 900));
    await linkTo('exports/eve/2.csv', 900);
    const changed = (change: (url: URL) => void) => {
      const url = new URL(link);
      change(url);
      return url;
    };
    const other = adminStorage(server, { clientEmail: signer, privateKey: makeSigningKey().privateKey });
    const forged = await new FirebaseExportFiles(other.app, bucketName).link(
      'exports/ada/2.csv',
      Date.now() + 9e5,
    );
    await other.close();
    const stranger = adminStorage(server);
    const strange = await new FirebaseExportFiles(stranger.app, bucketName).link(
      'exports/ada/2.csv',
      Date.now() + 9e5,
    );
    await stranger.close();
    const refused = [
      changed((url) => (url.pathname = url.pathname.replace('ada', 'eve'))),
      changed((url) => url.searchParams.set('X-Goog-Expires', '604800')),
      changed((url) => url.searchParams.set('X-Goog-Date', '20200101T000000Z')),
      changed((url) => url.searchParams.set('X-Goog-Signature', '00')),
      changed((url) => url.searchParams.delete('X-Goog-Signature')),
      changed((url) => (url.search = '')),
      forged,
      strange,
    ];
    for (const url of refused) expect((await fetch(url)).status, String(url)).toBe(403);
    expect((await fetch(link, { method: 'PUT', body: 'x' })).status).toBe(403);
    const short = await linkTo('exports/ada/3.csv', 1);
    await expect.poll(async () => (await fetch(short)).status, { timeout: 5000, interval: 200 }).toBe(400);
    expect((await fetch(link)).status).toBe(200);
  });
});
