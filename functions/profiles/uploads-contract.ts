import assert from 'node:assert/strict';
import type { Pictures } from '../pictures/pictures';

/** The bucket as a browser meets it: every request is judged by rules/storage.rules. Each call returns the status of the answer. */
export interface UploadsTarget {
  readonly signUp: () => Promise<{ readonly uid: string; readonly token: string }>;
  readonly put: (upload: Upload) => Promise<number>;
  readonly read: (path: string, token: string | null) => Promise<number>;
  readonly remove: (path: string, token: string) => Promise<number>;
}

export interface Upload {
  readonly path: string;
  /** The ID token of the user who uploads; null = nobody is signed in. */
  readonly token: string | null;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The contract of the rules for uploads, on the local bucket and on a real one. Each promise signs up people of its own. */
export interface UploadsPromise {
  readonly promise: string;
  readonly holds: (target: UploadsTarget) => Promise<void>;
}

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64, 1)]);
const picture = { type: 'image/png', bytes: png };

export const uploadsContract: readonly UploadsPromise[] = [
  {
    promise: 'takes a picture in a slot of its owner, who can read, replace and remove it',
    holds: async ({ signUp, put, read, remove }) => {
      const { uid, token } = await signUp();
      for (const slot of ['picture-a', 'link-24']) {
        const path = `uploads/${uid}/${slot}`;
        assert.equal(await put({ path, token, ...picture }), 200);
        assert.equal(await put({ path, token, ...picture, type: 'image/webp' }), 200);
        assert.equal(await read(path, token), 200);
        assert.equal(await remove(path, token), 204);
      }
    },
  },
  {
    promise: 'refuses uploads of strangers, and reading by them',
    holds: async ({ signUp, put, read, remove }) => {
      const [ada, eve] = [await signUp(), await signUp()];
      const path = `uploads/${ada.uid}/picture-a`;
      assert.equal(await put({ path, token: ada.token, ...picture }), 200);
      for (const token of [eve.token, null]) {
        assert.equal(await put({ path, token, ...picture }), 403);
        assert.equal(await read(path, token), 403);
      }
      assert.equal(await remove(path, eve.token), 403);
      assert.equal(await remove(path, ada.token), 204);
    },
  },
  {
    promise: 'refuses other slots and folders, other types, empty files, and more than 5 MB',
    holds: async ({ signUp, put }) => {
      const { uid, token } = await signUp();
      const own = { path: `uploads/${uid}/picture-a`, token, ...picture };
      const refused: readonly Upload[] = [
        { ...own, path: `uploads/${uid}/picture-c` },
        { ...own, path: `uploads/${uid}/link-25` },
        { ...own, path: `public/${uid}` },
        { ...own, path: `exports/${uid}/1.csv` },
        { ...own, type: 'image/svg+xml' },
        { ...own, type: 'text/html' },
        { ...own, bytes: new Uint8Array() },
        { ...own, bytes: new Uint8Array(5 * 1024 * 1024 + 1) },
        { ...own, path: `uploads/${uid}/link-01`, bytes: new Uint8Array(256 * 1024 + 1) },
      ];
      for (const [index, upload] of refused.entries())
        assert.equal(await put(upload), 403, `upload ${index} to ${upload.path}`);
    },
  },
];

/** The same requests as a browser's SDK sends: https://firebase.google.com/docs/storage/web/upload-files */
export function browserUploads(bucketUrl: string): Omit<UploadsTarget, 'signUp'> {
  const headersOf = (token: string | null): Record<string, string> =>
    token === null ? {} : { authorization: `Firebase ${token}` };
  const ask = async (url: string, init: RequestInit): Promise<number> => {
    const answer = await fetch(url, init);
    await answer.body?.cancel();
    return answer.status;
  };
  const at = (path: string) => `${bucketUrl}/o/${encodeURIComponent(path)}`;
  return {
    put: ({ path, token, type, bytes }) =>
      ask(`${bucketUrl}/o?name=${encodeURIComponent(path)}`, {
        method: 'POST',
        headers: { ...headersOf(token), 'content-type': type },
        body: new Uint8Array(bytes),
      }),
    read: (path, token) => ask(at(path), { headers: headersOf(token) }),
    remove: (path, token) => ask(at(path), { method: 'DELETE', headers: headersOf(token) }),
  };
}

/** A picture storage, and a function that puts an upload into an owner’s slot and returns its generation. */
export interface PicturesTarget {
  readonly pictures: Pictures;
  readonly upload: (uid: string, slot: 'picture-a', bytes: Uint8Array) => Promise<string>;
}

/** The contract of every picture storage, in memory, on the local bucket and on a real one. Each promise has owners of its own. */
export interface PicturesPromise {
  readonly promise: string;
  readonly holds: (target: PicturesTarget, uid: string) => Promise<void>;
}

/** A picture that no other test publishes. */
const pictureOf = (uid: string): Uint8Array =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(uid)]);

const slot = 'picture-a';

async function published({ pictures, upload }: PicturesTarget, uid: string) {
  const generation = await upload(uid, slot, pictureOf(uid));
  const done = await pictures.publish(uid, { slot, generation });
  assert.ok(done.ok);
  const copy = await pictures.findPublic(done.value.sha256);
  assert.ok(copy);
  return { generation, copy };
}

export const picturesContract: readonly PicturesPromise[] = [
  {
    promise: 'shows a published upload under its hash, byte for byte',
    holds: async (target, uid) => {
      const { copy } = await published(target, uid);
      const found = await target.pictures.read(copy.sha256);
      assert.equal(found?.type, 'image/png');
      assert.deepEqual(Buffer.from(found.bytes), Buffer.from(pictureOf(uid)));
      await target.pictures.removePublic(copy);
      assert.equal(await target.pictures.findPublic(copy.sha256), undefined);
      await target.pictures.removeUploads(uid);
    },
  },
  {
    promise: 'publishes only the upload that the draft names, for its owner',
    holds: async (target, uid) => {
      const generation = await target.upload(uid, slot, pictureOf(uid));
      const { pictures } = target;
      assert.equal((await pictures.publish(uid, { slot, generation: '1' })).ok, false);
      assert.equal((await pictures.publish(`${uid}-other`, { slot, generation })).ok, false);
      await pictures.removeUploads(uid);
      assert.equal((await pictures.publish(uid, { slot, generation })).ok, false);
    },
  },
  {
    promise: 'withholds a picture, and shows it again',
    holds: async (target, uid) => {
      const { copy } = await published(target, uid);
      await target.pictures.withhold(copy, 1_700_000_000_123);
      assert.equal(await target.pictures.read(copy.sha256), undefined);
      assert.equal((await target.pictures.read(copy.sha256, 'any'))?.type, 'image/png');
      await target.pictures.withhold(copy, null);
      assert.notEqual(await target.pictures.read(copy.sha256), undefined);
      await target.pictures.removePublic(copy);
      await target.pictures.removeUploads(uid);
    },
  },
];
