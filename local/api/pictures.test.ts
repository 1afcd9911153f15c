import { readFileSync } from 'node:fs';
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import { connectStorageEmulator, getStorage, ref, uploadBytesResumable } from 'firebase/storage';
import { getStorage as adminFilesOf } from 'firebase-admin/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { earlierFilesContract } from '../../functions/earlier-files/earlier-files-contract';
import { FirebaseEarlierFiles, FirebasePictures } from '../../functions/firebase/firebase-adapters';
import { releasesBucketOf } from '../../functions/function-options';
import { browserUploads, uploadsContract } from '../../functions/profiles/uploads-contract';
import { picturesContract } from '../../functions/profiles/pictures-contract';
import type { PublicPicture, OwnerUpload } from '../../functions/pictures/pictures';
import {
  adminStorage,
  bucketName,
  startTestStorage,
  tokenOf,
  type AdminStorage,
  type TestStorage,
} from '../../emulators/storage/contract/test-storage';

const rules = readFileSync(new URL('../../rules/storage.rules', import.meta.url), 'utf8');
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(400_000, 1)]);

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

  it.each(earlierFilesContract.map(({ promise, holds }, index) => [promise, holds, `0.0.${index}`] as const))(
    '%s',
    async (_, holds, version) => {
      const files = new FirebaseEarlierFiles(admin.app, bucket);
      await expect(holds({ files, store }, version)).resolves.toBeUndefined();
    },
  );

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
